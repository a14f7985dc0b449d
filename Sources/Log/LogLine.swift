// The text of an entry: time, level, part[process], message, name=value pairs, and a line end.

internal import Glibc
internal import Music

/// Writes entries as lines.
struct LogLine {
  /// Bytes, with the line end.
  static let maximum = 4_096
  /// Bytes of a value, before escapes.
  static let maximumValue = 1_024

  let process: Int32
  let hidesPrivate: Bool

  private static let hidden = "<private>"
  private static let cut = Array("…".utf8)

  func bytes(of entry: LogEntry) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(256)
    line += LogTime.text(entry.time).utf8
    line += " \(entry.level.rawValue) \(entry.part.rawValue)[\(process)]: ".utf8
    LogEscapes.append(entry.message.description, to: &line)
    for field in entry.fields {
      let start = line.count
      line.append(UInt8(ascii: " "))
      line += field.name.description.utf8
      line.append(UInt8(ascii: "="))
      append(field.value, to: &line)
      guard line.count + 1 + LogLine.cut.count + 1 > LogLine.maximum else { continue }
      line.removeSubrange(start...)
      line.append(UInt8(ascii: " "))
      line += LogLine.cut
      break
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private func append(_ value: LogField.Value, to line: inout [UInt8]) {
    switch value {
    case .number(let number): line += String(number).utf8
    case .text(let text): append(LogAddresses.cut(in: text), to: &line)
    case .personal(let text):
      append(hidesPrivate ? LogLine.hidden : LogAddresses.cut(in: text), to: &line)
    case .path(let path): append(hidesPrivate ? LogLine.hidden : path.text, to: &line)
    case .sentence(let text):
      append(LogAddresses.cut(in: hidesPrivate ? LogLine.hiding(text) : text), to: &line)
    }
  }

  private func append(_ text: String, to line: inout [UInt8]) {
    LogEscapes.appendValue(text, atMost: LogLine.maximumValue, to: &line)
  }

  /// The beginning of a sentence, before what may be a path, an address or a quoted name.
  private static func hiding(_ text: String) -> String {
    guard let start = text.firstIndex(where: { "/“\"'‘".contains($0) }) else { return text }
    // A scheme or the beginning of a relative path stands before its slash.
    let words = text[..<start]
    let end = words.lastIndex(of: " ").map { words.index(after: $0) } ?? words.startIndex
    return text[..<end] + hidden
  }
}
