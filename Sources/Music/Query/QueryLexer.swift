/// A token of a query's text.
struct QueryToken: Equatable {
  enum Kind: Equatable {
    case open, close, or, minus
    case term(QueryTerm)
  }

  var kind: Kind
  /// Its offset, in scalars.
  var start: Int
}

/// A word, or a field and its value.
struct QueryTerm: Equatable {
  /// As written, without the colon; nil for a word.
  var field: String?
  /// "~" before the field or its value.
  var isCompatible = false
  var value = ""
  /// In scalars.
  var valueStart: Int
  var isQuoted = false
  /// Whether its opening quote is not closed.
  var isOpen = false
  /// Whether it is the last token.
  var isLast = false
}

/// Splits a query into tokens. Works on scalars: a quote is a quote, whatever mark follows.
struct QueryLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func next() -> QueryToken? {
    while let scalar = current {
      let start = index
      switch scalar {
      case _ where scalar.properties.isWhitespace: index += 1
      case "(", ")":
        index += 1
        return QueryToken(kind: scalar == "(" ? .open : .close, start: start)
      case "-":
        index += 1
        // A dash on its own separates the words of a pasted title.
        if let next = current, next.properties.isWhitespace || next == ")" { continue }
        return QueryToken(kind: .minus, start: start)
      default: return QueryToken(kind: word(), start: start)
      }
    }
    return nil
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private static func ends(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "(" || scalar == ")"
  }

  private mutating func word() -> QueryToken.Kind {
    let start = index
    var term = QueryTerm(valueStart: start)
    if let colon = colonOfField() {
      term.isCompatible = scalars[start] == "~"
      term.field = text(start + (term.isCompatible ? 1 : 0), colon)
      index = colon + 1
      if current == "~", index + 1 < scalars.count, scalars[index + 1] == "\"" {
        term.isCompatible = true
        index += 1
      }
      term.valueStart = index
    }
    if current == "\"" {
      readQuoted(into: &term)
    } else {
      let from = index
      while let scalar = current, !QueryLexer.ends(scalar) { index += 1 }
      term.value = text(from, index)
    }
    term.isLast = index == scalars.count
    let isOperator = term.field == nil && !term.isQuoted && term.value == "OR"
    return isOperator ? .or : .term(term)
  }

  /// The colon after a field's name that begins here: letters alone, and not an address.
  private func colonOfField() -> Int? {
    var at = index
    if scalars[at] == "~" { at += 1 }
    let start = at
    while at < scalars.count, scalars[at].properties.isAlphabetic { at += 1 }
    guard at > start, at < scalars.count, scalars[at] == ":" else { return nil }
    if at + 2 < scalars.count, scalars[at + 1] == "/", scalars[at + 2] == "/" { return nil }
    return at
  }

  private mutating func readQuoted(into term: inout QueryTerm) {
    term.isQuoted = true
    index += 1
    var value = String.UnicodeScalarView()
    while let scalar = current {
      index += 1
      if scalar == "\"" {
        term.value = String(value)
        return
      }
      if scalar == "\\", let escaped = current {
        index += 1
        value.append(escaped)
      } else {
        value.append(scalar)
      }
    }
    term.value = String(value)
    term.isOpen = true
  }

  private func text(_ start: Int, _ end: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<end])
    return String(view)
  }
}
