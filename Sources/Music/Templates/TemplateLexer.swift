/// A token of a template: a sign, a name or a text.
struct TemplateToken: Equatable {
  enum Kind: Equatable {
    case text(String)
    /// A bracket, and whether it was escaped with a backslash.
    case open(TemplateBracket, isEscaped: Bool)
    case close(TemplateBracket, isEscaped: Bool)
    case beginField, endField
    // Inside a field.
    case name(String)
    case colon, bar
    case quoted(String)
  }

  var kind: Kind
  /// Counted from 1, in characters.
  var column: Int
}

/// Splits the text of a template into tokens.
struct TemplateLexer {
  private let text: [Character]
  private var index = 0
  private var tokens: [TemplateToken] = []

  /// Characters.
  static let maximumLength = 200

  private init(_ text: [Character]) { self.text = text }

  static func tokens(of source: String) throws(TemplateMistake) -> [TemplateToken] {
    guard source.count <= maximumLength else {
      throw TemplateMistake(
        column: maximumLength + 1, reason: "a template has at most \(maximumLength) characters")
    }
    var lexer = TemplateLexer(Array(source))
    while lexer.index < lexer.text.count { try lexer.takeOutside() }
    return lexer.tokens
  }

  /// Whether a character has a meaning of its own, and needs a backslash to be literal.
  static func isSign(_ character: Character) -> Bool { "{}[]()\\".contains(character) }

  private mutating func add(_ kind: TemplateToken.Kind, at start: Int) {
    tokens.append(TemplateToken(kind: kind, column: start + 1))
  }

  private mutating func takeOutside() throws(TemplateMistake) {
    let start = index
    switch text[index] {
    case "{": try takeField()
    case "}":
      throw TemplateMistake(
        column: start + 1, reason: "a } without its {; write \\} for the sign itself")
    case let sign where TemplateLexer.isSign(sign) && sign != "\\":
      index += 1
      addBracket(sign, isEscaped: false, at: start)
    case "\\" where index + 1 < text.count && TemplateLexer.isSign(text[index + 1]):
      let sign = text[index + 1]
      index += 2
      if sign == "\\" { add(.text("\\"), at: start) }
      addBracket(sign, isEscaped: true, at: start)
    default:
      var literal = ""
      while index < text.count {
        let character = text[index]
        let isLast = index + 1 == text.count
        // A backslash before anything else is literal.
        guard
          !TemplateLexer.isSign(character)
            || character == "\\" && (isLast || !TemplateLexer.isSign(text[index + 1]))
        else { break }
        literal.append(character)
        index += 1
      }
      add(.text(literal), at: start)
    }
  }

  private mutating func addBracket(_ sign: Character, isEscaped: Bool, at start: Int) {
    for bracket in TemplateBracket.allCases {
      if bracket.signs.open == String(sign) { add(.open(bracket, isEscaped: isEscaped), at: start) }
      if bracket.signs.close == String(sign) {
        add(.close(bracket, isEscaped: isEscaped), at: start)
      }
    }
  }

  private mutating func takeField() throws(TemplateMistake) {
    let opening = index
    add(.beginField, at: index)
    index += 1
    while index < text.count {
      let start = index
      switch text[index] {
      case "}":
        index += 1
        return add(.endField, at: start)
      case "{":
        throw TemplateMistake(column: start + 1, reason: "a placeholder inside a placeholder")
      case "|": add(.bar, at: start)
      case ":": add(.colon, at: start)
      case "\"":
        add(.quoted(try quoted()), at: start)
      case " ": break
      default:
        var name = ""
        while index < text.count, !"{}|:\"".contains(text[index]) {
          name.append(text[index])
          index += 1
        }
        while name.last == " " { name.removeLast() }
        add(.name(name), at: start)
        continue
      }
      index += 1
    }
    throw TemplateMistake(column: opening + 1, reason: "a { without its }")
  }

  /// A text in quotes, the index left at the closing one.
  private mutating func quoted() throws(TemplateMistake) -> String {
    let start = index
    var inside = ""
    index += 1
    while index < text.count, text[index] != "\"" {
      if text[index] == "\\", index + 1 < text.count, "\"\\".contains(text[index + 1]) {
        index += 1
      }
      inside.append(text[index])
      index += 1
    }
    guard index < text.count else {
      throw TemplateMistake(column: start + 1, reason: "a \" without the one that ends the text")
    }
    return inside
  }
}
