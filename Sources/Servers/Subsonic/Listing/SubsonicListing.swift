internal import HTTP
internal import JSON
package import Music

/// Lists all tracks of a server in batches, with bounded memory.
///
/// Pages of a search for everything come first, where the server has that; then the albums whose
/// tracks were not all among them, one by one. Not for several tasks at once.
package final class SubsonicListing {
  /// Tracks of a batch at most; some answers of servers without pages have more.
  package static let batchSize = 500
  /// Beyond these a server is taken for one that never ends.
  static let mostTracks = 5_000_000
  static let mostAlbums = 1_000_000

  /// Where a listing is, to go on there after a restart.
  package struct Cursor: Equatable, Sendable, Codable {
    /// Entries of the search that were handed over.
    package var songs = 0
    /// Whether the search has ended.
    package var isSearched = false
    /// Albums, in the server's order, that were looked into.
    package var albums = 0

    package init() {}
  }

  /// Of what the last batch was the end.
  package private(set) var cursor: Cursor
  private let client: SubsonicClient
  /// By the hash of their ids; nil until they are listed.
  private var albums: [(id: String, album: SubsonicAlbum)]?
  private var numbers: [String: Int] = [:]
  /// Tracks of each album that were handed over.
  private var counts: [Int32] = []
  private var seen: Set<Int> = []
  private let isResumed: Bool
  private var lastPage: Int?

  package init(_ client: SubsonicClient, from cursor: Cursor = Cursor()) {
    self.client = client
    self.cursor = cursor
    isResumed = cursor != Cursor()
  }

  /// Tracks that the server counts; nil before the first batch.
  package var total: Int? { albums?.reduce(0) { $0 + $1.album.tracks } }

  /// The next tracks, each once; nil at the end. After an error the same call goes on.
  package func next() async throws(ServerError) -> [ServerTrack]? {
    if albums == nil { try await listAlbums() }
    while true {
      if Task.isCancelled { throw .cancelled }
      if !cursor.isSearched {
        let batch = try await search()
        if !batch.isEmpty { return batch }
      } else if let batch = try await look() {
        if !batch.isEmpty { return batch }
      } else {
        return nil
      }
    }
  }

  private func listAlbums() async throws(ServerError) {
    var found: [(id: String, album: SubsonicAlbum)] = []
    var numbers: [String: Int] = [:]
    var offset = 0
    while found.count < Self.mostAlbums {
      let root = try await client.answer(
        to: .init(
          method: "getAlbumList2",
          items: [
            HTTPURL.Item("type", "alphabeticalByName"), HTTPURL.Item("size", "500"),
            HTTPURL.Item("offset", String(offset)),
          ], what: "the list of albums"))
      let page = root["albumList2"]["album"].list
      let before = found.count
      for node in page {
        guard let id = node["id"].id, numbers[id] == nil else { continue }
        numbers[id] = found.count
        found.append((id, SubsonicAlbum(node)))
      }
      offset += page.count
      // A page without anything new is that of a server that does not count pages.
      guard page.count > 0, found.count > before else { break }
    }
    (albums, self.numbers) = (found, numbers)
    counts = Array(repeating: 0, count: found.count)
  }

  private func search() async throws(ServerError) -> [ServerTrack] {
    let call = SubsonicClient.Call(
      method: "search3",
      items: [
        HTTPURL.Item("query", ""), HTTPURL.Item("artistCount", "0"),
        HTTPURL.Item("albumCount", "0"), HTTPURL.Item("songCount", String(Self.batchSize)),
        HTTPURL.Item("songOffset", String(cursor.songs)),
      ], what: "the list of tracks", isOptional: true)
    let page: [JSONNode]
    do throws(ServerError) {
      page = try await client.answer(to: call)["searchResult3"]["song"].list
    } catch {
      // Servers before OpenSubsonic want a word to search for.
      guard cursor.songs == 0 else { throw error }
      switch error {
      case .unsupported, .refused: page = []
      case .unreachable, .wrongAddress, .notThisServer, .tooOld, .signInAgain, .wrongPassword,
        .notAllowed, .notFound, .badAnswer, .tooLarge, .rateLimited, .tls, .cancelled:
        throw error
      }
    }
    let mark = Self.mark(of: page)
    let isOver = page.isEmpty || mark == lastPage || cursor.songs >= Self.mostTracks
    lastPage = mark
    guard !isOver else {
      cursor.isSearched = true
      return []
    }
    let before = cursor.songs
    cursor.songs += page.count
    let batch = taken(page, albumOf: { self.number(of: $0) })
    // Known tracks alone: the server begins anew for ever.
    if batch.isEmpty, before > 0, seen.count > 0, page.contains(where: { $0["id"].id != nil }) {
      cursor.isSearched = true
    }
    return batch
  }

  private static func mark(of page: [JSONNode]) -> Int {
    var hasher = Hasher()
    for node in page { hasher.combine(node["id"].id) }
    return hasher.finalize()
  }

  private func number(of node: JSONNode) -> Int? {
    node["albumId"].id.flatMap { numbers[$0] }
  }

  private func taken(
    _ page: [JSONNode], albumOf: (JSONNode) -> Int?
  ) -> [ServerTrack] {
    var batch: [ServerTrack] = []
    for node in page {
      let number = albumOf(node)
      guard let track = ServerTrack(node, in: number.flatMap { albums?[$0].album }) else {
        continue
      }
      guard seen.count < Self.mostTracks, seen.insert(track.id.hashValue).inserted else { continue }
      if let number, counts[number] < .max { counts[number] += 1 }
      batch.append(track)
    }
    return batch
  }

  /// Whether an album may have tracks that the search did not find.
  private func mustLook(_ number: Int, _ hasAll: Bool) -> Bool {
    guard let album = albums?[number].album else { return false }
    // After a restart, tracks that were handed over before are in no count.
    if isResumed { return !hasAll }
    return album.tracks == 0 || Int(counts[number]) < album.tracks
  }

  /// The tracks of the next albums that the search has left out; nil at the end.
  private func look() async throws(ServerError) -> [ServerTrack]? {
    guard let albums else { return nil }
    let hasAll = cursor.songs >= total ?? 0 && cursor.songs > 0
    var next: [Int] = []
    var index = cursor.albums
    while index < albums.count, next.count < 4 {
      if mustLook(index, hasAll) { next.append(index) }
      index += 1
    }
    guard !next.isEmpty else {
      cursor.albums = albums.count
      return nil
    }
    let client = client
    let wanted = next.map { ($0, albums[$0].id) }
    let answers = await withTaskGroup(
      of: (Int, Result<[JSONNode], ServerError>).self,
      returning: [(Int, Result<[JSONNode], ServerError>)].self
    ) { group in
      for (number, id) in wanted {
        group.addTask { (number, await client.songs(ofAlbum: id)) }
      }
      var answers: [(Int, Result<[JSONNode], ServerError>)] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.0 < $1.0 }
    }
    // All of them first: what is taken counts as handed over.
    let found = try answers.map { number, result throws(ServerError) in
      (number, try result.get())
    }
    var batch: [ServerTrack] = []
    for (number, songs) in found { batch += taken(songs, albumOf: { _ in number }) }
    cursor.albums = index
    return batch
  }
}

