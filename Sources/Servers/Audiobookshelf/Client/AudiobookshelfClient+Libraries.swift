internal import HTTP
package import Music

extension AudiobookshelfClient {
  /// Items of a page.
  package static let pageSize = 50

  package func libraries() async throws(ServerError) -> [AudiobookshelfLibrary] {
    let answer: LibrariesAnswer = try await json(
      Call(path: ["api", "libraries"], what: "the libraries"))
    return answer.libraries.values.compactMap { library in
      guard let id = AudiobookshelfID.valid(library.id?.value) else { return nil }
      let kind: AudiobookshelfLibrary.Kind
      switch library.mediaType?.value {
      case "book": kind = .books
      case "podcast": kind = .podcasts
      case .none, .some: return nil
      }
      return AudiobookshelfLibrary(id: id, name: ServerWords.name(library.name) ?? "", kind: kind)
    }
  }

  /// A page of a library's items, from 0, in the order in which they were added: new ones move none.
  package func page(
    _ number: Int, of library: AudiobookshelfLibrary
  ) async throws(ServerError) -> AudiobookshelfPage {
    var call = Call(
      path: ["api", "libraries", try valid(library.id, "the library"), "items"],
      what: "the library \(library.name)", bodyLimit: Self.largeBody)
    call.add("limit", Self.pageSize)
    call.add("page", number)
    call.add("sort", "addedAt")
    call.add("minified", 1)
    let answer: PageAnswer<ItemAnswer> = try await json(call)
    return AudiobookshelfPage(
      items: answer.results.values.compactMap(\.item),
      total: Int(max(0, min(answer.total.whole ?? 0, 100_000_000))), sent: answer.results.sent)
  }

  /// A book with its files and chapters, or the episodes of a podcast with the newest first.
  ///
  /// - Throws: `.notFound` where the item has been deleted meanwhile.
  package func books(
    _ item: String, in library: String
  ) async throws(ServerError) -> [ServerBook] {
    let answer = try await details(item)
    return answer.books(in: library)
  }

  private func details(_ item: String) async throws(ServerError) -> ItemAnswer {
    var call = Call(
      path: ["api", "items", try valid(item, "the book")], what: "the book",
      bodyLimit: Self.largeBody)
    call.add("expanded", 1)
    let answer: ItemAnswer = try await json(call)
    guard answer.id?.value == item else { throw .badAnswer(reason: "another item than asked for") }
    return answer
  }

  /// The largest cover that is read, in bytes.
  package static let largestCover: Int64 = 10 << 20

  /// The cover of an item as JPEG, scaled by the server; nil where it has none.
  ///
  /// - Throws: `.tooLarge`, `.badAnswer` for anything but a picture, among others.
  package func cover(of item: String, width: Int) async throws(ServerError) -> [UInt8]? {
    var call = Call(
      path: ["api", "items", try valid(item, "the cover"), "cover"], what: "the cover",
      bodyLimit: Self.largestCover)
    call.add("width", max(1, min(width, 4000)))
    call.add("format", "jpeg")
    do throws(ServerError) {
      let response = try await response(to: call)
      guard response.head.contentType?.hasPrefix("image/") == true, !response.body.isEmpty else {
        throw .badAnswer(reason: "a cover that is no picture")
      }
      return response.body
    } catch {
      guard case .notFound = error else { throw error }
      return nil
    }
  }
}
