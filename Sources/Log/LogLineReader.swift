package import Music

/// Reads lines as `LogLine` writes them.
package enum LogLineReader {
  /// Nil for any other line.
  package static func record(_ line: [UInt8]) -> LogRecord? {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let time = LogTime.milliseconds(words[0]),
      let level = LogLevel(rawValue: String(words[1])), words[2].hasSuffix("]:"),
      let bracket = words[2].firstIndex(of: "["),
      let process = Int32(words[2][words[2].index(after: bracket)...].dropLast(2))
    else { return nil }
    let (message, fields) = split(words[3])
    return LogRecord(
      milliseconds: time, level: level, part: String(words[2][..<bracket]), process: process,
      message: message, fields: fields)
  }

  /// Messages have no "=", and values have none outside of quotes.
  private static func split(_ rest: Substring) -> (String, [LogRecord.Field]) {
    guard let first = rest.firstIndex(of: "=") else { return (LogEscapes.value(rest), []) }
    let end = rest[..<first].lastIndex(of: " ") ?? rest.startIndex
    var fields: [LogRecord.Field] = []
    var left = rest[end...]
    while let equals = left.firstIndex(of: "=") {
      let name = left[..<equals].drop { $0 == " " }
      left = left[left.index(after: equals)...]
      let value: Substring
      if left.first == "\"" {
        left.removeFirst()
        value = left[..<closing(left)]
        left = left[value.endIndex...].dropFirst()
        fields.append(LogRecord.Field(name: String(name), value: LogEscapes.value(value)))
      } else {
        value = left.prefix { $0 != " " }
        left = left[value.endIndex...]
        fields.append(LogRecord.Field(name: String(name), value: String(value)))
      }
    }
    return (LogEscapes.value(rest[..<end]), fields)
  }

  /// The quote that ends a value, or the end of a damaged line.
  private static func closing(_ text: Substring) -> Substring.Index {
    var index = text.startIndex
    while index < text.endIndex, text[index] != "\"" {
      index = text.index(after: index)
      if text[text.index(before: index)] == "\\", index < text.endIndex {
        index = text.index(after: index)
      }
    }
    return index
  }
}
