import Music
import Testing

@testable import Library

@Suite("Marks at servers")
struct ServerMarksTests {
  private let scene: ServerScene
  private var library: Library { scene.library }

  init() throws { scene = try ServerScene() }

  private static func marked(
    _ rating: Int, loved: Bool = false, plays: Int = 0, at time: Int64? = nil
  )
    -> ServerTrack
  {
    ServerScene.track(
      "1",
      marks: ServerMarks(
        rating: Rating(stars: rating), isLoved: loved, plays: plays, lastPlayed: time))
  }

  @Test("a server's marks are taken over where only it has changed them")
  func takenOver() async throws {
    let server = try await scene.add()
    try await scene.list([Self.marked(3, loved: true, plays: 5, at: 100)], of: server)
    var track = try #require(try await scene.track("1", of: server))
    #expect(track.rating.stars == 3)
    #expect(track.reaction == .loved)
    #expect(track.plays == 5)
    #expect(track.lastPlayed == 100)
    #expect(try await library.marksToSend(of: server.id) == [])
    try await scene.list([Self.marked(1, plays: 7, at: 200)], of: server)
    track = try #require(try await scene.track("1", of: server))
    #expect(track.rating.stars == 1)
    #expect(track.reaction == .liked)
    #expect(track.plays == 7)
    #expect(track.lastPlayed == 200)
  }

  @Test("the user's changes stay until they are sent, and each play is told once")
  func sent() async throws {
    let server = try await scene.add()
    try await scene.list([Self.marked(3, plays: 5)], of: server)
    let id = try #require(try await scene.id("1", of: server))
    try await library.setRating(Rating(stars: 5), for: [id])
    try await library.setReaction(.loved, for: [id])
    let time: Int64 = 4_000_000_000
    try await library.recordPlay(of: id, at: time)
    // Both sides have another rating: the library's stays.
    try await scene.list([Self.marked(2, plays: 5)], of: server)
    let changes = try await library.marksToSend(of: server.id)
    #expect(changes.map(\.marks.rating.stars) == [5])
    #expect(changes.map(\.before.rating.stars) == [2])
    #expect(changes.map(\.marks.isLoved) == [true])
    #expect(changes.map(\.plays) == [[time]])
    try await library.marksSent(changes, of: server.id)
    #expect(try await library.marksToSend(of: server.id) == [])
    // The server counts the play that it was told.
    try await scene.list([Self.marked(5, loved: true, plays: 6)], of: server)
    let track = try #require(try await scene.track("1", of: server))
    #expect(track.plays == 6)
    #expect(track.rating.stars == 5)
    #expect(try await library.marksToSend(of: server.id) == [])
  }

  @Test("a mark that is taken away here is sent, and an undone one too")
  func takenAway() async throws {
    let server = try await scene.add()
    try await scene.list([Self.marked(3)], of: server)
    let id = try #require(try await scene.id("1", of: server))
    try await library.setRating(.none, for: [id])
    #expect(try await library.marksToSend(of: server.id).map(\.marks.rating) == [.none])
    #expect(try await library.undo() != nil)
    #expect(try await library.marksToSend(of: server.id) == [])
  }

  @Test("pages fetched before marks were sent do not bring the old ones back")
  func latePage() async throws {
    let server = try await scene.add()
    try await scene.list([Self.marked(1)], of: server)
    let id = try #require(try await scene.id("1", of: server))
    let listing = try await library.beginListing(of: server.id)
    try await library.setRating(Rating(stars: 4), for: [id])
    try await library.marksSent(library.marksToSend(of: server.id), of: server.id)
    _ = try await library.storeListing(
      [Self.marked(1)], of: server.id, listing: listing, cursor: nil)
    _ = try await library.endListing(of: server.id, listing: listing, at: 9)
    #expect(try await scene.track("1", of: server)?.rating.stars == 4)
    try await scene.list([Self.marked(2)], of: server)
    #expect(try await scene.track("1", of: server)?.rating.stars == 2)
  }

