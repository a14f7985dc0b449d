/// Parses a template's tokens.
struct TemplateParser {
  private let tokens: [TemplateToken]
  /// By the index of a bracket's token: that of its partner.
  private let partners: [Int: Int]
  private var index = 0

  /// Maximum nesting of brackets.
  static let maximumDepth = 8

  static func pieces(of source: String) throws(TemplateMistake) -> [TemplatePart] {
    let tokens = try TemplateLexer.tokens(of: source)
    guard source.contains(where: { !$0.isWhitespace }) else { return [] }
    var parser = TemplateParser(tokens: tokens, partners: try partners(in: tokens))
    let pieces = try parser.pieces(upTo: tokens.count, depth: 0)
    guard pieces.contains(where: { !$0.fields.isEmpty }) else {
      throw TemplateMistake(
        column: 1, reason: "no placeholder in it, such as {Album}, so that all would be one group")
    }
    return pieces
  }

  private struct OpenBracket {
    var index: Int
    var bracket: TemplateBracket
    var isEscaped: Bool
  }

  /// Pairs of brackets. Escaped ones need no partner.
  private static func partners(in tokens: [TemplateToken]) throws(TemplateMistake) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var open: [OpenBracket] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .open(let bracket, let isEscaped):
        open.append(OpenBracket(index: index, bracket: bracket, isEscaped: isEscaped))
      case .close(let bracket, let isEscaped):
        // There is one kind of round brackets; escaped square ones differ from others.
        func fits(_ other: OpenBracket) -> Bool {
          other.bracket == bracket && (bracket == .round || other.isEscaped == isEscaped)
        }
        let between = open.reversed().prefix { !fits($0) && $0.isEscaped }.count
        guard let position = open.indices.dropLast(between).last, fits(open[position]) else {
          guard bracket == .square, !isEscaped else { continue }
          if open.contains(where: fits), let inner = open.last { throw unclosed(inner, tokens) }
          throw TemplateMistake(
            column: token.column, reason: "a ] without its [; write \\] for the sign itself")
        }
        partners[open[position].index] = index
        partners[index] = open[position].index
        open.removeSubrange(position...)
      default: break
      }
    }
    if let left = open.last(where: { !$0.isEscaped }) { throw unclosed(left, tokens) }
    return partners
  }

  private static func unclosed(_ open: OpenBracket, _ tokens: [TemplateToken]) -> TemplateMistake {
    let signs = open.bracket.signs
    return TemplateMistake(
      column: tokens[open.index].column,
      reason:
        "a \(signs.open) without its \(signs.close); write \\\(signs.open) for the sign itself")
  }

  private mutating func pieces(upTo end: Int, depth: Int) throws(TemplateMistake)
    -> [TemplatePart]
  {
    var pieces: [TemplatePart] = []
    while index < end {
      let token = tokens[index]
      let start = index
      index += 1
      switch token.kind {
      case .text(let text): pieces.append(literal: text)
      case .open(let bracket, let isEscaped):
        guard let close = partners[start] else {
          pieces.append(literal: bracket.signs.open)
          continue
        }
        guard depth < TemplateParser.maximumDepth else {
          throw TemplateMistake(
            column: token.column,
            reason: "brackets nest at most \(TemplateParser.maximumDepth) deep")
        }
        let inner = try self.pieces(upTo: close, depth: depth + 1)
        index = close + 1
        let hasFields = inner.contains { !$0.fields.isEmpty }
        if bracket == .square, !isEscaped {
          guard hasFields else {
            throw TemplateMistake(
              column: token.column,
              reason: "no placeholder between [ and ]; write \\[ \\] for the signs themselves")
          }
          pieces.append(.optional(inner))
        } else if hasFields {
          pieces.append(.bracket(bracket, inner))
        } else if case .literal(let text) = inner.first, !text.allSatisfy(\.isWhitespace) {
          pieces.append(literal: bracket.signs.open + text + bracket.signs.close)
        }
      case .close(let bracket, _): pieces.append(literal: bracket.signs.close)
      case .beginField: pieces.append(.field(try field()))
      case .endField, .name, .colon, .bar, .quoted: break
      }
    }
    return pieces
  }
}

