import HTTP
import Music
import ServerHarness
import Servers
import Synchronization
import Testing

/// A project of the fake with some people, playlists and tracks in it, and what programs of theirs
/// have.
///
/// Ola owns two playlists. "Demos" is shared with Kari, who may rate, with Per, who may edit too,
/// and with Nils, who is a collaborator; Siri is invited. Eve has nothing to do with it, and Ny has
/// not confirmed her address.
final class CoretetStand: Sendable {
  let fake: FakeCoretet
  let http: HTTPClient
  private let root: HTTPURL
  private let clock: Mutex<Int64>
  private let pausesBox = Mutex<[Duration]>([])

  static let password = Secret("s3cr3t")
  static let (demos, songs, karis) = (id(2, 1), id(2, 2), id(2, 3))
  static let people = ["ola", "kari", "per", "eve", "siri", "ny"]

  /// A UUID of the seed: kind 1 are users, 2 playlists, 3 tracks, 4 entries, 5 collaborators.
  static func id(_ kind: Int, _ number: Int) -> String {
    let digits = String(number)
    return
      "\(kind)0000000-0000-4000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
  }

  static func track(_ number: Int) -> String { id(3, number) }
  static func entry(_ number: Int) -> String { id(4, number) }
  static func user(_ name: String) -> String { id(1, (people.firstIndex(of: name) ?? -2) + 1) }

