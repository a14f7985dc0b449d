package import Music

/// What a walk through a library has seen.
package struct AudiobookshelfListing: Equatable, Sendable {
  /// The ids of all items, those that did not change included.
  package var items: Set<String> = []
  /// Of these, items whose files are gone from the server's disk.
  package var missing: Set<String> = []
  /// Whether items that are not among `items` are gone: nothing moved between the pages.
  package var isComplete = false
  /// Items whose details could not be read, with the reason; they are tried again next time.
  package var faults: [String: ServerError] = [:]

  package init() {}
}

extension AudiobookshelfClient {
  /// Requests for details at once.
  private static let detailsAtOnce = 4
  /// Of one library; more are another server's joke.
  private static let mostItems = 1_000_000

  /// Walks through a library in pages, and fetches the details of what is new or has changed.
  ///
  /// - Parameters:
  ///   - known: the mark of the version that is stored of an item; nil where it is new.
  ///   - batch: stores the items of a page, each as a book or as a show's episodes; waited for.
  package func list(
    _ library: AudiobookshelfLibrary, known: @Sendable (String) -> Int64?,
    batch: @Sendable ([String: [ServerBook]]) async -> Void
  ) async throws(ServerError) -> AudiobookshelfListing {
    var listing = AudiobookshelfListing()
    var total: Int?
    var isSteady = true
    var number = 0
    while listing.items.count < Self.mostItems {
      let page = try await page(number, of: library)
      isSteady = isSteady && (total ?? page.total) == page.total
      total = page.total
      let new = page.items.filter { listing.items.insert($0.id).inserted }
      isSteady = isSteady && new.count == page.sent
      listing.missing.formUnion(new.filter(\.isMissing).map(\.id))
      let changed = new.filter { known($0.id) != $0.updated && !$0.isMissing && $0.parts > 0 }
      if !changed.isEmpty {
        let (books, faults) = try await details(of: changed, in: library)
        listing.faults.merge(faults) { _, new in new }
        if !books.isEmpty { await batch(books) }
      }
      number += 1
      guard page.sent > 0, !new.isEmpty, number * Self.pageSize < page.total else { break }
      if Task.isCancelled { throw .cancelled }
    }
    listing.isComplete = isSteady && listing.items.count == total
    return listing
  }

  private func details(
    of items: [AudiobookshelfItem], in library: AudiobookshelfLibrary
  ) async throws(ServerError) -> ([String: [ServerBook]], [String: ServerError]) {
    var books: [String: [ServerBook]] = [:]
    var faults: [String: ServerError] = [:]
    typealias Answer = (id: String, result: Result<[ServerBook], ServerError>)
    await withTaskGroup(of: Answer.self) { group in
      var waiting = items[...]
      func begin() {
        guard let item = waiting.popFirst() else { return }
        group.addTask {
          do throws(ServerError) {
            return (item.id, .success(try await self.books(item.id, in: library.name)))
          } catch { return (item.id, .failure(error)) }
        }
      }
      for _ in 0..<Self.detailsAtOnce { begin() }
      for await answer in group {
        switch answer.result {
        case .success(let found): books[answer.id] = found
        case .failure(let fault): faults[answer.id] = fault
        }
        begin()
      }
    }
    // One item may be damaged; a fault of the server or of the sign-in ends the walk.
    for fault in faults.values where !fault.isOfOne { throw fault }
    return (books, faults)
  }
}
