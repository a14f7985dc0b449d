/// A text with placeholders that groups the tracks of a list: "{Album} ({Date})".
///
/// A group's key differs from its text: tracks of one album stay together although their dates
/// differ, and two albums of one name by different artists stay apart.
package struct GroupTemplate: Hashable, Sendable {
  /// As the user wrote it; "" groups nothing.
  package let source: String
  let pieces: [TemplatePart]
  /// The fields in braces, in order, brackets left out.
  package let fields: [TemplateField]

  package static let none = GroupTemplate(source: "", pieces: [])

  /// Parses a template; throws the column of a mistake.
  package init(_ source: String) throws(TemplateMistake) {
    self.init(source: source, pieces: try TemplateParser.pieces(of: source))
  }

  init(source: String, pieces: [TemplatePart]) {
    self.source = source
    self.pieces = pieces
    fields = pieces.flatMap(\.fields)
  }

  /// Whether it does not group.
  package var isEmpty: Bool { pieces.isEmpty }

  /// The template in its canonical form.
  package var canonical: String { pieces.map(\.text).joined() }

  /// Whether both group and print alike, however they are written.
  package func isEquivalent(to other: GroupTemplate) -> Bool { pieces == other.pieces }

  /// Whether it contains a placeholder.
  package func mentions(_ placeholder: Placeholder) -> Bool {
    fields.contains { $0.choices.contains { $0.placeholder == placeholder } }
  }
}

/// A mistake in a template, and its column.
package struct TemplateMistake: Error, Equatable, Sendable {
  /// Counted from 1, in characters.
  package var column: Int
  package var reason: String

  package init(column: Int, reason: String) {
    self.column = column
    self.reason = reason
  }

  /// The one line that a user reads.
  package var message: String { "Column \(column): \(reason)" }
}

/// A parsed part of a template.
enum TemplatePart: Hashable, Sendable {
  case literal(String)
  case field(TemplateField)
  /// Printed brackets around placeholders; without any value they vanish.
  indirect case bracket(TemplateBracket, [TemplatePart])
  /// A part in square brackets: it vanishes when nothing in it has a value.
  indirect case optional([TemplatePart])

  var fields: [TemplateField] {
    switch self {
    case .literal: []
    case .field(let field): [field]
    case .bracket(_, let inner), .optional(let inner): inner.flatMap(\.fields)
    }
  }

  /// Its source text.
  var text: String {
    switch self {
    case .literal(let text):
      text.reduce(into: "") { $0 += TemplateLexer.isSign($1) ? "\\\($1)" : String($1) }
    case .field(let field): field.text
    case .bracket(let bracket, let inner):
      bracket.source.open + inner.map(\.text).joined() + bracket.source.close
    case .optional(let inner): "[" + inner.map(\.text).joined() + "]"
    }
  }
}

/// The brackets that a template can print.
enum TemplateBracket: Hashable, Sendable, CaseIterable {
  case round, square, curly

  var signs: (open: String, close: String) {
    switch self {
    case .round: ("(", ")")
    case .square: ("[", "]")
    case .curly: ("{", "}")
    }
  }

  /// Their source text.
  var source: (open: String, close: String) {
    self == .round ? signs : ("\\" + signs.open, "\\" + signs.close)
  }
}
