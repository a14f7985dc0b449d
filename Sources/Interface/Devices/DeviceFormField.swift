import Music

/// A field of the form of a device.
package enum DeviceFormField: FormField, Sendable {
  case name, address, contents, query, limit, order, template, conversion, lossless, automatic
  case remoteCommand

  var label: String {
    switch self {
    case .name: "Name"
    case .address: "Folder or ssh"
    case .contents: "What goes on it"
    case .query: "And where"
    case .limit: "At most GB"
    case .order: "What comes first"
    case .template: "Folders and names"
    case .conversion: "Convert to"
    case .lossless: "Convert only"
    case .automatic: "Sync by itself"
    case .remoteCommand: "Program there"
    }
  }

  /// The meaning of the field, below the form while it is focused.
  var hint: String {
    switch self {
    case .name: "As you call it: Pixel, car stick"
    case .address: "Where it is mounted, or ssh://user@host:port for another Tritone"
    case .contents: "Everything, or playlists and mix slots together"
    case .query: "Adds what a filter finds, as in rating:>=4 OR loved:"
    case .limit: "Music on it, as in 32 or 7.5; empty for what has room"
    case .order: "Where not all have room"
    case .template: "A folder for each slash; {Artist} and others as in templates"
    case .conversion: "Files for it alone; yours stay as they are"
    case .lossless: "Which files are converted, and which are copied"
    case .automatic: "Begins when the device is plugged in"
    case .remoteCommand: "On the other machine, in place of tritone; empty for that"
    }
  }

  private static let none = "none"
  private static let rules = [
    ConversionRule(codec: .opus, bitRate: 160_000), ConversionRule(codec: .mp3, bitRate: nil),
    ConversionRule(codec: .aac, bitRate: 256_000),
  ]

  /// Nil for a text, and for the contents, which have a list of their own.
  ///
  /// - Parameter text: The present value, which may be a rule that only the command line makes.
  func choices(with text: String) -> [FieldChoice]? {
    switch self {
    case .order:
      DeviceOrder.allCases.map { order in
        let title =
          switch order {
          case .rating: "best rated"
          case .newest: "newest"
          case .leastHeard: "least heard"
          }
        return FieldChoice(word: order.rawValue, title: title)
      }
    case .conversion:
      DeviceFormField.conversions(with: text)
    case .lossless:
      [
        FieldChoice(word: "yes", title: "lossless files"),
        FieldChoice(word: "no", title: "all files"),
      ]
    case .automatic: [FieldChoice(word: "no", title: "no"), FieldChoice(word: "yes", title: "yes")]
    case .name, .address, .contents, .query, .limit, .template, .remoteCommand: nil
    }
  }

  private static func conversions(with text: String) -> [FieldChoice] {
    let known =
      [FieldChoice(word: none, title: "nothing, copy as it is")]
      + rules.map { FieldChoice(word: $0.word, title: $0.title) }
    guard !known.contains(where: { $0.word == text }), let rule = ConversionRule(word: text) else {
      return known
    }
    return known + [FieldChoice(word: text, title: rule.title)]
  }

  /// The most characters of a text; nil for those of any line.
  var maximumText: Int? { self == .address ? 4_096 : nil }

  // MARK: Texts of options

  func text(of draft: DeviceDraft) -> String {
    let options = draft.options
    switch self {
    case .name: return draft.name
    case .address: return draft.address.text
    case .contents: return ""
    case .query:
      let queries = options.contents.compactMap {
        if case .query(let query) = $0 { query } else { nil }
      }
      return queries.count > 1
        ? queries.map { "(\($0))" }.joined(separator: " OR ") : queries.first ?? ""
    case .limit: return options.limit.map { DeviceFormField.gigabytes($0) } ?? ""
    case .order: return options.order.rawValue
    case .template: return options.template
    case .conversion: return options.conversion?.word ?? DeviceFormField.none
    case .lossless: return options.conversion?.losslessOnly == false ? "no" : "yes"
    case .automatic: return options.syncsByItself ? "yes" : "no"
    case .remoteCommand: return options.remoteCommand ?? ""
    }
  }

  /// Reads a text into its option.
  func read(_ text: String, into draft: inout DeviceDraft) throws(DeviceFormMistake) {
    switch self {
    case .name:
      guard let name = Playlist.tidied(name: text) else {
        throw DeviceFormMistake("A device needs a name")
      }
      draft.name = name
    case .address:
      guard !text.trimmed().isEmpty else {
        throw DeviceFormMistake("The folder where it is mounted, or ssh://HOST")
      }
      do throws(DeviceAddressMistake) {
        draft.address = try DeviceAddress(parsing: text)
      } catch {
        throw DeviceFormMistake(error.reason)
      }
    case .contents: break
    case .query:
      let query = text.trimmed()
      guard !query.isEmpty else { return }
      do throws(QueryError) {
        _ = try TrackQuery(parsing: query)
      } catch {
        throw DeviceFormMistake("Column \(error.column): \(error.reason)")
      }
      draft.options.contents.append(.query(query))
    case .limit: draft.options.limit = try DeviceFormField.bytes(text)
    case .order: draft.options.order = DeviceOrder(rawValue: text) ?? .rating
    case .template: draft.options.template = try DeviceFormField.template(text)
    case .conversion: draft.options.conversion = ConversionRule(word: text)
    case .lossless: draft.options.conversion?.losslessOnly = text != "no"
    case .automatic: draft.options.syncsByItself = text == "yes"
    case .remoteCommand:
      let command = text.trimmed()
      guard command.count <= 500 else { throw DeviceFormMistake("At most 500 characters") }
      draft.options.remoteCommand = command.isEmpty ? nil : command
    }
  }

  // MARK: Values

  private static let gigabyte = 1_000_000_000.0

  /// "32", "7.5".
  static func gigabytes(_ bytes: Int64) -> String {
    let thousandths = Int64((Double(bytes) / gigabyte * 1_000).rounded())
    let part = "\(1_000 + thousandths % 1_000)".dropFirst()
    let decimals = String(part.reversed().drop { $0 == "0" }.reversed())
    return "\(thousandths / 1_000)" + (decimals.isEmpty ? "" : "." + decimals)
  }

  static func bytes(_ text: String) throws(DeviceFormMistake) -> Int64? {
    let text = text.trimmed()
    if text.isEmpty { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    // `Double` would take exponents and signs, too.
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts.count == 1 || parts[1].count <= 3, let number = Double(text),
      (0.001...1_000_000).contains(number)
    else { throw DeviceFormMistake("Gigabytes from 0.001 to 1,000,000, or nothing") }
    return Int64((number * gigabyte).rounded())
  }

  /// A template for each folder and the name of the file, with slashes between them.
  static func template(_ text: String) throws(DeviceFormMistake) -> String {
    let text = text.trimmed()
    guard !text.isEmpty else { return DeviceOptions.defaultTemplate }
    guard text.count <= 500 else { throw DeviceFormMistake("At most 500 characters") }
    var start = 0
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard !part.trimmed().isEmpty else {
        throw DeviceFormMistake("Column \(start + 1): a folder needs a name")
      }
      guard part.trimmed() != ".", part.trimmed() != ".." else {
        throw DeviceFormMistake("Column \(start + 1): “\(part)” is no name of a folder")
      }
      start += part.count + 1
    }
    do throws(TemplateMistake) {
      _ = try FileLayout(text)
    } catch {
      throw DeviceFormMistake("Column \(error.column): \(error.reason)")
    }
    return text
  }
}

/// Why the text of a field is no value of its option.
struct DeviceFormMistake: Error, Hashable, Sendable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

extension ConversionRule {
  /// "opus-160", "mp3-v0".
  fileprivate var word: String {
    codec.rawValue + "-" + (bitRate.map { "\($0 / 1_000)" } ?? "v0")
  }

  /// For lossless files only.
  fileprivate init?(word: String) {
    let parts = word.split(separator: "-")
    guard parts.count == 2, let codec = Codec(rawValue: String(parts[0])) else { return nil }
    if parts[1] == "v0" {
      self.init(codec: codec, bitRate: nil)
    } else {
      guard let rate = Int(parts[1]), (1...10_000).contains(rate) else { return nil }
      self.init(codec: codec, bitRate: rate * 1_000)
    }
  }
}
