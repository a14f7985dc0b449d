internal import HTTP
internal import Music

/// Books that the server's users have put together, in their order.
package struct AudiobookshelfCollection: Equatable, Sendable, Identifiable {
  package var id: String
  package var name: String
  /// Ids of books.
  package var items: [String]
}

extension AudiobookshelfClient {
  /// Collections of one library.
  private static let mostCollections = 1_000
  /// Books of one collection.
  private static let mostItems = 10_000
  /// The server sends all details of each book along.
  private static let collectionBody: Int64 = 64 << 20

  /// The collections of a library, one in a request; those that are too large are left out.
  package func collections(
    of library: AudiobookshelfLibrary
  ) async throws(ServerError) -> [AudiobookshelfCollection] {
    let path = ["api", "libraries", try valid(library.id, "the library"), "collections"]
    var collections: [AudiobookshelfCollection] = []
    var total = 1
    var number = 0
    while number < min(total, Self.mostCollections) {
      var call = Call(path: path, what: "the collections", bodyLimit: Self.collectionBody)
      call.add("limit", 1)
      call.add("page", number)
      number += 1
      let answer: PageAnswer<CollectionAnswer>
      do throws(ServerError) { answer = try await json(call) } catch {
        guard case .tooLarge = error else { throw error }
        // Others may be behind it.
        total = max(total, number + 1)
        continue
      }
      guard answer.results.sent > 0 else { break }
      collections += answer.results.values.compactMap { $0.collection(upTo: Self.mostItems) }
      total = Int(max(0, min(answer.total.whole ?? 0, Int64(Self.mostCollections))))
    }
    return collections
  }
}

private struct CollectionAnswer: Decodable {
  struct Book: Decodable { var id: LooseText? }

  var id: LooseText?
  var name: LooseText?
  var books: LooseList<Book>?

  /// Nil where the id is none.
  func collection(upTo most: Int) -> AudiobookshelfCollection? {
    guard let id = AudiobookshelfID.valid(id?.value) else { return nil }
    let items = books?.values.prefix(most).compactMap { AudiobookshelfID.valid($0.id?.value) } ?? []
    return AudiobookshelfCollection(id: id, name: ServerWords.name(name) ?? "", items: items)
  }
}
