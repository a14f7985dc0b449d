import Bus
import Foundation
import Library
import Log
import Music
import Secrets
import ServerHarness
import Servers
import Testing

@testable import tritone

/// What goes between the library and a Coretet project, with PostgreSQL behind a stand-in for that.
@Suite(
  "Exchanges about shared playlists", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct SharedExchangeTests {
  private let folder: Folder
  let library: Library
  let project: FakeCoretet
  let directories: Directories
  let adding: ServerAdding

  private static let key = Secret("sb_publishable_s3cr3t")
  private static let password = Secret("moss")
  static let (ola, kari) = (
    "10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002"
  )
  static let lists = [
    "20000000-0000-4000-8000-000000000001", "20000000-0000-4000-8000-000000000002",
  ]
  static let guest = "50000000-0000-4000-8000-000000000001"

  /// Ola shares two lists with the same track with Kari, who is a user and a collaborator.
  private static let seed = """
    insert into auth.users (id, email, password, email_confirmed_at)
      select v.id::uuid, v.name || '@example.org', encode(sha256('moss'), 'hex'), auth.clock()
      from (values ('\(ola)', 'ola'), ('\(kari)', 'kari')) v (id, name);
    insert into profiles (id, email, username)
      select id, email, initcap(split_part(email, '@', 1)) from auth.users;
    insert into collaborators (id, email, name, password_hash)
      values ('\(guest)', 'kari@example.org', 'Kari', encode(sha256('moss'), 'hex'));
    insert into tracks (id, user_id, name, duration) values
      ('30000000-0000-4000-8000-000000000001', '\(ola)', 'Take 1', 60);
    insert into playlists (id, user_id, name) values
      ('\(lists[0])', '\(ola)', 'Demos'), ('\(lists[1])', '\(ola)', 'Songs');
    insert into playlist_tracks (playlist_id, track_id, position)
      select p.id, t.id, 0 from playlists p, tracks t;
    insert into playlist_shares (playlist_id, shared_by, shared_with_email, status, can_edit,
        can_rate, collaborator_id)
      select id, '\(ola)', 'kari@example.org', 'active', false, true, '\(guest)' from playlists;
    """

  init() throws {
    folder = try Folder()
    library = try Library(at: folder.path("library.db"))
    project = try FakeCoretet()
    try project.run(Self.seed)
    let home = folder.url.path
    directories = Directories(
      environment: ["HOME": home], current: FilePath(home), account: home)
    let store = SecretStore(Bus(addresses: []), folder: folder.path("secrets"))
    adding = ServerAdding(
      library: library, access: ServerAccess(directories, log: Log(), secrets: store),
      directories: directories, log: Log())
  }

  var acting: SharedActing {
    SharedActing(library: library, access: adding.access, directories: directories, log: Log())
  }

  func signIn(_ account: ProjectSignIn.Account) async throws -> Server {
    let location = try ServerLocation(project.address)
    let sign = ProjectSignIn(
      key: Self.key, email: "kari@example.org", password: Self.password, account: account)
    let new = NewServer(kind: .coretet, location: location, name: "Band", signIn: .project(sign))
    switch try await adding.add(new, allowsPlain: true) {
    case .added(let server, _), .signedIn(let server): return server
    case .plainAsked, .certificateAsked: throw Failure(reason: "asked")
    }
  }

  func list(_ server: Server) async throws {
    let run = ServerListingRun(
      library: library, server: server, directories: directories, log: Log(), progress: { _ in })
    _ = try await run.run(.coretet(try await acting.client(server)))
  }

  func send(_ server: Server, goesOn: Bool = true) async throws -> SharedExchange.Sent {
    try await acting.exchange(server).send(try await acting.client(server), goesOn: goesOn)
  }

  func id(_ list: Int, _ server: Server) -> SharedPlaylistID {
    SharedPlaylistID(server: server.id, id: Self.lists[list])
  }

  struct Text: Decodable { var text: String }

  func texts(_ select: String) throws -> [String] {
    try project.rows(select, Text.self).map(\.text)
  }

  func fail(_ fault: String) throws {
    try project.control(#"{"set": {"fail": [\#(fault)]}}"#)
  }

  @Test("a collaborator rates a track of two playlists in one of them, and has the strongest")
  func collaborator() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await signIn(.collaborator)
    try await list(server)
    let playlists = try await library.sharedPlaylists()
    #expect(playlists.map(\.name) == ["Demos", "Songs"])
    let track = try #require(try await acting.contents(id(0, server)).entries.first?.track)
    try await acting.rate(track, in: id(0, server), .loved)
    try await acting.rate(track, in: id(1, server), .listened)
    #expect(try await send(server).count == 2)
    let ratings =
      "select p.name || ' ' || rating as text from track_ratings r join playlists p "
      + "on p.id = playlist_id order by 1"
    #expect(try texts(ratings) == ["Demos loved", "Songs listened"])
    for _ in 0..<2 {
      try await list(server)
      #expect(try await library.tracks([track]).first?.reaction == .loved)
      #expect(try await acting.contents(id(0, server)).entries.map(\.reaction) == [.loved])
      #expect(try await acting.contents(id(1, server)).entries.map(\.reaction) == [.listened])
    }
    #expect(try await send(server).count == 0)
    #expect(try project.report().faults == [])
  }

  @Test("what waits for one of two people stays while the other is signed in, and says so")
  func turns() async throws {
    defer { withExtendedLifetime(project) {} }
    var server = try await signIn(.collaborator)
    try await list(server)
    let track = try #require(try await acting.contents(id(0, server)).entries.first?.track)
    try fail(#"{"path": "track_ratings", "times": 99, "status": 503}"#)
    try await acting.rate(track, in: id(0, server), .liked)
    guard case .later = try await send(server).obstacle else {
      Issue.record("sent")
      return
    }
    // The library's own key, which nobody was told of yet.
    _ = try await library.setReaction(.loved, for: [track])
    server = try await signIn(.user)
    try fail("")
    try await list(server)
    #expect(try await send(server).count == 0)
    #expect(try texts("select rating as text from user_track_ratings") == [])
    #expect(try await library.tracks([track]).first?.reaction == .loved)
    let changes = try await acting.changes()
    #expect(changes.count == 3 && changes.allSatisfy { $0.refusal == nil })
    #expect(Set(changes.map(\.hold)) == ["it waits for Kari to sign in as a collaborator"])
    // What is said now is the user's.
    try await acting.comment("late", on: track, in: id(0, server), at: nil)
    #expect(try await send(server).count == 1)
    #expect(try await acting.changes().count == 3)
  }

  @Test("a sign-in that was stored before its process died counts")
  func halfSignedIn() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await signIn(.collaborator)
    try await list(server)
    let track = try #require(try await acting.contents(id(0, server)).entries.first?.track)
    let stale = try await acting.client(server)
    _ = try await stale.session.identity()
    let now = try await signIn(.user)
    let (old, new) = (try #require(server.options.person), try #require(now.options.person))
    // As the library has it until the end of the sign-in.
    let half = try await library.changeServer(server.id) { $0.options.person = old }
    _ = try await library.setReaction(.loved, for: [track])
    #expect(try await send(half).obstacle == nil)
    let healed = try #require(try await library.servers().first)
    #expect(healed.options.person == new)
    // What the library had is not the user's.
    #expect(try texts("select rating as text from user_track_ratings") == [])
    #expect(try await acting.changes().count == 2)
    // One who does not know of the other sign-in yet changes nothing.
    #expect(try await acting.exchange(healed).send(stale).obstacle == .busy)
    #expect(try await library.servers().first?.options.person == new)
  }

  @Test("by itself nothing is sent in a pause, by hand at once, and a wish of the project holds")
  func pauses() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await signIn(.user)
    try await list(server)
    let track = try #require(try await acting.contents(id(0, server)).entries.first?.track)
    try fail(#"{"path": "track_comments", "times": 99, "status": 503}"#)
    try await acting.comment("late", on: track, in: id(0, server), at: nil)
    var sent = try await send(server)
    #expect(sent.obstacle.map { "\($0)".hasPrefix("later") } == true && sent.next != nil)
    try project.control(#"{"clear": true}"#)
    sent = try await send(server, goesOn: false)
    #expect(sent.obstacle == .pause && sent.next != nil)
    #expect(try project.report().requests.isEmpty)
    try fail(
      #"{"path": "track_comments", "times": 1, "status": 429, "headers": {"Retry-After": "900"}}"#)
    for _ in 0..<2 {
      sent = try await send(server)
      guard case .asked = sent.obstacle else {
        Issue.record("\(sent)")
        return
      }
    }
    #expect(try project.report().counts["POST /rest/v1/track_comments"] == 1)
    // It is over.
    let person = try #require(server.options.person)
    try await library.editSharedChanges(of: server.id, by: person) { queue, _ in
      queue.pause.asked = 1
      return ((), [])
    }
    #expect(try await send(server).count == 1)
    #expect(try texts("select content as text from track_comments") == ["late"])
  }

  @Test("a change whose answer cannot be read is set aside, and the rest goes on")
  func setAside() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await signIn(.user)
    try await list(server)
    let track = try #require(try await acting.contents(id(0, server)).entries.first?.track)
    try fail(#"{"path": "POST /rest/v1/track_comments", "kind": "deep"}"#)
    try await acting.comment("first", on: track, in: id(0, server), at: nil)
    try await acting.comment("second", on: track, in: id(0, server), at: nil)
    let sent = try await send(server)
    #expect(sent.count == 1 && sent.held.count == 1 && sent.obstacle == nil)
    #expect(sent.next != nil && sent.waitingText != nil)
    #expect(try texts("select content as text from track_comments") == ["second"])
    let change = try #require(try await acting.changes().first)
    #expect(change.words == "first" && change.refusal == nil && change.hold != nil)
    try await acting.retry(change.id, words: "other words")
    #expect(try await send(server).count == 1)
    #expect(
      try texts("select content as text from track_comments order by 1")
        == ["other words", "second"])
    #expect(try await acting.changes() == [])
  }

  // MARK: The lock on renewals

  /// A process that holds the lock, until it ends.
  private func holder(_ path: FilePath) async throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_EX); "
        + "print('held', flush=True); time.sleep(600)", path.text,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    _ = try output.fileHandleForReading.read(upToCount: 4)
    return process
  }

  @Test("nobody renews beside another process, and one that was killed holds nobody up")
  func lock() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await signIn(.user)
    let state = directories.serverFolder(server.uuid)
    let store = ProjectTokenStore(
      secrets: adding.access.secrets, uuid: server.uuid, folder: state,
      patience: .milliseconds(200))
    _ = try await store.turn()
    let process = try await holder(state.appending("renewal.lock"))
    await #expect(throws: ServerError.self) { _ = try await store.turn() }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    _ = try await store.turn()
  }
}
