import Music
import ServerHarness
import Servers
import Testing

/// Changes that rules of rows leave undone without an error, and answers that say nothing.
@Suite(
  "What Coretet leaves undone", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetSilenceTests {
  private let track = CoretetStand.track(1)
  private let list = CoretetStand.demos
  private let comment = CoretetStand.id(6, 1)

  private var add: CoretetChange.Kind {
    .addComment(comment: comment, track: track, playlist: list, words: "late")
  }
  private var delete: CoretetChange.Kind { .deleteComment(comment: comment, playlist: list) }

  @Test("a deletion that rules of rows do not carry out is told as not allowed")
  func deletion() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    #expect(await stand.send(add, by: kari).isDone)
    // Hidden from whoever has lost the right, and still there.
    try stand.fake.run("update playlist_shares set status = 'revoked'")
    #expect(await stand.send(delete, by: kari).isRefusal)
    try stand.fake.run("update playlist_shares set status = 'active'")
    try stand.fake.run("drop policy own_gone on track_comments")
    #expect(await stand.send(delete, by: kari).isRefusal)
    #expect(try stand.count("track_comments") == 1)
    // One that is gone is as good.
    try stand.fake.run("delete from track_comments")
    #expect(await stand.send(delete, by: kari).isDone)
    #expect(try stand.faults() == [])
  }

  @Test("a comment without a time of its last change is edited and deleted")
  func timeless() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    #expect(await stand.send(add, by: kari).isDone)
    let forget = """
      alter table track_comments disable trigger changed;
      update track_comments set updated_at = null;
      alter table track_comments enable trigger changed
      """
    try stand.fake.run(forget)
    let edit = CoretetChange.Kind.editComment(comment: comment, words: "a little late")
    #expect(await stand.send(edit, by: kari).isDone)
    #expect(try stand.text("select content from track_comments") == "a little late")
    try stand.fake.run(forget)
    // What others may not do stays so.
    #expect(await stand.send(delete, by: try await stand.client("per")).isRefusal)
    #expect(try stand.count("track_comments", "updated_at is null") == 1)
    #expect(await stand.send(delete, by: kari).isDone)
    #expect(try stand.count("track_comments") == 0)
    #expect(try stand.faults() == [])
  }

  @Test("a rating that stays as it is, and a share that does not end, are told as not allowed")
  func others() async throws {
    let stand = try CoretetStand()
    let (ola, kari) = (try await stand.client("ola"), try await stand.client("kari"))
    let rate = { CoretetChange.rate(track, in: list, $0) }
    #expect(await stand.send(rate(.liked), by: kari).isDone)
    try stand.pass(10)
    try stand.fake.run(
      """
      drop policy own on user_track_ratings;
      create policy new on user_track_ratings for insert with check (user_id = auth.uid());
      drop policy own on playlist_shares;
      create policy seen on playlist_shares for select using (playlist_id in (select my_lists()));
      """)
    #expect(await stand.send(rate(.none), by: kari).isRefusal)
    #expect(await stand.send(rate(.loved), by: kari).isRefusal)
    #expect(try stand.text("select rating from user_track_ratings") == "liked")
    let revoke = CoretetChange.Kind.revoke(playlist: list, email: "kari@example.org")
    #expect(await stand.send(revoke, by: ola).isRefusal)
    #expect(await stand.send(revoke, by: try await stand.client("per")).isRefusal)
    #expect(try stand.count("playlist_shares", "status = 'revoked'") == 0)
    let nobody = CoretetChange.Kind.revoke(playlist: list, email: "nobody@example.org")
    #expect(await stand.send(nobody, by: ola).isDone)
    #expect(try stand.faults() == [])
  }

  @Test(
    "answers that say nothing about a change give nothing back",
    arguments: [
      #""status": 500"#, #""status": 503"#, #""status": 599"#, #""status": 408"#,
      #""status": 425"#, #""status": 429"#,
      #""status": 408, "type": "application/json", "body": "{\"code\": \"x\"}""#,
      #""kind": "deep""#, #""status": 200, "body": "<html>""#, #""kind": "close""#,
    ])
  func unclear(fault: String) async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    _ = try await kari.ownPlaylists()
    try stand.fail(#"{"path": "POST /rest/v1/track_comments", "times": 2, \#(fault)}"#)
    let answer = await stand.send(add, by: kari)
    switch answer {
    case .later, .unclear: break
    case .done, .superseded, .signInAgain, .refused: Issue.record("\(answer)")
    }
    try stand.fail("")
    #expect(await stand.send(add, by: kari).isDone)
  }

  @Test("the time that a project asks for is known, also of a fault of its own")
  func asked() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    _ = try await kari.ownPlaylists()
    for status in [429, 503] {
      try stand.fail(
        #"{"path": "track_comments", "status": \#(status), "headers": {"Retry-After": "40"}}"#)
      guard case .later(let until, _) = await stand.send(add, by: kari) else {
        Issue.record("\(status)")
        continue
      }
      #expect(until == (stand.now + 40) * 1000)
    }
  }

  @Test("a playlist that is too large for its order to be read holds up nothing else")
  func large() async throws {
    let stand = try CoretetStand()
    let ola = try await stand.client("ola")
    _ = try await ola.ownPlaylists()
    var queue = CoretetQueue(person: CoretetStand.user("ola"))
    let kinds: [CoretetChange.Kind] = [
      .move(playlist: list, entries: [CoretetStand.entry(3)], after: nil), add,
    ]
    for (index, kind) in kinds.enumerated() {
      queue.add(CoretetChange(id: "\(index)", made: stand.now * 1000, kind))
    }
    try stand.fail(#"{"path": "GET /rest/v1/playlist_tracks", "kind": "huge", "times": 9}"#)
    func sendAll() async {
      while let waiting = queue.next(now: stand.now * 1000, as: queue.person) {
        queue.answered(waiting.id, await ola.send(waiting), now: stand.now * 1000)
      }
    }
    await sendAll()
    #expect(try stand.count("track_comments") == 1)
    #expect(queue.waiting.map(\.id) == ["0"] && queue.waiting.first?.hold != nil)
    try stand.fail("")
    try stand.pass(61)
    await sendAll()
    #expect(queue.waiting == [] && queue.refused == [])
    #expect(
      try stand.text("select id from playlist_tracks order by position limit 1")
        == CoretetStand.entry(3))
  }

  @Test("a poll sees a comment with an early time that came while another one went")
  func early() async throws {
    let stand = try CoretetStand()
    let (ola, kari) = (try await stand.client("ola"), try await stand.client("kari"))
    for number in 1...3 {
      try stand.pass(100)
      _ = await stand.send(
        .addComment(
          comment: CoretetStand.id(6, number), track: track, playlist: list, words: "\(number)"),
        by: ola)
    }
    let news = try await kari.news(of: list, since: nil)
    _ = await stand.send(.deleteComment(comment: CoretetStand.id(6, 1), playlist: list), by: ola)
    // Written on a train in between.
    let old = CoretetQueue.Waiting(
      change: CoretetChange(
        id: "a", made: stand.now * 1000 - 50_000,
        .addComment(comment: CoretetStand.id(6, 9), track: track, playlist: list, words: "early")))
    #expect(await ola.send(old).isDone)
    let next = try await kari.news(of: list, since: news.mark)
    #expect(next.comments?.map(\.words) == ["2", "early", "3"])
    #expect(try await kari.news(of: list, since: next.mark).comments == nil)
  }

  @Test("an owner has a name before saying anything, as far as rules of rows tell")
  func owners() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    #expect(try await kari.sharedPlaylists().map(\.ownerName) == ["Ola"])
    // The address alone, of which the part before the "@" is enough.
    try stand.fake.run("update profiles set username = null")
    let per = try await stand.client("per")
    #expect(try await per.sharedPlaylists().map(\.ownerName) == ["ola"])
    try stand.fake.run("drop policy known on profiles")
    #expect(try await stand.client("kari").sharedPlaylists().map(\.ownerName) == [nil])
    try stand.fake.run("drop table profiles cascade")
    #expect(try await stand.client("kari").sharedPlaylists().map(\.ownerName) == [nil])
    #expect(try stand.faults() == [])
  }
}