  @Test("marks are read on behind a track, so that one that is refused stops no other")
  func behind() async throws {
    let server = try await scene.add()
    try await scene.list((1...3).map { ServerScene.track("\($0)") }, of: server)
    var ids: [TrackID] = []
    for number in 1...3 { ids.append(try #require(try await scene.id("\(number)", of: server))) }
    try await library.setRating(Rating(stars: 2), for: ids)
    let changes = try await library.marksToSend(of: server.id, atMost: 2)
    #expect(changes.map(\.track) == Array(ids[..<2]))
    let rest = try await library.marksToSend(of: server.id, after: ids[1], atMost: 2)
    #expect(rest.map(\.track) == [ids[2]])
  }

  @Test("tracks asked for apart from a listing bring their marks, and the listing goes on")
  func apart() async throws {
    let server = try await scene.add()
    try await scene.list([Self.marked(0)], of: server)
    let listing = try await library.beginListing(of: server.id)
    let stored = try await library.storeTracks([Self.marked(0, loved: true)], of: server.id)
    #expect(stored == (0, 0, 1))
    #expect(try await scene.track("1", of: server)?.reaction == .loved)
    _ = try await library.storeListing(
      [Self.marked(0, loved: true)], of: server.id, listing: listing, cursor: "c")
    #expect(try await library.endListing(of: server.id, listing: listing, at: 9) == 0)
  }

  @Test("no play is counted twice or lost, in any order of plays, answers and listings")
  func plays() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      var ours = OwnMarks()
      var held: HeldMarks? = HeldMarks()
      var (server, elsewhere, here): (Int, Int, Int) = (0, 0, 0)
      var untold: [Int64] = []
      var now: Int64 = 1_000
      var last: Int64?
      for _ in 0..<30 {
        now += 10
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          ours.plays += 1
          here += 1
          untold.append(now)
        case 1:
          (server, elsewhere, last) = (server + 1, elsewhere + 1, now)
        case 2 where !untold.isEmpty:
          // Told, and the answer arrives.
          server += untold.count
          last = max(last ?? 0, untold[untold.count - 1])
          held?.plays += Int64(untold.count)
          held?.told = untold[untold.count - 1]
          untold = []
        case 3 where untold.count == 1:
          // Told, and the answer is lost; nothing else happens before the next listing.
          server += 1
          last = untold[0]
          fallthrough
        default:
          let merge = ServerMarksMerge(
            ours, held: held, ServerMarks(plays: server, lastPlayed: last),
            untold: untold, now: now)
          (ours, held) = (merge.ours, merge.held)
          untold = untold.filter { $0 > merge.held.told }
        }
      }
      let merge = ServerMarksMerge(
        ours, held: held, ServerMarks(plays: server, lastPlayed: last), untold: untold, now: now)
      #expect(Int(merge.ours.plays) == here + elsewhere)
      #expect(server + untold.filter { $0 > merge.held.told }.count == here + elsewhere)
    }
  }

  @Test("ratings of both sides converge, and a change of one side alone always wins")
  func ratings() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      var (ours, held) = (OwnMarks(), HeldMarks())
      var theirs = ServerMarks()
      for _ in 0..<10 {
        let before = (ours, theirs)
        let (isOurs, isTheirs) = (Bool.random(using: &random), Bool.random(using: &random))
        if isOurs { ours.rating = Int.random(in: 0...5, using: &random) }
        if isTheirs { theirs.rating = Rating(stars: Int.random(in: 0...5, using: &random)) }
        if Bool.random(using: &random) {
          ours.reaction = Reaction.allCases.randomElement(using: &random) ?? .none
        } else if Bool.random(using: &random) {
          theirs.isLoved.toggle()
        }
        let changed = (ours, theirs)
        let merge = ServerMarksMerge(ours, held: held, theirs, now: 5)
        (ours, held) = (merge.ours, merge.held)
        // Sent at once.
        theirs.rating = Rating(stars: ours.rating)
        theirs.isLoved = ours.reaction == .loved
        (held.rating, held.isLoved) = (ours.rating, theirs.isLoved)
        if changed.0.rating == before.0.rating {
          #expect(ours.rating == changed.1.rating.stars)
        } else {
          #expect(ours.rating == changed.0.rating)
        }
      }
    }
  }
}
