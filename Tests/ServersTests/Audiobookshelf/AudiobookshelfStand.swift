import HTTP
import Music
import ServerHarness
import Servers
import Synchronization
import Testing

/// A user of the fake of Audiobookshelf, and what the program has of them.
final class AudiobookshelfStand: Sendable {
  let fake: FakeAudiobookshelf
  let root: HTTPURL
  let http: HTTPClient
  let tokens = MemoryTokens()
  let local = MemorySessions()
  private let clock = Mutex<Int64>(AudiobookshelfTiming.systemClock())
  private let pausesBox = Mutex<[Duration]>([])

  static let library = """
    {"users": [{"name": "ola", "password": "s3cr3t", "apiKey": "s3cr3t-key"},
               {"name": "kari", "password": "s3cr3t", "download": false}],
     "libraries": [{"id": "books", "name": "Books", "mediaType": "book", "remaining": 10,
                    "collections": [{"id": "c1", "name": "Ferries", "items": ["b2", "b1"]}]},
                   {"id": "shows", "name": "Shows", "mediaType": "podcast"}],
     "items": [
       {"id": "b1", "library": "books", "title": "Pier", "authors": ["Ola Nordmann", "Kari & Co"],
        "narrators": ["Per"], "series": [{"name": "Harbour", "sequence": "1.5"}],
        "description": "A pier.", "year": "2001", "genres": ["Sea"],
        "files": [{"path": "1.mp3", "duration": 60.5, "size": 1000},
                  {"path": "2.mp3", "duration": 39.5, "size": 2000, "title": "Second"}],
        "chapters": [{"start": 0, "end": 30, "title": "One"},
                     {"start": 30, "end": 100, "title": "Two"}]},
       {"id": "b2", "library": "books", "title": "Quay", "authors": ["Ola Nordmann"], "cover": false,
        "series": [{"name": "Harbour", "sequence": "2"}],
        "files": [{"path": "q.m4b", "duration": 3600}]},
       {"id": "p1", "library": "shows", "title": "Talk", "authors": ["Host"],
        "episodes": [
          {"id": "e1", "title": "First", "publishedAt": 1600000000000,
           "file": {"path": "e1.mp3", "duration": 600}},
          {"id": "e2", "title": "Second", "publishedAt": 1700000000000,
           "file": {"path": "e2.mp3", "duration": 700}}]}]}
    """