  init(scripts: [String] = [], tracks: Int = 5) throws {
    fake = try Self.idle.withLock { $0.popLast() } ?? FakeCoretet()
    let now = AudiobookshelfTiming.systemClock() / 1000
    clock = Mutex(now)
    try fake.control(#"{"reset": {"scripts": \#(scripts)}, "set": {"frozen": \#(now)}}"#)
    root = try HTTPURL(fake.address)
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    configuration.limits.stallTime = .seconds(20)
    http = HTTPClient(configuration)
    try fake.run(Self.seed(tracks))
  }

  /// Projects that wait for the next test, since the start of one takes longer than a test.
  private static let idle = Mutex<[FakeCoretet]>([])

  deinit { Self.idle.withLock { $0.append(fake) } }

  private static func seed(_ tracks: Int) -> String {
    let digest = "encode(sha256('\(password.text)'), 'hex')"
    let users = people.map { name in
      "('\(user(name))', '\(name)@example.org', \(digest), "
        + (name == "ny" ? "null)" : "auth.clock())")
    }
    return """
      insert into auth.users (id, email, password, email_confirmed_at)
        values \(users.joined(separator: ", "));
      insert into profiles (id, email, username)
        select id, email, initcap(split_part(email, '@', 1)) from auth.users;
      insert into playlists (id, user_id, name, description) values
        ('\(demos)', '\(user("ola"))', 'Demos', 'For all'),
        ('\(songs)', '\(user("ola"))', 'Songs', null),
        ('\(karis)', '\(user("kari"))', 'Mine', null);
      insert into tracks (id, user_id, name, duration, category, storage_path, tags)
        select ('30000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '\(user("ola"))',
          'Track ' || n, 60 + n, 'demos', 'ola/' || n || '.mp3', '{"needs bass"}'
        from generate_series(1, \(tracks)) n;
      insert into playlist_tracks (id, playlist_id, track_id, position)
        select ('40000000-0000-4000-8000-' || right(id::text, 12))::uuid, '\(demos)', id,
          right(id::text, 12)::int - 1 from tracks;
      insert into collaborators (id, email, name, password_hash)
        values ('\(id(5, 1))', 'nils@example.org', 'Nils', \(digest));
      insert into playlist_shares
        (playlist_id, shared_by, shared_with_email, status, can_edit, can_rate, collaborator_id)
        values
        ('\(demos)', '\(user("ola"))', 'kari@example.org', 'active', false, true, null),
        ('\(demos)', '\(user("ola"))', 'per@example.org', 'active', true, true, null),
        ('\(demos)', '\(user("ola"))', 'siri@example.org', 'pending', false, true, null),
        ('\(demos)', '\(user("ola"))', 'nils@example.org', 'active', false, true, '\(id(5, 1))');
      """
  }

  /// Pauses that were made, which take no time.
  var pauses: [Duration] { pausesBox.withLock { $0 } }

  /// Unix time in seconds, here and, but for a skew, at the server.
  var now: Int64 { clock.withLock { $0 } }

  var timing: ServerTiming {
    ServerTiming(
      now: { [self] in clock.withLock { $0 } },
      pause: { [self] pause in
        try Task.checkCancellation()
        pausesBox.withLock { $0.append(pause) }
      },
      random: { 0 })
  }

  /// Lets time pass, here and at the server.
  func pass(_ seconds: Int64) throws {
    clock.withLock { $0 += seconds }
    try fake.control(#"{"pass": \#(seconds)}"#)
  }

  /// Sets our clock apart from the server's.
  func skew(_ seconds: Int64) { clock.withLock { $0 += seconds } }

  func fail(_ fault: String) throws { try fake.control(#"{"set": {"fail": [\#(fault)]}}"#) }

  // MARK: Programs

  func project(key: String = "sb_publishable_s3cr3t", names: [String: String] = [:]) throws
    -> CoretetProject
  {
    CoretetProject(root: root, key: Secret(key), names: try CoretetNames(changed: names))
  }

  func signIn(key: String = "sb_publishable_s3cr3t") throws -> CoretetSignIn {
    CoretetSignIn(http, try project(key: key), timing: timing)
  }

  /// A program of a machine where somebody is signed in.
  func client(
    _ name: String, names: [String: String] = [:], store: CoretetMemoryTokens = .init()
  ) async throws -> CoretetClient {
    let signIn = try signIn()
    var tokens = CoretetTokens(key: signIn.project.key)
    let email = try CoretetEmail("\(name)@example.org")
    if name == "nils" {
      tokens.collaborator = try await signIn.signIn(collaborator: email, password: Self.password)
    } else {
      tokens.user = try await signIn.signIn(email: email, password: Self.password)
    }
    store.set(tokens)
    return try process(store, names: names)
  }

  /// A program that shares stored tokens with others.
  func process(
    _ store: CoretetMemoryTokens, names: [String: String] = [:]
  ) throws -> CoretetClient {
    let project = try project(names: names)
    return CoretetClient(
      http, project,
      session: CoretetSession(CoretetSignIn(http, project, timing: timing), store: store),
      timing: timing)
  }

  /// Sends a change as a queue does, and says what came of it.
  func send(
    _ kind: CoretetChange.Kind, by client: CoretetClient, follows: Int64 = 0
  ) async -> CoretetQueue.Answer {
    await client.send(
      CoretetQueue.Waiting(
        change: CoretetChange(id: "c", made: now * 1000, kind), isAttempted: true,
        follows: follows))
  }

  /// The faults that the server found, which there must not be.
  func faults() throws -> [String] { try fake.report().faults }

  func count(_ table: String, _ condition: String = "true") throws -> Int {
    struct Count: Decodable { var count: Int }
    return try fake.rows("select count(*)::int from \(table) where \(condition)", Count.self)[0]
      .count
  }

  func text(_ select: String) throws -> String? {
    struct Text: Decodable { var text: String? }
    return try fake.rows("select (\(select))::text as text", Text.self)[0].text
  }
}

extension CoretetQueue.Answer {
  var isRefusal: Bool { if case .refused = self { true } else { false } }
  var isDone: Bool { if case .done = self { true } else { false } }
}

/// The fault of some work, of which no text holds a secret; nil where it succeeds.
func coretetFault(_ work: () async throws -> Void) async -> CoretetError? {
  do {
    try await work()
    return nil
  } catch {
    guard let error = error as? CoretetError else {
      Issue.record("\(error)")
      return nil
    }
    for text in [String(reflecting: error), "\(error)", error.message] {
      #expect(!text.contains("s3cr3t") && !text.contains("eyJ"))
      #expect(!text.unicodeScalars.contains { $0.value < 32 })
    }
    #expect(!error.message.isEmpty)
    return error
  }
}
