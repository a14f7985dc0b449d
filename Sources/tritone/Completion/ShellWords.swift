/// The words of a half-typed command line, as bash and zsh read them.
///
/// Only quotes and backslashes mean something; variables and substitutions stay text, and are never
/// carried out.
struct ShellWords: Equatable {
  /// A line that is longer is no command line that somebody types.
  static let maximumLength = 100_000

  /// The words before the last one, without their quotes.
  var earlier: [String] = []
  /// The word that is being typed, without its quotes.
  var last = ""
  /// The quotation mark that the last word's end is behind.
  var openQuote: Character?

  /// - Parameter line: the line up to the cursor.
  init(_ line: String) {
    var word = ""
    var isInWord = false
    var quote: Character?
    var isEscaped = false
    for character in line.prefix(Self.maximumLength) {
      if isEscaped {
        // Within double quotes a backslash escapes only these.
        if quote != nil, !"\"\\$`".contains(character) { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        (isEscaped, isInWord) = (true, true)
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "\"" || character == "'" {
        (quote, isInWord) = (character, true)
      } else if ";|&\n".contains(character) {
        // Another command begins.
        (earlier, word, isInWord) = ([], "", false)
      } else if character == " " || character == "\t" {
        if isInWord { earlier.append(word) }
        (word, isInWord) = ("", false)
      } else {
        word.append(character)
        isInWord = true
      }
    }
    (last, openQuote) = (word, quote)
  }

  /// A text as it continues a word, so that the shell takes none of it for anything but text.
  ///
  /// - Parameter quote: the quotation mark that is open.
  static func quoted(_ text: String, behind quote: Character?) -> String {
    switch quote {
    case "'": return text.replacing("'", with: "'\\''")
    case "\"":
      // A backslash before an exclamation mark would stay.
      return escaped(text) { "\"\\$`".contains($0) }.replacing("!", with: "\"'!'\"")
    default:
      return escaped(text) { character in
        character.isASCII && !character.isLetter && !character.isNumber
          && !"_@%+=:,./-".contains(character)
      }
    }
  }

  private static func escaped(_ text: String, _ isSpecial: (Character) -> Bool) -> String {
    text.reduce(into: "") { $0 += isSpecial($1) ? "\\\($1)" : String($1) }
  }
}
