import Interface
import Music

/// Lists of audiobooks, made of all of them: a library has few.
struct BookListing: Sendable {
  private let books: [BookRow]

  /// - Parameter books: in the order of their titles.
  init(_ books: [BookRow]) { self.books = books }

  /// The rows that are asked for.
  func window(_ request: BookListRequest) -> BookListWindow {
    let rows = filtered(rows(of: request.list), request.filter)
    let range = request.range.clamped(to: 0..<rows.count)
    return BookListWindow(
      list: request.list, filter: request.filter, count: rows.count, start: range.lowerBound,
      rows: Array(rows[range]),
      anchorIndex: request.anchor.flatMap { anchor in rows.firstIndex { $0.id == anchor } })
  }

  /// The books of a list that has some.
  func rows(in list: BookList) -> [BookRow] { rows(of: list).compactMap(\.book) }

  private func rows(of list: BookList) -> [BookListRow] {
    switch list {
    case .home:
      // Links to lists without rows lead nowhere.
      guard !books.isEmpty else { return [] }
      return rows(of: .continueListening)
        + BookList.linked.map { .list($0, count: rows(of: $0).count) }
        .filter { if case .list(_, count: 0) = $0 { false } else { true } }
    case .continueListening: return BookRules().continued(books).map { .book($0) }
    case .notStarted:
      return books.filter { $0.progress.place == .zero && !$0.progress.isFinished }
        .map { .book($0) }
    case .finished:
      return books.filter(\.progress.isFinished)
        .sorted { ($0.progress.finished ?? 0) > ($1.progress.finished ?? 0) }.map { .book($0) }
    case .all: return books.map { .book($0) }
    case .series: return names { $0.details.series.map(\.name) }
    case .authors: return names(\.details.authors)
    case .narrators: return names(\.details.narrators)
    case .ofSeries(let name): return inSeries(name).map { .book($0) }
    case .ofAuthor(let name): return having(name, \.details.authors)
    case .ofNarrator(let name): return having(name, \.details.narrators)
    }
  }

  /// The names that books have, by their sort names; spellings that differ in case are one.
  private func names(_ names: (BookRow) -> [String]) -> [BookListRow] {
    var found: [String: (name: String, books: Int, duration: Duration)] = [:]
    for book in books {
      for name in Set(names(book).map { SortKey.folded($0) }) {
        let shown = names(book).first { SortKey.folded($0) == name } ?? name
        let before = found[name] ?? (shown, 0, .zero)
        found[name] = (before.name, before.books + 1, before.duration + book.duration)
      }
    }
    return found.sorted { $0.key < $1.key }
      .map { .name($0.value.name, books: $0.value.books, duration: $0.value.duration) }
  }

  private func having(_ name: String, _ names: (BookRow) -> [String]) -> [BookListRow] {
    let wanted = SortKey.folded(name)
    return books.filter { names($0).contains { SortKey.folded($0) == wanted } }.map { .book($0) }
  }

  /// The books of a series in its order, those without a number last.
  private func inSeries(_ name: String) -> [BookRow] {
    let wanted = SortKey.folded(name)
    let found = books.compactMap { book -> (order: Double, book: BookRow)? in
      guard let series = book.details.series.first(where: { SortKey.folded($0.name) == wanted })
      else { return nil }
      return (Self.order(series.sequence), book)
    }
    // Stable, so that books of one number are in the order of their titles.
    return found.enumerated().sorted { left, right in
      (left.element.order, left.offset) < (right.element.order, right.offset)
    }.map(\.element.book)
  }

  /// The number at the beginning of "2", "1.5" or "1-3".
  private static func order(_ sequence: String?) -> Double {
    let digits = (sequence ?? "").prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return Double(digits) ?? .infinity
  }

  private func filtered(_ rows: [BookListRow], _ filter: String) -> [BookListRow] {
    let words = SortKey.folded(filter).split(separator: " ")
    guard !words.isEmpty else { return rows }
    return rows.filter { row in
      let text = SortKey.folded(Self.text(of: row))
      return words.allSatisfy { text.contains($0) }
    }
  }

  private static func text(of row: BookListRow) -> String {
    switch row {
    case .book(let book):
      let details = book.details
      return ([details.title] + details.authors + details.narrators + details.series.map(\.name))
        .joined(separator: " ")
    case .list(let list, _): return list.title
    case .name(let name, _, _): return name
    }
  }
}