  init(
    library: String? = AudiobookshelfStand.library, generate: Int = 0, switches: String = "{}",
    path: String = ""
  ) throws {
    fake = try Self.idle.withLock { $0.popLast() } ?? FakeAudiobookshelf()
    let now = clock.withLock { $0 }
    try fake.control(
      #"{"reset": {"library": \#(library ?? "{}"), "generate": \#(generate)}}"#)
    try fake.control(#"{"set": {"frozen": \#(now)}}"#)
    try fake.control(#"{"set": \#(switches)}"#)
    root = try HTTPURL(fake.address + path)
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    configuration.limits.stallTime = .seconds(20)
    http = HTTPClient(configuration)
  }

  /// Servers that wait for the next test, since the start of one takes longer than a test.
  private static let idle = Mutex<[FakeAudiobookshelf]>([])

  deinit { Self.idle.withLock { $0.append(fake) } }

  /// Pauses that were made, which take no time.
  var pauses: [Duration] { pausesBox.withLock { $0 } }

  var timing: AudiobookshelfTiming {
    AudiobookshelfTiming(
      now: { [self] in clock.withLock { $0 } },
      pause: { [self] pause in
        try Task.checkCancellation()
        pausesBox.withLock { $0.append(pause) }
      },
      spread: { 0.5 })
  }

  /// Unix time in milliseconds, as this machine has it.
  var now: Int64 { clock.withLock { $0 } }

  /// Lets time pass, here and at the server.
  func pass(_ seconds: Int64) throws {
    clock.withLock { $0 += seconds * 1000 }
    try fake.control(#"{"pass": \#(seconds)}"#)
  }

  var signIn: AudiobookshelfSignIn { AudiobookshelfSignIn(http, at: root, timing: timing) }

  /// A client of a process of its own, which shares the stored tokens.
  func client() -> AudiobookshelfClient {
    AudiobookshelfClient(
      http, at: root,
      session: AudiobookshelfSession(http, at: root, store: tokens, timing: timing),
      timing: timing)
  }

  func signedIn(_ user: String = "ola") async throws -> AudiobookshelfClient {
    tokens.set(try await signIn.signIn(user: user, password: Secret("s3cr3t")).tokens)
    return client()
  }

  func listening(
    _ client: AudiobookshelfClient, _ reports: ReportBox = ReportBox(),
    store: (any LocalSessionStore)? = nil
  ) -> ListeningSync {
    ListeningSync(
      client,
      device: AudiobookshelfDevice(
        id: "8b0f4b1e-66ac-4c6e-9d2f-1f3ed1f60a01", version: "1.0", name: "test"),
      store: store ?? local, report: { reports.add($0) })
  }

  /// The faults that the server found, which there must not be.
  func faults() throws -> [String] { try fake.report().faults }

  func progress(_ item: String = "b1") throws -> FakeAudiobookshelf.State.Progress? {
    try fake.state().progress["user-ola"]?[item]
  }

  /// All seconds of listening to an item that the server has.
  func listened(_ item: String = "b1") throws -> Double {
    try fake.state().closed.values.filter { $0.libraryItemId == item }
      .reduce(0) { $0 + $1.timeListening }
  }
}

/// Tokens as two processes of the program share them.
final class MemoryTokens: TokenStore {
  private let state = Mutex<AudiobookshelfTokens?>(nil)
  private let isLocked = Mutex(false)

  /// Lets nothing be stored until it is unlocked.
  func lock(_ isLocked: Bool) { self.isLocked.withLock { $0 = isLocked } }

  func set(_ tokens: AudiobookshelfTokens?) { state.withLock { $0 = tokens } }
  var current: AudiobookshelfTokens? { state.withLock { $0 } }

  func tokens() async throws(ServerError) -> AudiobookshelfTokens? { current }

  func replace(
    _ old: AudiobookshelfTokens, with new: AudiobookshelfTokens
  ) async throws(ServerError) -> Bool {
    if isLocked.withLock({ $0 }) { throw .unreachable(reason: "locked") }
    return state.withLock {
      guard $0 == old else { return false }
      $0 = new
      return true
    }
  }
}

/// Sessions as they lie on a disk.
final class MemorySessions: LocalSessionStore {
  private let state = Mutex<[LocalSession]>([])

  var all: [LocalSession] { state.withLock { $0 } }

  /// The same disk as one of several processes sees it.
  final class View: LocalSessionStore {
    let owner: String?
    private let base: MemorySessions
    private let others: Set<String>

    init(_ base: MemorySessions, owner: String, others: Set<String>) {
      self.base = base
      self.owner = owner
      self.others = others
    }

    func sessions() async -> [LocalSession] { base.all }
    func keep(_ session: LocalSession) async { await base.keep(session) }
    func remove(_ ids: [String]) async { await base.remove(ids) }
    func livingOwners() async -> Set<String> { others }
  }

  func sessions() async -> [LocalSession] { all }

  func keep(_ session: LocalSession) async {
    state.withLock {
      if let index = $0.firstIndex(where: { $0.id == session.id }) {
        $0[index] = session
      } else {
        $0.append(session)
      }
    }
  }

  func remove(_ ids: [String]) async {
    state.withLock { $0.removeAll { ids.contains($0.id) } }
  }
}

final class ReportBox: Sendable {
  private let state = Mutex<[ListeningSync.Report]>([])
  var all: [ListeningSync.Report] { state.withLock { $0 } }
  func add(_ report: ListeningSync.Report) { state.withLock { $0.append(report) } }
}

/// The fault of some work, of which no text holds a secret; nil where it succeeds.
func serverFault(_ work: () async throws -> Void) async -> ServerError? {
  do {
    try await work()
    return nil
  } catch {
    guard let error = error as? ServerError else {
      Issue.record("\(error)")
      return nil
    }
    for text in [String(reflecting: error), "\(error)", error.message] {
      #expect(!text.contains("s3cr3t"))
      #expect(!text.unicodeScalars.contains { $0.value < 32 })
    }
    #expect(!error.message.isEmpty)
    return error
  }
}
