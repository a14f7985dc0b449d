import FoundationEssentials
import HTTP
import Log
import Music
import Online

/// Fetches lyrics from LRCLIB, one request at a time, and as slowly as the server asks for.
actor LyricsFetching {
  private let client: HTTPClient
  /// Of the service or of one like it.
  private let address: String
  private let store: FetchedLyricsStore
  /// The end of the last request; each waits for the one before.
  private var last: Task<Void, Never>?
  /// The time before which the server wants no requests.
  private var pausedUntil: ContinuousClock.Instant?

  init(_ client: HTTPClient, at address: String, store: FetchedLyricsStore) {
    self.client = client
    self.address = address
    self.store = store
  }

  /// The service at its usual address, or at that of the environment.
  init(directories: Directories, log: Log = Log()) {
    var configuration = HTTPConfiguration(userAgent: Tritone.userAgent)
    configuration.limits.responseTime = .seconds(30)
    configuration.log = { log.transferred($0) }
    let address = ProcessInfo.processInfo.environment["TRITONE_LRCLIB"] ?? LRCLIB.address
    self.init(
      HTTPClient(configuration), at: address,
      store: FetchedLyricsStore(folder: directories.fetchedLyrics))
  }

  /// The lyrics of a query, from the cache where they are known.
  ///
  /// - Parameter isAgain: whether the service is asked again where it had none.
  func lyrics(for query: LyricsQuery, isAgain: Bool = false) async throws(HTTPError) -> FoundLyrics
  {
    if let known = known(query, isAgain) { return known }
    let before = last
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    last = Task { for await _ in stream {} }
    defer { end.finish() }
    await before?.value
    // It may have been the same track.
    if let known = known(query, isAgain) { return known }
    try await waitForServer()
    do throws(HTTPError) {
      let found = try await LRCLIB(client, at: HTTPURL(address)).lyrics(for: query)
      // A cache that cannot be written asks again another time.
      try? store.keep(found, for: query)
      return found
    } catch .status(let url, let status, let pause) {
      if let pause { pausedUntil = .now + pause }
      throw .status(url, status, retryAfter: pause)
    }
  }

  private func known(_ query: LyricsQuery, _ isAgain: Bool) -> FoundLyrics? {
    let answer = store.answer(to: query)
    return isAgain && answer == .nothing ? nil : answer
  }

  /// The longest pause that is waited for.
  private static let patience: Duration = .seconds(60)

  private func waitForServer() async throws(HTTPError) {
    guard let pausedUntil else { return }
    let pause = ContinuousClock.now.duration(to: pausedUntil)
    guard pause > .zero else { return }
    guard pause <= Self.patience else {
      throw .status(address, 429, retryAfter: pause)
    }
    do { try await Task.sleep(for: pause) } catch { throw .cancelled }
  }
}

extension FoundLyrics {
  /// The text as lyrics; nil for none.
  var lyrics: TrackLyrics? {
    guard case .text(let text) = self else { return nil }
    return Lyrics(bytes: Array(text.utf8)).map { TrackLyrics($0, from: .fetched) }
  }
}
