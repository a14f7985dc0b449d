import Music
import ServerHarness
import Servers
import Testing

@Suite(
  "Comments at Coretet", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetCommentTests {
  private let track = CoretetStand.track(1)
  private let list = CoretetStand.demos

  private func add(_ number: Int, _ words: String) -> CoretetChange.Kind {
    .addComment(comment: CoretetStand.id(6, number), track: track, playlist: list, words: words)
  }

  @Test(
    "a comment is there once, in either shape of the table",
    arguments: [[], ["other_comments.sql"]])
  func shapes(scripts: [String]) async throws {
    let stand = try CoretetStand(scripts: scripts)
    let kari = try await stand.client("kari")
    _ = try await kari.ownPlaylists()
    let after = scripts.isEmpty ? 0 : 2
    try stand.fail(
      #"{"path": "POST /rest/v1/track_comments", "after": \#(after), "kind": "lost", "times": 2}"#)
    #expect(
      await stand.send(add(1, "More bass\nplease"), by: kari) == .later(until: nil, fault: nil))
    try stand.pass(100)
    #expect(await stand.send(add(1, "More bass\nplease"), by: kari).isDone)
    #expect(await stand.send(add(1, "More bass\nplease"), by: kari).isDone)
    #expect(try stand.count("track_comments") == 1)
    let ola = try await stand.client("ola")
    for client in [kari, ola] {
      let found = try await client.comments(in: list)
      #expect(found.map(\.words) == ["More bass\nplease"])
      #expect(found.first?.person.name == "Kari" && found.first?.id == CoretetStand.id(6, 1))
      #expect(found.first?.edited == found.first?.created)
      #expect(try await client.comments(in: list, on: track) == found)
      #expect(try await client.comments(in: list, on: CoretetStand.track(2)) == [])
    }
    try stand.pass(10)
    let edit = CoretetChange.Kind.editComment(comment: CoretetStand.id(6, 1), words: "Less")
    #expect(await stand.send(edit, by: kari) == .done(written: stand.now * 1000))
    #expect(await stand.send(edit, by: kari).isDone)
    let edited = try await ola.comments(in: list)
    #expect(edited.map(\.words) == ["Less"] && edited[0].edited > edited[0].created)
    #expect(await stand.send(edit, by: ola).isRefusal)
    let delete = CoretetChange.Kind.deleteComment(comment: CoretetStand.id(6, 1), playlist: list)
    _ = await stand.send(delete, by: ola)
    #expect(try stand.count("track_comments") == 1)
    #expect(await stand.send(delete, by: kari).isDone)
    #expect(await stand.send(delete, by: kari).isDone)
    #expect(try stand.count("track_comments") == 0)
    #expect(await stand.send(edit, by: kari).isRefusal)
    #expect(try stand.faults() == [])
  }

  @Test("words keep their length and lines, and lose what would move a cursor")
  func words() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    let long = String(repeating: "å", count: 2_000)
    #expect(await stand.send(add(1, long), by: kari).isDone)
    #expect(await stand.send(add(2, long + "x"), by: kari).isRefusal)
    #expect(await stand.send(add(4, "a\u{1B}[31mb\u{0}c\u{202E}d\r\ne"), by: kari).isDone)
    #expect(await stand.send(add(5, "  "), by: kari).isRefusal)
    let found = try await kari.comments(in: list).filter { $0.id == CoretetStand.id(6, 4) }
    #expect(found.map(\.words) == ["a\u{FFFD}[31mb\u{FFFD}cd \ne"])
    #expect(try stand.text("select max(char_length(content)) from track_comments") == "2000")
    // The same words once more are no second comment.
    #expect(await stand.send(add(7, long), by: kari).isDone)
    #expect(try stand.count("track_comments", "char_length(content) = 2000") == 1)
    // A text of somebody else's program, which has what ours would not send.
    try stand.fake.run(
      "update track_comments set content = E'x\\x07\\u202Ey' where id = '\(CoretetStand.id(6, 1))'")
    let hostile = try await kari.comments(in: list).first { $0.id == CoretetStand.id(6, 1) }
    #expect(hostile?.words == "x\u{FFFD}y")
  }

  @Test("a newer text from another machine stays, and one's own next text does not wait for it")
  func newest() async throws {
    let stand = try CoretetStand()
    let (train, home) = (try await stand.client("kari"), try await stand.client("kari"))
    #expect(await stand.send(add(1, "one"), by: home).isDone)
    let comment = CoretetStand.id(6, 1)
    let typed = CoretetQueue.Waiting(
      change: CoretetChange(
        id: "a", made: (stand.now + 20) * 1000, .editComment(comment: comment, words: "train")))
    try stand.pass(60)
    #expect(await stand.send(.editComment(comment: comment, words: "home"), by: home).isDone)
    #expect(await train.send(typed) == .superseded)
    #expect(try stand.text("select content from track_comments") == "home")
    // Typed while the one before was on its way: newer by the queue's word.
    var next = typed
    next.follows = stand.now * 1000
    #expect(await train.send(next).isDone)
    #expect(try stand.text("select content from track_comments") == "train")
  }

  @Test("words that were changed after an answer was lost are those that stay")
  func changedAfterLoss() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    _ = try await kari.ownPlaylists()
    try stand.fail(#"{"path": "POST /rest/v1/track_comments", "kind": "lost", "times": 2}"#)
    #expect(await !stand.send(add(1, "one"), by: kari).isDone)
    #expect(try stand.text("select content from track_comments") == "one")
    #expect(await stand.send(add(1, "two"), by: kari).isDone)
    #expect(try stand.text("select content from track_comments") == "two")
    #expect(try stand.faults() == [])
  }

  @Test("rights that are gone while one types are a refusal, and nothing is stored")
  func rights() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    #expect(await stand.send(add(1, "one"), by: kari).isDone)
    try stand.fake.run("update playlist_shares set status = 'revoked'")
    #expect(await stand.send(add(2, "two"), by: kari).isRefusal)
    #expect(
      await stand.send(.editComment(comment: CoretetStand.id(6, 1), words: "x"), by: kari).isRefusal
    )
    let nils = try await stand.client("nils")
    #expect(await stand.send(add(3, "three"), by: nils).isRefusal)
    try stand.fake.run("delete from tracks")
    let ola = try await stand.client("ola")
    #expect(await stand.send(add(4, "four"), by: ola).isRefusal)
    #expect(try stand.faults() == [])
  }

  @Test(
    "a poll asks little, and sees ratings, comments, edits, deletions and moves",
    arguments: [[], ["other_comments.sql"]])
  func news(scripts: [String]) async throws {
    let stand = try CoretetStand(scripts: scripts)
    let (ola, kari) = (try await stand.client("ola"), try await stand.client("kari"))
    var news = try await kari.news(of: list, since: nil)
    #expect(news.ratings == [] && news.comments == [] && news.hasOtherEntries)
    func poll() async throws -> String {
      let found = try await kari.news(of: list, since: news.mark)
      news = found
      return (found.ratings == nil ? "" : "r") + (found.comments == nil ? "" : "c")
        + (found.hasOtherEntries ? "e" : "")
    }
    try stand.fake.control(#"{"clear": true}"#)
    #expect(try await poll() == "")
    #expect(try stand.fake.report().requests.count < 8)
    try stand.pass(10)
    _ = await stand.send(CoretetChange.rate(track, in: nil, .liked), by: ola)
    #expect(try await poll() == "r")
    _ = await stand.send(add(1, "one"), by: ola)
    #expect(try await poll() == "c")
    try stand.pass(10)
    _ = await stand.send(.editComment(comment: CoretetStand.id(6, 1), words: "two"), by: ola)
    #expect(try await poll() == "c")
    // Made on a train before, and known only now.
    let old = CoretetQueue.Waiting(
      change: CoretetChange(
        id: "a", made: stand.now * 1000 - 5_000, CoretetChange.rate(track, in: nil, .loved)))
    #expect(await ola.send(old).isDone)
    #expect(try await poll() == "r")
    _ = await stand.send(.deleteComment(comment: CoretetStand.id(6, 1), playlist: list), by: ola)
    _ = await stand.send(
      .move(playlist: list, entries: [CoretetStand.entry(3)], after: nil), by: ola)
    #expect(try await poll() == "ce")
    #expect(try await poll() == "")
    #expect(try stand.faults() == [])
  }

  @Test("a column of the words that has a name of its own is found by settings")
  func named() async throws {
    let stand = try CoretetStand(scripts: ["other_comments.sql"])
    try stand.fake.run("alter table track_comments rename comment to remark")
    let kari = try await stand.client("kari", names: ["track_comments.content": "remark"])
    #expect(await stand.send(add(1, "one"), by: kari).isDone)
    #expect(try await kari.comments(in: list).map(\.words) == ["one"])
    let ola = try await stand.client("ola")
    #expect(await stand.send(add(2, "two"), by: ola).isRefusal)
  }

  @Test("the place that a comment speaks of stands before its words")
  func place() throws {
    for (text, place, words) in [
      ("[0:42] more", Duration.seconds(42), "more"), ("1:02:03 x", .seconds(3_723), "x"),
      ("[12:00]", .seconds(720), ""),
    ] {
      #expect(CoretetPlace(parsing: text) == CoretetPlace(place: place, words: words))
    }
    for text in ["", "42 x", "0:60 x", "0:4 x", "[0:42 x", "0:42x", "1:2:3:4 x", "99999999:00 x"] {
      #expect(CoretetPlace(parsing: text) == nil)
    }
    for seconds in [0, 42, 600, 3_599, 3_600, 36_000] {
      let place = CoretetPlace(place: .seconds(seconds), words: "a b")
      #expect(CoretetPlace(parsing: place.text) == place)
    }
  }
}
