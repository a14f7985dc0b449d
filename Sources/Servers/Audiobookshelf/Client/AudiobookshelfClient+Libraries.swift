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
      let percent = library.settings?.markAsFinishedPercentComplete?.value
      let seconds = library.settings?.markAsFinishedTimeRemaining?.value
      return AudiobookshelfLibrary(
        id: id, name: ServerWords.name(library.name) ?? "", kind: kind,
        finishedPercent: percent.flatMap { (1...100).contains($0) ? $0 : nil },
        finishedSeconds: seconds.flatMap { (0...3600).contains($0) ? $0 : nil } ?? 10)
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

  /// What a library has for some words.
  package func search(
    _ words: String, in library: AudiobookshelfLibrary, limit: Int = 12
  ) async throws(ServerError) -> AudiobookshelfMatches {
    // The server refuses an empty search.
    guard !words.allSatisfy(\.isWhitespace) else { return AudiobookshelfMatches() }
    var call = Call(
      path: ["api", "libraries", try valid(library.id, "the library"), "search"],
      what: "the search", bodyLimit: Self.largeBody)
    call.add("q", words)
    call.add("limit", limit)
    let answer: SearchAnswer = try await json(call)
    let items = (answer.book?.values ?? []) + (answer.podcast?.values ?? [])
    return AudiobookshelfMatches(
      books: items.flatMap { $0.libraryItem.books(in: library.name) },
      authors: ServerWords.names(answer.authors?.values.compactMap(\.name) ?? []),
      narrators: ServerWords.names(answer.narrators?.values.compactMap(\.name) ?? []),
      series: answer.series?.values.compactMap { found in
        found.series.flatMap { $0.group(members: found.books?.values ?? []) }
      } ?? [])
  }

  package func series(
    of library: AudiobookshelfLibrary
  ) async throws(ServerError) -> [AudiobookshelfGroup] {
    try await groups("series", of: library, size: Self.pageSize)
  }

  package func collections(
    of library: AudiobookshelfLibrary
  ) async throws(ServerError) -> [AudiobookshelfGroup] {
    // Their books come with all files.
    try await groups("collections", of: library, size: 5)
  }

  /// Of one kind in a library.
  private static let mostGroups = 100_000

  private func groups(
    _ kind: String, of library: AudiobookshelfLibrary, size: Int
  ) async throws(ServerError) -> [AudiobookshelfGroup] {
    var groups: [AudiobookshelfGroup] = []
    var seen: Set<String> = []
    var page = 0
    while true {
      var call = Call(
        path: ["api", "libraries", try valid(library.id, "the library"), kind],
        what: "the \(kind) of \(library.name)", bodyLimit: Self.largeBody)
      call.add("limit", size)
      call.add("page", page)
      let answer: PageAnswer<SeriesAnswer> = try await json(call)
      if Task.isCancelled { throw .cancelled }
      let new = answer.results.values.compactMap { $0.group(members: $0.books?.values ?? []) }
        .filter { seen.insert($0.id).inserted }
      groups += new
      page += 1
      let total = answer.total.whole ?? 0
      // A server that sends the same page for ever ends here, too.
      guard !new.isEmpty, page * size < total, groups.count < Self.mostGroups else { return groups }
    }
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

extension SeriesAnswer {
  /// Nil where it has no id or name.
  func group(members items: [ItemAnswer]) -> AudiobookshelfGroup? {
    guard let id = AudiobookshelfID.valid(id?.value), let name = ServerWords.name(name) else {
      return nil
    }
    return AudiobookshelfGroup(
      id: id, name: name,
      members: items.compactMap { item in
        guard let member = AudiobookshelfID.valid(item.id?.value) else { return nil }
        let series = item.media?.metadata?.series?.values ?? []
        let own = series.first { $0.name?.value == self.name?.value } ?? series.first
        return .init(item: member, sequence: ServerWords.name(own?.sequence, longest: 40))
      })
  }
}
