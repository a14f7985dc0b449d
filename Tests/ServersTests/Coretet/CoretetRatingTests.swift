import Music
import ServerHarness
import Servers
import Testing

@Suite(
  "Ratings at Coretet", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetRatingTests {
  private let track = CoretetStand.track(1)

  private func rating(_ stand: CoretetStand, _ name: String) throws -> String? {
    try stand.text(
      "select rating from user_track_ratings where track_id = '\(track)' and user_id = "
        + "'\(CoretetStand.user(name))'")
  }

  @Test("a rating is one row, which another one changes and a clearing removes")
  func rate() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    for reaction in [Reaction.liked, .loved, .loved, .listened] {
      try stand.pass(5)
      let answer = await stand.send(CoretetChange.rate(track, in: nil, reaction), by: kari)
      #expect(answer == .done(written: stand.now * 1000))
      #expect(try rating(stand, "kari") == "\(reaction)")
      #expect(try stand.count("user_track_ratings") == 1)
    }
    #expect(
      await stand.send(CoretetChange.rate(track, in: nil, .none), by: kari) == .done(written: 0))
    #expect(try stand.count("user_track_ratings") == 0)
    #expect(
      await stand.send(CoretetChange.rate(track, in: nil, .none), by: kari) == .done(written: 0))
    #expect(try stand.faults() == [])
  }

  @Test("of two machines of one person the newer rating stays, whichever comes first")
  func newest() async throws {
    let stand = try CoretetStand()
    let (train, home) = (try await stand.client("kari"), try await stand.client("kari"))
    let old = CoretetQueue.Waiting(
      change: CoretetChange(
        id: "a", made: stand.now * 1000, CoretetChange.rate(track, in: nil, .liked)))
    let oldClear = CoretetQueue.Waiting(
      change: CoretetChange(
        id: "b", made: stand.now * 1000, CoretetChange.rate(track, in: nil, .none)))
    try stand.pass(600)
    #expect(
      await stand.send(CoretetChange.rate(track, in: nil, .loved), by: home)
        == .done(written: stand.now * 1000))
    #expect(await train.send(old) == .superseded)
    _ = await train.send(oldClear)
    #expect(try rating(stand, "kari") == "loved")
    // A clock that is an hour ahead does not win for ever.
    stand.skew(3_600)
    let third = try await stand.client("kari")
    _ = await stand.send(CoretetChange.rate(track, in: nil, .listened), by: third)
    #expect(try rating(stand, "kari") == "listened")
    stand.skew(-3_600)
    try stand.pass(60)
    let fourth = try await stand.client("kari")
    _ = await stand.send(CoretetChange.rate(track, in: nil, .liked), by: fourth)
    #expect(try rating(stand, "kari") == "liked")
    #expect(try stand.faults() == [])
  }

  @Test("a rating without a time can be taken back")
  func timeless() async throws {
    let stand = try CoretetStand()
    let nils = try await stand.client("nils")
    let rate = { CoretetChange.rate(track, in: CoretetStand.demos, $0) }
    #expect(await stand.send(rate(.loved), by: nils).isDone)
    try stand.fake.run("update track_ratings set rated_at = null")
    #expect(await stand.send(rate(.none), by: nils) == .done(written: 0))
    #expect(try stand.count("track_ratings") == 0)
    #expect(try stand.faults() == [])
  }

  @Test("a newer rating of another machine stays, also with the word of an older one of ours")
  func sameWord() async throws {
    let stand = try CoretetStand()
    let (train, home) = (try await stand.client("kari"), try await stand.client("kari"))
    var queue = CoretetQueue(person: CoretetStand.user("kari"))
    for reaction in [Reaction.liked, .loved] {
      queue.add(
        CoretetChange(
          id: "\(reaction)", made: stand.now * 1000, CoretetChange.rate(track, in: nil, reaction)))
      // It is under way, and no answer comes.
      let waiting = queue.next(now: stand.now * 1000, as: queue.person)
      queue.answered(waiting?.id ?? "", .later(until: nil, fault: nil), now: stand.now * 1000)
      try stand.pass(30)
    }
    _ = await stand.send(CoretetChange.rate(track, in: nil, .liked), by: home)
    while let waiting = queue.next(now: stand.now * 1000, as: queue.person) {
      queue.answered(waiting.id, await train.send(waiting), now: stand.now * 1000)
    }
    #expect(queue.waiting == [])
    #expect(try rating(stand, "kari") == "liked")
  }

  @Test("an answer that is lost, cut or a page leaves one rating, sent again")
  func lost() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    _ = try await kari.ownPlaylists()
    for kind in [
      #""kind": "lost", "times": 2"#, #""kind": "cut""#, #""status": 200, "body": "<html>""#,
      #""status": 500, "body": "<html>""#, #""status": 502"#, #""kind": "deep""#,
    ] {
      try stand.fail(#"{"path": "user_track_ratings", \#(kind)}"#)
      let first = await stand.send(CoretetChange.rate(track, in: nil, .liked), by: kari)
      switch first {
      case .later, .unclear: break
      case .done, .superseded, .signInAgain, .refused:
        Issue.record("\(kind): \(first)")
        continue
      }
      #expect(
        await stand.send(CoretetChange.rate(track, in: nil, .liked), by: kari)
          == .done(written: stand.now * 1000))
      #expect(try stand.count("user_track_ratings") == 1)
    }
    #expect(try stand.faults() == [])
  }

  @Test("rights that are gone, a track that is deleted and a table that is missing are refusals")
  func refusals() async throws {
    let stand = try CoretetStand()
    let kari = try await stand.client("kari")
    let eve = try await stand.client("eve")
    let change = CoretetChange.rate(track, in: nil, .liked)
    #expect(await stand.send(change, by: eve).isRefusal)
    try stand.fake.run("update playlist_shares set can_rate = false")
    #expect(await stand.send(change, by: kari).isRefusal)
    #expect(try stand.count("user_track_ratings") == 0)
    let ola = try await stand.client("ola")
    try stand.fake.run("delete from tracks where id = '\(track)'")
    #expect(await stand.send(change, by: ola).isRefusal)
    let other = CoretetChange.rate("no id at all", in: nil, .liked)
    #expect(await stand.send(other, by: ola).isRefusal)
    try stand.fake.run("drop table user_track_ratings")
    #expect(
      await stand.send(CoretetChange.rate(CoretetStand.track(2), in: nil, .liked), by: ola)
        .isRefusal)
    #expect(try stand.faults() == [])
  }

  @Test("everybody's ratings come with names, those of collaborators included")
  func others() async throws {
    let stand = try CoretetStand()
    let (kari, per) = (try await stand.client("kari"), try await stand.client("per"))
    let nils = try await stand.client("nils")
    _ = await stand.send(CoretetChange.rate(track, in: nil, .liked), by: kari)
    _ = await stand.send(CoretetChange.rate(track, in: nil, .loved), by: per)
    _ = await stand.send(CoretetChange.rate(track, in: CoretetStand.demos, .listened), by: nils)
    try stand.pass(10)
    #expect(
      await stand.send(CoretetChange.rate(track, in: CoretetStand.demos, .loved), by: nils)
        == .done(written: stand.now * 1000))
    #expect(await stand.send(CoretetChange.rate(track, in: nil, .loved), by: nils).isRefusal)
    for client in [kari, try await stand.client("ola"), nils] {
      let found = try await client.ratings(in: CoretetStand.demos)
      let words = found.map {
        "\($0.person.name ?? "?") \($0.reaction) \($0.person.isCollaborator)"
      }
      #expect(Set(words) == ["Kari liked false", "Per loved false", "Nils loved true"])
    }
    #expect(try await stand.client("eve").ratings(in: CoretetStand.demos) == [])
    _ = await stand.send(CoretetChange.rate(track, in: CoretetStand.demos, .none), by: nils)
    #expect(try stand.count("track_ratings") == 0)
    // A project of the first days has no users' ratings, or no collaborators.
    try stand.fake.run("drop table track_ratings; drop table profiles cascade;")
    let later = try await stand.client("ola")
    #expect(try await later.ratings(in: CoretetStand.demos).map(\.person.name) == [nil, nil])
    #expect(try stand.faults() == [])
  }
}
