/// Parses a query's text by recursive descent.
struct QueryParser {
  /// More than anybody types, and little enough to search at every key.
  static let maximumLength = 1000
  static let maximumTerms = 64
  static let maximumDepth = 16

  private let scalars: [Unicode.Scalar]
  private let zone: LocalZone
  private var tokens: [QueryToken] = []
  private var index = 0
  private var depth = 0
  private(set) var isIncomplete = false

  init(_ text: String, _ zone: LocalZone) throws(QueryError) {
    scalars = Array(text.unicodeScalars.prefix(QueryParser.maximumLength + 1))
    self.zone = zone
    guard scalars.count <= QueryParser.maximumLength else {
      throw error(
        QueryParser.maximumLength, "too long: \(QueryParser.maximumLength) characters are the most")
    }
    var lexer = QueryLexer(scalars)
    var terms = 0
    while let token = lexer.next() {
      if case .term = token.kind { terms += 1 }
      guard terms <= QueryParser.maximumTerms else {
        throw error(token.start, "too many terms: \(QueryParser.maximumTerms) are the most")
      }
      tokens.append(token)
    }
  }

  mutating func parse() throws(QueryError) -> TrackQuery {
    let query = try alternatives()
    if index < tokens.count {
      throw error(tokens[index].start, "no ( is open here; quote it to look for it: \")\"")
    }
    return query ?? .everything
  }

  func error(_ scalar: Int, _ reason: String) -> QueryError {
    var before = String.UnicodeScalarView()
    before.append(contentsOf: scalars.prefix(scalar))
    return QueryError(column: String(before).count + 1, reason: reason)
  }

  private var current: QueryToken? { index < tokens.count ? tokens[index] : nil }

  /// Nil where everything is half-typed.
  private mutating func alternatives() throws(QueryError) -> TrackQuery? {
    var parts: [TrackQuery] = []
    while true {
      let start = index
      if let part = try conjunction() { parts.append(part) }
      guard let token = current, token.kind == .or else {
        if index == start, let before = start > 0 ? tokens[start - 1] : nil, before.kind == .or {
          guard current == nil else { throw error(before.start, "nothing to choose behind OR") }
          isIncomplete = true
        }
        return TrackQuery.any(of: parts)
      }
      guard index > start else {
        // Alone it is an unfinished word, or a search for it.
        if tokens.count == 1 {
          index += 1
          return .word("or")
        }
        throw error(token.start, "nothing to choose before OR; to look for it, write “or”")
      }
      index += 1
    }
  }

  private mutating func conjunction() throws(QueryError) -> TrackQuery? {
    var parts: [TrackQuery] = []
    while let token = current, token.kind != .or, token.kind != .close {
      if let part = try factor() { parts.append(part) }
    }
    return parts.isEmpty ? nil : TrackQuery.all(of: parts)
  }

  private mutating func factor() throws(QueryError) -> TrackQuery? {
    var isNegated = false
    while let token = current, token.kind == .minus {
      isNegated.toggle()
      index += 1
    }
    guard let token = current else {
      isIncomplete = true
      return nil
    }
    index += 1
    let query: TrackQuery?
    switch token.kind {
    case .open: query = try group(token)
    case .term(let term): query = try read(term, token)
    case .or, .close, .minus: throw error(token.start, "nothing to leave out behind -")
    }
    return isNegated ? query.map { $0.negated } : query
  }

  private mutating func group(_ open: QueryToken) throws(QueryError) -> TrackQuery? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= QueryParser.maximumDepth else {
      throw error(open.start, "too deep: \(QueryParser.maximumDepth) parentheses are the most")
    }
    if current?.kind == .close {
      throw error(open.start, "nothing between the parentheses")
    }
    let query = try alternatives()
    guard current?.kind == .close else {
      throw error(open.start, "this ( is not closed; add a )")
    }
    index += 1
    return query
  }

  private mutating func read(_ term: QueryTerm, _ token: QueryToken) throws(QueryError)
    -> TrackQuery?
  {
    guard let name = term.field else { return word(term) }
    guard let field = QueryField(name) else {
      let likely = QueryField.suggestions(for: name).prefix(4).joined(separator: ", ")
      throw error(
        token.start + (term.isCompatible ? 1 : 0),
        "no field “\(name)”: \(likely), …; to look for it, quote it: \"\(name):\"")
    }
    if term.isCompatible, field != .key {
      throw error(token.start, "only key: has compatible ones: ~key:8A")
    }
    let term = try withValue(term, field)
    if term.isOpen { isIncomplete = true }
    switch QueryValue(field, zone).read(term) {
    case .query(let query): return query
    case .unfinished(let hint):
      guard term.isLast || term.value.isEmpty && current == nil else {
        throw error(term.valueStart, hint)
      }
      isIncomplete = true
      return nil
    case .wrong(let reason):
      if term.isOpen { return nil }
      throw error(term.valueStart, reason)
    }
  }

  /// "artist: miles" means what "artist:miles" does.
  private mutating func withValue(_ term: QueryTerm, _ field: QueryField) throws(QueryError)
    -> QueryTerm
  {
    if case .flag = field { return term }
    guard term.value.isEmpty, !term.isQuoted, let token = current else { return term }
    guard case .term(var next) = token.kind, next.field == nil else {
      throw error(term.valueStart, "\(field.name): needs a value; \(field.example)")
    }
    index += 1
    next.field = term.field
    next.isCompatible = term.isCompatible
    return next
  }

  private mutating func word(_ term: QueryTerm) -> TrackQuery? {
    if term.isOpen { isIncomplete = true }
    if term.isLast, !term.isQuoted, ["~", "~k", "~ke", "~key"].contains(term.value.lowercased()) {
      isIncomplete = true
      return nil
    }
    let folded = TrackQuery.needle(term.value)
    return folded.isEmpty ? nil : .word(folded)
  }
}
