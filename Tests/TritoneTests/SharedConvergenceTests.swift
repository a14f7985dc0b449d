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

/// Two people with a library each, who change one shared playlist on a bad network.
@Suite(
  "Shared playlists of two libraries", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct SharedConvergenceTests {
  private static let demos = "20000000-0000-4000-8000-000000000001"
  private static let people = ["ola", "kari"]

  /// Ola shares a list of five tracks with Kari, who may rate and edit.
  private static let seed = """
    insert into auth.users (id, email, password, email_confirmed_at)
      select ('10000000-0000-4000-8000-00000000000' || n)::uuid, name || '@example.org',
        encode(sha256('moss'), 'hex'), auth.clock()
      from (values (1, 'ola'), (2, 'kari')) v (n, name);
    insert into profiles (id, email, username)
      select id, email, initcap(split_part(email, '@', 1)) from auth.users;
    insert into tracks (id, user_id, name, duration)
      select ('30000000-0000-4000-8000-00000000000' || n)::uuid,
        '10000000-0000-4000-8000-000000000001', 'Take ' || n, 60 from generate_series(1, 5) n;
    insert into playlists (id, user_id, name)
      values ('\(demos)', '10000000-0000-4000-8000-000000000001', 'Demos');
    insert into playlist_tracks (playlist_id, track_id, position)
      select '\(demos)', id, right(id::text, 1)::int - 1 from tracks;
    insert into playlist_shares (playlist_id, shared_by, shared_with_email, status, can_edit, can_rate)
      values ('\(demos)', '10000000-0000-4000-8000-000000000001', 'kari@example.org', 'active', true,
        true);
    """

  /// The library of one person, and what they have typed.
  private final class Machine {
    private let folder: Folder
    private(set) var library: Library
    private(set) var acting: SharedActing
    private(set) var server: Server
    /// The newest words of each comment; nil where it was deleted.
    var comments: [String: String?] = [:]
    private var reactions: [TrackID: Reaction] = [:]

    init(_ name: String, _ project: FakeCoretet) async throws {
      let folder = try Folder()
      let (library, acting) = try Self.open(folder)
      (self.folder, self.library, self.acting) = (folder, library, acting)
      let adding = ServerAdding(
        library: library, access: acting.access, directories: acting.directories, log: Log())
      let sign = ProjectSignIn(
        key: Secret("sb_publishable_s3cr3t"), email: "\(name)@example.org",
        password: Secret("moss"), account: .user)
      let new = NewServer(
        kind: .coretet, location: try ServerLocation(project.address), name: "Band",
        signIn: .project(sign))
      guard case .added(let server, _) = try await adding.add(new, allowsPlain: true) else {
        throw Failure(reason: "not added")
      }
      self.server = server
      let run = ServerListingRun(
        library: library, server: server, directories: acting.directories, log: Log(),
        progress: { _ in })
      _ = try await run.run(.coretet(try await acting.client(server)))
    }

    private static func open(_ folder: Folder) throws -> (Library, SharedActing) {
      let library = try Library(at: folder.path("library.db"))
      let home = folder.url.path
      let directories = Directories(
        environment: ["HOME": home], current: FilePath(home), account: home)
      let store = SecretStore(Bus(addresses: []), folder: folder.path("secrets"))
      let access = ServerAccess(directories, log: Log(), secrets: store)
      return (
        library,
        SharedActing(library: library, access: access, directories: directories, log: Log())
      )
    }

    /// As after the death of the program.
    func restart() throws { (library, acting) = try Self.open(folder) }

    var id: SharedPlaylistID { SharedPlaylistID(server: server.id, id: demos) }

    func contents() async throws -> SharedContents { try await acting.contents(id) }

    func send() async throws -> SharedExchange.Sent {
      try await acting.exchange(server).send(try await acting.client(server))
    }

    func look() async throws {
      let playlist = try #require(try await library.sharedPlaylists().first)
      _ = try await acting.exchange(server).look(at: playlist, try await acting.client(server)) {
        _ in
      }
    }

    func act(_ random: inout SeededGenerator, _ number: Int) async throws {
      let contents = try await contents()
      let entry = try #require(contents.entries.randomElement(using: &random))
      let own = contents.entries.flatMap(\.comments).filter(\.isOwn)
        .sorted { $0.id < $1.id }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        let reaction = try #require(Reaction.allCases.randomElement(using: &random))
        reactions[entry.track] = reaction
        try await library.setReaction(reaction, for: [entry.track])
      case 3..<5:
        let id = try await acting.comment(
          "words \(number)", on: entry.track, in: id,
          at: Bool.random(using: &random) ? nil : .seconds(number))
        comments[id] = "words \(number)"
      case 5:
        guard let comment = own.randomElement(using: &random) else { return }
        comments[comment.id] = "words \(number)"
        try await acting.edit(comment: comment.id, in: id, "words \(number)", at: comment.place)
      case 6:
        guard let comment = own.randomElement(using: &random) else { return }
        comments.updateValue(nil, forKey: comment.id)
        try await acting.delete(comment: comment.id, in: id)
      default:
        let anchor = contents.entries.filter { $0.id != entry.id }.randomElement(using: &random)
        try await acting.move(
          [entry.id], in: id, after: Bool.random(using: &random) ? anchor?.id : nil)
      }
    }

    /// The reaction to a track that was set last here.
    func wanted(_ track: TrackID) -> Reaction { reactions[track] ?? .none }
  }

  /// What one sees of a comment.
  private struct Said: Hashable {
    var id, person, text: String
    var place: Duration?
    var isSent: Bool
  }

  private func said(_ contents: SharedContents) -> Set<Said> {
    Set(
      contents.entries.flatMap(\.comments).map {
        Said(
          id: $0.id, person: $0.person.id, text: $0.text, place: $0.place,
          isSent: $0.state == .sent)
      })
  }

  private static let faults = [
    #""kind": "lost""#, #""kind": "close""#, #""kind": "cut""#, #""kind": "deep""#,
    #""status": 500, "body": "<html>""#, #""status": 503"#, #""status": 408"#,
  ]

  @Test(
    "whatever two people do, and whatever fails meanwhile, both end with what the project has",
    arguments: 0..<8)
  func converge(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let project = try FakeCoretet()
    defer { withExtendedLifetime(project) {} }
    try project.run(Self.seed)
    var machines: [Machine] = []
    for name in Self.people { machines.append(try await Machine(name, project)) }
    for number in 1...45 {
      let machine = machines[Int.random(in: 0..<2, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6: try await machine.act(&random, number)
      case 6:
        let fault = try #require(Self.faults.randomElement(using: &random))
        let after = Int.random(in: 0...3, using: &random)
        try project.control(
          #"{"set": {"fail": [{"path": "rest", "after": \#(after), \#(fault), "times": 2}]}}"#)
      case 7: try machine.restart()
      default:
        // A look may meet the fault, too.
        _ = try? await machine.send()
        _ = try? await machine.look()
      }
    }
    try project.control(#"{"set": {"fail": []}}"#)
    for machine in machines {
      // A change that was set aside comes with the next attempt.
      for _ in 0..<9 { _ = try await machine.send() }
      #expect(try await machine.send().obstacle == nil)
      #expect(try await machine.acting.changes() == [], "seed \(seed)")
    }
    for machine in machines { try await machine.look() }
    let shown = [try await machines[0].contents(), try await machines[1].contents()]
    struct Text: Decodable { var text: String }
    func texts(_ select: String) throws -> [String] {
      try project.rows(select, Text.self).map(\.text)
    }
    let order = try texts("select id::text as text from playlist_tracks order by position, id")
    #expect(shown.map { $0.entries.map(\.id) } == [order, order], "seed \(seed)")
    #expect(order.count == 5)
    #expect(said(shown[0]) == said(shown[1]), "seed \(seed)")
    let isSent = said(shown[0]).allSatisfy { $0.isSent }
    #expect(isSent)
    let wanted = machines.flatMap(\.comments).compactMap { id, words in words.map { (id, $0) } }
    let stored = Dictionary(said(shown[0]).map { ($0.id, $0.text) }) { first, _ in first }
    #expect(stored == Dictionary(wanted) { first, _ in first }, "seed \(seed)")
    #expect(try texts("select count(*)::text as text from track_comments") == ["\(wanted.count)"])
    for (index, other) in [(0, 1), (1, 0)] {
      let me = try #require(machines[index].server.options.person?.id)
      for entry in shown[index].entries {
        let theirs =
          shown[other].entries.first { $0.id == entry.id }?
          .ratings.first { $0.person.id == me }?.reaction ?? .none
        #expect(entry.reaction == machines[index].wanted(entry.track), "seed \(seed)")
        #expect(theirs == entry.reaction && !entry.isWaiting, "seed \(seed)")
      }
    }
    #expect(try project.report().faults == [])
  }
}