// MARK: Fields

extension TemplateParser {
  /// The field between braces; the index is behind the first.
  private mutating func field() throws(TemplateMistake) -> TemplateField {
    let opening = tokens[index - 1].column
    var choices: [TemplateField.Choice] = []
    while true {
      let token = tokens[index]
      if case .text = choices.last {
        throw TemplateMistake(
          column: token.column,
          reason: "nothing shows behind a text in quotes, which is always there")
      }
      index += 1
      switch token.kind {
      case .name(let name):
        let column = choices.isEmpty ? opening : token.column
        choices.append(try value(name, at: column))
      case .quoted(let text):
        guard text.contains(where: { !$0.isWhitespace }) else {
          throw TemplateMistake(column: token.column, reason: "an empty text in quotes")
        }
        guard !choices.isEmpty else {
          throw TemplateMistake(
            column: token.column, reason: "a placeholder has to come first, as in {Artist|\"…\"}")
        }
        choices.append(.text(text))
      default:
        throw TemplateMistake(
          column: token.column,
          reason: "a placeholder is missing here: \(TemplateParser.known)")
      }
      let next = tokens[index]
      index += 1
      switch next.kind {
      case .endField: return TemplateField(choices)
      case .bar: continue
      default:
        throw TemplateMistake(
          column: next.column, reason: "only | or } can stand here")
      }
    }
  }

  private static let known = GroupTemplate.Placeholder.allCases.map(\.rawValue)
    .joined(separator: ", ")

  private mutating func value(_ name: String, at column: Int) throws(TemplateMistake)
    -> TemplateField.Choice
  {
    let wanted = name.lowercased()
    let all = GroupTemplate.Placeholder.allCases
    guard let placeholder = all.first(where: { $0.rawValue.lowercased() == wanted }) else {
      let near = all.first { TemplateParser.isNear($0.rawValue.lowercased(), wanted) }
      throw TemplateMistake(
        column: column,
        reason: "there is no {\(name)}; "
          + (near.map { "did you mean {\($0.rawValue)}?" } ?? "there are \(TemplateParser.known)"))
    }
    guard tokens[index].kind == .colon else { return .value(placeholder, nil) }
    index += 1
    guard case .name(let text) = tokens[index].kind else {
      throw TemplateMistake(
        column: tokens[index].column, reason: TemplateParser.details(of: placeholder))
    }
    index += 1
    let detail: TemplateField.Detail? =
      switch placeholder {
      case .bpm: Int(text).flatMap { (1...100).contains($0) ? .width($0) : nil }
      case .added: TemplateField.DateUnit(rawValue: text.lowercased()).map { .unit($0) }
      case _ where placeholder.isText:
        Int(text).flatMap { (1...9).contains($0) ? .letters($0) : nil }
      default: nil
      }
    guard let detail else {
      throw TemplateMistake(
        column: tokens[index - 1].column, reason: TemplateParser.details(of: placeholder))
    }
    return .value(placeholder, detail)
  }

  /// The details allowed after a colon.
  private static func details(of placeholder: GroupTemplate.Placeholder) -> String {
    switch placeholder {
    case .bpm: "behind {BPM: stands how wide a range is, 1 to 100"
    case .added: "behind {Added: stands year, month or day"
    case _ where placeholder.isText:
      "behind {\(placeholder.rawValue): stands how many letters, 1 to 9"
    default:
      "{\(placeholder.rawValue)} takes nothing behind a colon; BPM, Added and names do"
    }
  }

  /// Whether one text is the other's prefix, or they differ in one character.
  private static func isNear(_ left: String, _ right: String) -> Bool {
    if right.count >= 2, left.hasPrefix(right) || right.hasPrefix(left) { return true }
    let (left, right) = (Array(left), Array(right))
    let head = zip(left, right).prefix { $0 == $1 }.count
    let tail = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    return max(left.count, right.count) - min(head + tail, left.count, right.count) <= 1
  }
}

extension [TemplatePart] {
  /// Appends a text, merged with a preceding one.
  fileprivate mutating func append(literal text: String) {
    if case .literal(let before) = last {
      self[count - 1] = .literal(before + text)
    } else {
      append(.literal(text))
    }
  }
}
