/// Text in the input language of man(7): escaped, and filled into lines that mandoc finds short
/// enough.
enum Roff {
  private static let lineLength = 78

  /// The bytes of a text as mandoc counts them, which writes `\[u1234]` for other than ASCII.
  private static func length(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : $1.value > 0xFFFF ? 9 : 8) }
  }

  /// Text that a formatter must show as it is: options, keys, paths, code.
  static func literal(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    // A full stop within code ends no sentence, behind which there would be a wide space.
    if let last = result.last, ".?!".contains(last) { result += "\\&" }
    return guarded(result)
  }

  /// Running text: a dash is a hyphen, except in words that are options.
  static func prose(_ text: some StringProtocol) -> String {
    String(text).split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      let core = word.drop { "([“\"".contains($0) }
      if core.count > 1, core.hasPrefix("-") {
        return String(word.prefix(word.count - core.count)) + literal(core)
      }
      return String(word).replacing("\\", with: "\\e").replacing("~", with: "\\(ti")
        .replacing("^", with: "\\(ha").replacing("`", with: "\\(ga")
    }.joined(separator: " ")
  }

  static func bold(_ escaped: String) -> String { "\\fB\(escaped)\\fR" }
  static func italic(_ escaped: String) -> String { "\\fI\(escaped)\\fR" }

  /// Breaks escaped text at spaces into lines.
  static func filled(_ escaped: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in escaped.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, length(line) + 1 + length(word) > lineLength {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { guarded($0) }
  }

  /// A line that begins with a control character would be a request.
  static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// An argument of a macro.
  static func quoted(_ escaped: String) -> String {
    "\"" + escaped.replacing("\"", with: "\\(dq") + "\""
  }
}
