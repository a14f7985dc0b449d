internal import Music

/// Files of variables, a NAME=VALUE in each line, as dotenv programs read them.
///
/// Values in double quotes have escapes and may have several lines, values in single quotes stand
/// as they are apart from \' and \\, and others end at the line or at a # behind a space. Names of
/// other variables in a value are not looked up.
enum DotEnv {
  static let maximumBytes = 1 << 20
  static let maximumVariables = 10_000

  struct Variable: Equatable {
    var name: String
    var value: String
    /// From 1.
    var line: Int
  }

  struct Problem: Error, Equatable {
    var line: Int
    var reason: String
  }

  static func variables(in text: String) throws(Problem) -> [Variable] {
    var reader = Reader(text)
    var variables: [Variable] = []
    while let variable = try reader.next() {
      guard variables.count < maximumVariables else {
        throw Problem(line: variable.line, reason: "more than \(maximumVariables) variables")
      }
      variables.append(variable)
    }
    return variables
  }

  /// A line that all of them read as the same.
  static func line(_ name: String, _ value: String) -> String { "\(name)=\(quoted(value))" }

  private static func quoted(_ value: String) -> String {
    func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ",", ":", "/", "@", "+": true
      default: false
      }
    }
    if !value.isEmpty, value.unicodeScalars.allSatisfy(isPlain) { return value }
    let needsEscapes = value.unicodeScalars.contains { "'\\\n\r\t".unicodeScalars.contains($0) }
    guard needsEscapes else { return "'\(value)'" }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1

    init(_ text: String) {
      let plain = text.replacing("\r\n", with: "\n").unicodeScalars
      scalars = Array(plain.first == "\u{FEFF}" ? plain.dropFirst() : plain[...])
    }

    private var here: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func problem(_ reason: String) -> Problem { Problem(line: line, reason: reason) }

    private mutating func advance() {
      if here == "\n" { line += 1 }
      index += 1
    }

    private mutating func skip(where isSkipped: (Unicode.Scalar) -> Bool) {
      while let scalar = here, isSkipped(scalar) { advance() }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar == " " || scalar == "\t" || scalar == "\r"
    }

    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-": true
      default: false
      }
    }

    mutating func next() throws(Problem) -> Variable? {
      while true {
        skip { Reader.isBlank($0) || $0 == "\n" }
        guard here == "#" else { break }
        skip { $0 != "\n" }
      }
      guard here != nil else { return nil }
      let start = line
      var name = name()
      if name == "export", let here, Reader.isBlank(here) {
        skip(where: Reader.isBlank)
        name = self.name()
      }
      guard !name.isEmpty else { throw problem("the name of a variable is expected") }
      skip(where: Reader.isBlank)
      guard here == "=" else { throw problem("= is expected behind \(name.prefix(60))") }
      advance()
      skip(where: Reader.isBlank)
      return Variable(name: name, value: try value(), line: start)
    }

    private mutating func name() -> String {
      let start = index
      skip(where: Reader.isInName)
      return String(String.UnicodeScalarView(scalars[start..<index]))
    }

    private mutating func value() throws(Problem) -> String {
      guard let quote = here, quote == "\"" || quote == "'" else { return plainValue() }
      let value = try value(in: quote)
      skip(where: Reader.isBlank)
      if here == "#" { skip { $0 != "\n" } }
      guard here == nil || here == "\n" else { throw problem("something behind the quotes") }
      return value
    }

    private mutating func plainValue() -> String {
      let start = index
      while let scalar = here, scalar != "\n" {
        if scalar == "#", index == start || Reader.isBlank(scalars[index - 1]) { break }
        advance()
      }
      let end = index
      skip { $0 != "\n" }
      return String(String.UnicodeScalarView(scalars[start..<end])).pythonStripped()
    }

    private mutating func value(in quote: Unicode.Scalar) throws(Problem) -> String {
      let start = line
      advance()
      var value = String.UnicodeScalarView()
      while let scalar = here {
        advance()
        if scalar == quote { return String(value) }
        guard scalar == "\\", let escaped = here else {
          value.append(scalar)
          continue
        }
        guard let meant = Reader.escaped(escaped, in: quote) else {
          value.append(scalar)
          continue
        }
        value.append(meant)
        advance()
      }
      throw Problem(line: start, reason: "the quotes are not closed")
    }

    private static func escaped(
      _ scalar: Unicode.Scalar, in quote: Unicode.Scalar
    ) -> Unicode.Scalar? {
      if scalar == "\\" || scalar == quote { return scalar }
      guard quote == "\"" else { return nil }
      return switch scalar {
      case "n": "\n"
      case "r": "\r"
      case "t": "\t"
      case "'": "'"
      case "$": "$"
      default: nil
      }
    }
  }
}
