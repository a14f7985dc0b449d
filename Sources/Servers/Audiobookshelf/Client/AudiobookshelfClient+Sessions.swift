internal import HTTP
internal import Music

extension AudiobookshelfClient {
  /// A session that the server has opened.
  struct OpenSession: Equatable, Sendable {
    var id: String
    /// The user's place as the server has it.
    var place: Duration
  }

  /// Opens a session, which closes those of the same device.
  func open(
    _ book: ListenedBook, _ device: AudiobookshelfDevice
  ) async throws(ServerError) -> OpenSession {
    var path = ["api", "items", try valid(book.item, "the book"), "play"]
    if let episode = book.episode { path.append(try valid(episode, "the episode")) }
    let answer: SessionAnswer = try await json(
      Call(
        method: .post, path: path, body: try body(PlayBody(deviceInfo: DeviceBody(device))),
        what: "the book", isRepeated: false, bodyLimit: Self.largeBody))
    guard let id = AudiobookshelfID.valid(answer.id?.value) else {
      throw .badAnswer(reason: "a session without an id")
    }
    return OpenSession(id: id, place: answer.currentTime.audioTime)
  }

  /// Adds a stretch to an open session, once: a second time it would count twice.
  ///
  /// - Throws: `.notFound` where the server has forgotten the session.
  func sync(_ session: String, _ stretch: LocalSession) async throws(ServerError) {
    try await send("sync", session, stretch)
  }

  func close(_ session: String, _ stretch: LocalSession) async throws(ServerError) {
    try await send("close", session, stretch)
  }

  private func send(
    _ verb: String, _ session: String, _ stretch: LocalSession
  ) async throws(ServerError) {
    let body = SyncBody(
      currentTime: stretch.currentTime, timeListened: Double(stretch.listened) / 1000,
      duration: Double(stretch.book.length) / 1000)
    try await response(
      to: Call(
        method: .post, path: ["api", "session", try valid(session, "the session"), verb],
        body: try self.body(body), what: "the session", isRepeated: false))
  }

  // MARK: Items

  /// Whether the server has a book, or an episode, still.
  func has(_ book: ListenedBook) async throws(ServerError) -> Bool {
    do throws(ServerError) {
      let found = try await books(book.item, in: "")
      return book.episode == nil || found.contains { $0.episode == book.episode }
    } catch {
      guard case .notFound = error else { throw error }
      return false
    }
  }

  /// Milliseconds of a book, or of an episode, as the server counts them; 0 where it does not know.
  ///
  /// - Throws: `.notFound` where it has been deleted.
  func length(of book: ListenedBook) async throws(ServerError) -> Int64 {
    let found = try await books(book.item, in: "").first { $0.episode == book.episode }
    return found.map { ListenedBook($0).length } ?? 0
  }

  /// Asks for little and once, to learn whether the server answers, and its clock.
  func probe() async throws(ServerError) {
    try await response(to: Call(path: ["api", "libraries"], what: "the server", isRepeated: false))
  }
}
