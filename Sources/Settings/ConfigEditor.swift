package import Interface

/// Changes values in the text of config.toml, which keeps everything else byte by byte: comments,
/// order, blank lines, unknown names, line endings.
package struct ConfigEditor {
  package private(set) var bytes: [UInt8]
  private let file: String

  package init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Sets a value; nil takes the setting out.
  ///
  /// - Throws: `.tooLong`, and `.uneditable` for a text in which the value would not hold.
  package mutating func set(
    _ setting: Setting, _ value: SettingValue?
  ) throws(SettingsError) {
    let old = try ConfigReader.read(bytes, file: file)
    guard value != nil || old.values[setting] != nil || old.faulty.contains(setting) else { return }
    var new = self
    if let value { new.put(setting, value) } else { new.remove(setting) }
    var wanted = old.values
    wanted[setting] = value
    guard try ConfigReader.read(new.bytes, file: file).values == wanted else {
      throw .uneditable(file: file, setting: setting.name)
    }
    self = new
  }

  private mutating func put(_ setting: Setting, _ value: SettingValue) {
    let text = Array(value.toml.utf8)
    let outline = ConfigOutline(bytes)
    let (group, key) = setting.path
    if let found = outline.value(of: [group, key]) {
      return bytes.replaceSubrange(found, with: text)
    }
    let line = Array("\(key) = ".utf8) + text
    if let place = outline.inlineTable(group) {
      let separator: [UInt8] = Array((place.isEmpty ? " " : ", ").utf8)
      return bytes.insert(
        contentsOf: separator + line + (place.isEmpty ? [0x20] : []), at: place.offset)
    }
    if let end = outline.sectionEnd(group) {
      return insert([line], at: end)
    }
    if let end = outline.dottedEnd(group) {
      return insert([Array("\(group).".utf8) + line], at: end)
    }
    let gap: [[UInt8]] = bytes.isEmpty ? [] : [[]]
    insert(gap + [Array("[\(group)]".utf8), line], at: bytes.count)
  }

  /// Inserts whole lines with the line ending of the text.
  private mutating func insert(_ lines: [[UInt8]], at offset: Int) {
    let first = bytes.firstIndex(of: UInt8(ascii: "\n"))
    let isPair = first.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let ending: [UInt8] = isPair ? [0x0D, 0x0A] : [0x0A]
    let isMark = bytes == [0xEF, 0xBB, 0xBF]
    let isOpen = offset > 0 && bytes[offset - 1] != UInt8(ascii: "\n") && !isMark
    bytes.insert(
      contentsOf: (isOpen ? ending : []) + lines.flatMap { $0 + ending }, at: offset)
  }

  private mutating func remove(_ setting: Setting) {
    let (group, key) = setting.path
    while let range = ConfigOutline(bytes).removable([group, key]) { bytes.removeSubrange(range) }
  }
}

/// Where the statements of a text are.
private struct ConfigOutline {
  private struct Item {
    var section: [String]?
    var path: [String]
    var value: TOMLValue?
    /// The bytes of the value, or of what stands in its place.
    var range: Range<Int>
    var lines: Range<Int>
  }

  private var items: [Item] = []
  private var headers: [(path: [String], end: Int)] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var reader = TOMLReader(file: "", cursor: TOMLCursor(bytes))
    var section: [String]? = []
    while true {
      do throws(SettingsError) {
        guard let statement = try reader.statement() else { return }
        switch statement.content {
        case .header(let path):
          section = path
          headers.append((path, statement.bytes.upperBound))
        case .pair(let key, let value):
          items.append(
            Item(
              section: section, path: (section ?? []) + key, value: value, range: value.bytes,
              lines: statement.bytes))
        }
      } catch {
        let start = reader.start
        let opened = reader.opened
        if start.peek == UInt8(ascii: "[") { section = nil }
        reader.recover()
        guard let opened, section != nil else { continue }
        let end = reader.cursor.lineEnd(after: start)
        let lines = start.lineStart..<remarksStart(after: start, before: end)
        items.append(
          Item(
            section: section, path: (section ?? []) + opened.key, value: nil,
            range: opened.value..<valueEnd(from: opened.value), lines: lines))
      }
    }
  }

  /// Where the blank lines and comments begin that end the lines of a mistake: they belong to what
  /// follows.
  private func remarksStart(after start: TOMLCursor, before end: Int) -> Int {
    var cursor = start
    cursor.skipLine()
    var last = cursor.offset
    while cursor.offset < end {
      var line = cursor
      line.skipBlanks()
      line.skipComment()
      let isRemark = line.peek == nil || line.takeLineBreak()
      cursor.skipLine()
      if !isRemark { last = cursor.offset }
    }
    return min(last, end)
  }

  /// The end of a value that cannot be read: before its comment, or that of its line.
  private func valueEnd(from start: Int) -> Int {
    var end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    if let comment = bytes[start..<end].firstIndex(of: UInt8(ascii: "#")) { end = comment }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return end
  }

  /// The bytes of a setting's value: of the first valid one, else of the first.
  func value(of path: [String]) -> Range<Int>? {
    let found = items.filter { $0.section != nil }.compactMap { item -> (TOMLValue?, Range<Int>)? in
      if item.path == path { return (item.value, item.range) }
      guard let entry = entry(path, in: item) else { return nil }
      return (entry.value, entry.value.bytes)
    }
    let type = ConfigReader.setting(path).map { SettingsTable.entry($0).type }
    let valid = found.first { value, _ in
      value.flatMap { SettingValue($0) }.map { type?.allows($0) ?? false } ?? false
    }
    return (valid ?? found.first)?.1
  }

  /// The entry of an inline table such as `theme = { name = "…" }`.
  private func entry(_ path: [String], in item: Item) -> TOMLTable.Entry? {
    guard path.count == 2, item.path == [path[0]] else { return nil }
    return item.value?.table?.entries.first { $0.key == path[1] }
  }

  /// Where another entry of a group goes that is an inline table.
  func inlineTable(_ group: String) -> (offset: Int, isEmpty: Bool)? {
    guard
      let value = items.first(where: { $0.section != nil && $0.path == [group] })?.value,
      let table = value.table
    else { return nil }
    guard let last = table.entries.last else { return (value.bytes.lowerBound + 1, true) }
    return (last.value.bytes.upperBound, false)
  }

  /// Behind the last setting of a section; nil without the section.
  func sectionEnd(_ group: String) -> Int? {
    guard let header = headers.first(where: { $0.path == [group] }) else { return nil }
    let next = headers.first { $0.end > header.end }?.end ?? .max
    let inside = items.filter {
      $0.section == [group] && $0.lines.lowerBound >= header.end && $0.lines.lowerBound < next
    }
    return inside.last?.lines.upperBound ?? header.end
  }

  /// Behind the last setting of a group that is written `theme.name` above all sections.
  func dottedEnd(_ group: String) -> Int? {
    items.last { $0.section == [] && $0.path.count > 1 && $0.path[0] == group }?.lines.upperBound
  }

  /// The bytes to take out for a setting.
  func removable(_ path: [String]) -> Range<Int>? {
    for item in items where item.section != nil {
      if item.path == path { return item.lines }
      guard let entry = entry(path, in: item), let entries = item.value?.table?.entries,
        let index = entries.firstIndex(where: { $0.key == entry.key })
      else { continue }
      if index + 1 < entries.count { return entry.start..<entries[index + 1].start }
      let start = index > 0 ? entries[index - 1].value.bytes.upperBound : entry.start
      return start..<entry.value.bytes.upperBound
    }
    return nil
  }
}