extension SubsonicClient {
  /// The entries of an album; none for one that has gone meanwhile.
  fileprivate func songs(ofAlbum id: String) async -> Result<[JSONNode], ServerError> {
    do throws(ServerError) {
      let root = try await answer(
        to: Call(method: "getAlbum", items: [HTTPURL.Item("id", id)], what: "an album"))
      return .success(root["album"]["song"].list)
    } catch {
      guard case .notFound = error else { return .failure(error) }
      return .success([])
    }
  }

  /// A mark of the state of the server's files: equal marks, equal tracks, apart from what the
  /// user told the server about them. Nil where the server has none.
  package func stateOfFiles() async throws(ServerError) -> String? {
    do throws(ServerError) {
      let status = try await answer(
        to: Call(method: "getScanStatus", what: "the state of its scan", isOptional: true)
      )["scanStatus"]
      if status["scanning"].flag { return nil }
      if let scan = status["lastScan"].name(longest: 60) {
        return "scan \(scan) \(status["count"].whole ?? 0)"
      }
    } catch {
      switch error {
      // Some servers let administrators alone ask.
      case .unsupported, .notAllowed: break
      case .unreachable, .wrongAddress, .notThisServer, .tooOld, .signInAgain, .wrongPassword,
        .notFound, .refused, .badAnswer, .tooLarge, .rateLimited, .tls, .cancelled:
        throw error
      }
    }
    let now = timing.now() * 1000
    // A time to come leaves the indexes themselves out of the answer.
    let root = try await answer(
      to: Call(
        method: "getIndexes", items: [HTTPURL.Item("ifModifiedSince", String(now))],
        what: "the state of its folders"))
    let modified = root["indexes"]["lastModified"].whole
    return modified.flatMap { $0 > 0 && $0 < now ? "index \($0)" : nil }
  }
}
