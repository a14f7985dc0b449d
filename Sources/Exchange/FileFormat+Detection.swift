package import Music

extension FileFormat {
  /// The format by a file's first bytes, or by its name where those are ambiguous; nil for an
  /// unknown one.
  package static func detected(in bytes: [UInt8], named path: FilePath) -> FileFormat? {
    // For a binary file, the parser of the format that the name promises reports the fault.
    if let text = start(of: bytes), let format = detected(in: text, named: path) { return format }
    return named(path)
  }

  /// Enough for a declaration, comments and the first elements.
  private static let lookedAt = 4_096

  private static func start(of bytes: [UInt8]) -> String? {
    // An even number, so that no unit of UTF-16 is cut.
    let start = Array(bytes.prefix(lookedAt))
    do throws(DocumentProblem) {
      let text = try FileText(start)
      return String(decoding: text.bytes, as: UTF8.self)
    } catch { return nil }
  }

  private static func detected(in text: String, named path: FilePath) -> FileFormat? {
    let text = text.drop(while: \.isWhitespace)
    if text.first == "<" { return markup(text) }
    if text.first == "{" { return object(text, named: path) }
    let lines = text.split(whereSeparator: \.isNewline)
    guard let first = lines.first else { return nil }
    let lower = first.lowercased()
    if lower.hasPrefix("#extm3u") { return path.fileExtension == "m3u8" ? .m3u8 : .m3u }
    if lower.hasPrefix("[playlist]") { return .pls }
    if lower.hasPrefix("name\tstart\tduration") { return .audition }
    if lower.hasPrefix("#,name,start") { return .reaper }
    if isLabel(first) { return .audacity }
    return isSheet(lines) ? .cue : nil
  }

  /// By the name of the first element.
  private static func markup(_ text: Substring) -> FileFormat? {
    var rest = text
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      guard let first = rest.first, first == "!" || first == "?" else { break }
      let end = rest.hasPrefix("!--") ? "-->" : ">"
      guard let range = rest.firstRange(of: end) else { return nil }
      rest = rest[range.upperBound...]
    }
    let name = rest.prefix { $0.isLetter || $0 == "_" || $0 == ":" }
    switch name.split(separator: ":").last {
    case "playlist": return .xspf
    case "DJ_PLAYLISTS": return .rekordbox
    default: return nil
    }
  }

  /// By the first keys: JSPF has everything in `playlist`, ours names itself.
  private static func object(_ text: Substring, named path: FilePath) -> FileFormat? {
    if text.contains("\"tritone-") { return .json }
    let key = text.dropFirst().drop(while: \.isWhitespace)
    if key.hasPrefix("\"playlist\"") { return .jspf }
    return path.fileExtension == "jspf" ? .jspf : .json
  }

  /// `12.5⇥13⇥name`
  private static func isLabel(_ line: Substring) -> Bool {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    return fields.count >= 2
      && fields.prefix(2).allSatisfy { field in
        Double(field.replacing(",", with: ".")).map(\.isFinite) ?? false
      }
  }

  private static func isSheet(_ lines: [Substring]) -> Bool {
    let words = lines.map { $0.drop { $0 == " " || $0 == "\t" }.uppercased() }
    return words.contains { $0.hasPrefix("TRACK ") } && words.contains { $0.hasPrefix("FILE ") }
  }

  private static func named(_ path: FilePath) -> FileFormat? {
    switch path.fileExtension {
    case "xml": .rekordbox
    case "csv": .audition
    case "txt": .audacity
    case let name: FileFormat(rawValue: name)
    }
  }
}
