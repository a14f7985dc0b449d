import Glibc
import Interface
import Screen

/// Reads config.toml: each mistake is told with its place, and the rest holds.
///
/// ```toml
/// [theme]
/// name = "Vinyl"   # a comment
/// [sound]
/// crossfade = 4
/// ```
package struct ConfigReader {
  private var reader: TOMLReader
  private var reading = ConfigReading()
  /// The section of the lines that follow; nil behind a header with a mistake.
  private var section: [String]? = []
  private var headers: Set<[String]> = []
  private let isSkin: (String) -> Bool
  /// Settings whose skins were looked for.
  private var namedSkins: Set<Setting> = []
  /// Corrections of unknown names that are still looked for: a file may hold thousands of them.
  private var corrections = 20
  /// The last place whose column was counted: a line of many entries is counted once.
  private var measured: (offset: Int, column: Int)

  /// Reads a file of this path; one that is missing says nothing.
  ///
  /// - Throws: `.unreadable`, `.notAFile` or `.tooLong`.
  package static func read(
    path: String, isSkin: @escaping (String) -> Bool = { _ in true }
  ) throws(SettingsError) -> ConfigReading {
    guard let bytes = try bytes(path: path) else { return ConfigReading() }
    return try read(bytes, file: SettingsText.fileName(path), isSkin: isSkin)
  }

  /// The bytes of a file; nil where there is none.
  package static func bytes(path: String) throws(SettingsError) -> [UInt8]? {
    do {
      return try SettingsText.bytes(path)
    } catch .unreadable(_, ENOENT), .unreadable(_, ENOTDIR) {
      return nil
    }
  }

  /// Reads a whole text; `file` is the name in error messages.
  package static func read(
    _ bytes: [UInt8], file: String, isSkin: @escaping (String) -> Bool = { _ in true }
  ) throws(SettingsError) -> ConfigReading {
    guard bytes.count <= SettingsText.limit else {
      throw .tooLong(file: file, limit: SettingsText.limit)
    }
    var reader = ConfigReader(bytes, file: file, isSkin: isSkin)
    reader.readAll()
    return reader.reading
  }

  private init(_ bytes: [UInt8], file: String, isSkin: @escaping (String) -> Bool) {
    reader = TOMLReader(file: file, cursor: TOMLCursor(bytes))
    measured = (reader.cursor.offset, 1)
    self.isSkin = isSkin
  }

  private mutating func readAll() {
    while true {
      do throws(SettingsError) {
        guard let statement = try reader.statement() else { return }
        take(statement)
      } catch {
        note(error)
        reader.recover()
      }
    }
  }

  private mutating func take(_ statement: TOMLStatement) {
    switch statement.content {
    case .header(let path):
      section = path
      if !headers.insert(path).inserted {
        add("“\(quoted(path))” is given twice", statement.line, statement.column)
      } else if !Setting.groups.contains(where: { [$0] == path }) {
        add("there is no group “\(quoted(path))”", statement.line, statement.column)
      }
    case .pair(let key, let value):
      // The lines below a header with a mistake could be anything's.
      guard let section else { return }
      take(value, of: section + key, at: statement.line, statement.column)
    }
  }

  private mutating func take(_ value: TOMLValue, of path: [String], at line: Int, _ column: Int) {
    if let table = value.table {
      for entry in table.entries {
        let start = measure(entry.start)
        take(entry.value, of: path + [entry.key], at: entry.value.line, start)
      }
      return
    }
    guard let setting = ConfigReader.setting(path) else { return addUnknown(path, line, column) }
    guard reading.values[setting] == nil else {
      return add("“\(setting.name)” is given twice", line, column)
    }
    let type = SettingsTable.entry(setting).type
    let place = (value.line, measure(value.bytes.lowerBound))
    guard let value = SettingValue(value), type.allows(value) else {
      return add("“\(setting.name)” is \(type.words)", place.0, place.1, setting)
    }
    if case .skin = type, case .text(let name) = value, !name.isEmpty {
      // Looking for a skin reads all of them: once for each setting.
      guard namedSkins.insert(setting).inserted else {
        return add("“\(setting.name)” is given twice", line, column)
      }
      guard isSkin(name) else {
        return add("there is no skin “\(quoted([name]))”", place.0, place.1, setting)
      }
    }
    reading.values[setting] = value
  }

  /// The column of an offset.
  private mutating func measure(_ offset: Int) -> Int {
    let bytes = reader.cursor.bytes
    let isBehind = offset >= measured.offset
    let between = isBehind ? bytes[measured.offset..<offset] : []
    if isBehind, !between.contains(UInt8(ascii: "\n")) {
      measured.column += between.count { $0 & 0xC0 != 0x80 }
    } else {
      measured.column = reader.cursor.column(at: offset)
    }
    measured.offset = offset
    return measured.column
  }

  /// The setting of a path of keys; nil for none.
  static func setting(_ path: [String]) -> Setting? {
    guard path.count == 2 else { return nil }
    return Setting(rawValue: path.joined(separator: "."))
  }

  private mutating func addUnknown(_ path: [String], _ line: Int, _ column: Int) {
    // The header is told already.
    if path.count > 1, let section, section == path.dropLast(),
      !Setting.groups.contains(section.joined(separator: "."))
    {
      return
    }
    let name = path.joined(separator: ".")
    if Setting.groups.contains(where: { [$0] == path }) {
      return add("“\(name)” is a group of settings: [\(name)] stands above them", line, column)
    }
    let isCorrected = corrections > 0
    corrections -= isCorrected ? 1 : 0
    add(
      SettingsTable.unknown(name, quoted: quoted(path), isCorrected: isCorrected), line, column)
  }

  /// Notes a mistake of the format.
  private mutating func note(_ error: SettingsError) {
    guard case .mistake(_, let line, let reason) = error else { return }
    // A header with a mistake hides which section follows.
    if reader.start.peek == UInt8(ascii: "[") { section = nil }
    let setting = section.flatMap { section in
      reader.opened.flatMap { ConfigReader.setting(section + $0.key) }
    }
    add(reason, line, reader.cursor.column, setting)
  }

  private mutating func add(
    _ reason: String, _ line: Int, _ column: Int, _ setting: Setting? = nil
  ) {
    reading.mistakes.append(
      ConfigMistake(
        file: reader.file, line: line, column: column, reason: reason, setting: setting))
  }

  private func quoted(_ path: [String]) -> String {
    TextWidth.truncated(path.joined(separator: "."), to: 40)
  }
}

extension SettingValue {
  /// Nil for tables and lists of several kinds.
  init?(_ value: TOMLValue) {
    switch value.content {
    case .string(let text): self = .text(text)
    case .boolean(let isOn): self = .flag(isOn)
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .array(let values):
      let numbers = values.compactMap { SettingValue($0)?.number }
      let names = values.compactMap(\.string)
      if names.count == values.count {
        self = .names(names)
      } else if numbers.count == values.count {
        self = .numbers(numbers)
      } else {
        return nil
      }
    case .table: return nil
    }
  }

  private var number: Double? { if case .number(let number) = self { number } else { nil } }
}
