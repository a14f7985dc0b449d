import Music
import ServerHarness
import Servers
import Testing

@Suite(
  "Sharing at Coretet", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetSharingTests {
  private let list = CoretetStand.demos

  @Test("a playlist is shared, rights change, and a share ends and begins anew")
  func share() async throws {
    let stand = try CoretetStand()
    let (ola, eve) = (try await stand.client("ola"), try await stand.client("eve"))
    let reading = CoretetRights(canEdit: false, canRate: false)
    func share(_ rights: CoretetRights) -> CoretetChange.Kind {
      .share(playlist: list, email: "eve@example.org", rights: rights)
    }
    try stand.fail(#"{"path": "POST /rest/v1/playlist_shares", "kind": "lost", "times": 2}"#)
    #expect(await !stand.send(share(reading), by: ola).isDone)
    #expect(await stand.send(share(reading), by: ola).isDone)
    #expect(try stand.count("playlist_shares", "shared_with_email = 'eve@example.org'") == 1)
    #expect(try await eve.accept(list))
    #expect(try await eve.sharedPlaylists().first?.rights == reading)
    let editing = CoretetRights(canEdit: true, canRate: true)
    #expect(await stand.send(share(editing), by: ola).isDone)
    #expect(try await eve.sharedPlaylists().first?.rights == editing)
    let shares = try await ola.shares(of: list)
    #expect(shares.count == 5 && shares.allSatisfy { $0.token != nil })
    #expect(!"\(shares)".contains(shares[0].token?.text ?? "-"))
    let revoke = CoretetChange.Kind.revoke(playlist: list, email: "eve@example.org")
    #expect(await stand.send(revoke, by: ola).isDone)
    #expect(await stand.send(revoke, by: ola).isDone)
    #expect(try await eve.sharedPlaylists() == [])
    #expect(await stand.send(share(reading), by: ola).isDone)
    #expect(try await eve.sharedPlaylists(.pending).count == 1)
    #expect(try stand.faults() == [])
  }

  @Test("only the owner shares, and nobody gives rights to themselves")
  func refusals() async throws {
    let stand = try CoretetStand()
    let per = try await stand.client("per")
    let rights = CoretetRights(canEdit: true, canRate: true)
    for email in ["eve@example.org", "kari@example.org", "no address"] {
      let change = CoretetChange.Kind.share(playlist: list, email: email, rights: rights)
      #expect(await stand.send(change, by: per).isRefusal)
    }
    let kari = try await stand.client("kari")
    let own = CoretetChange.Kind.share(playlist: list, email: "kari@example.org", rights: rights)
    #expect(await stand.send(own, by: kari).isRefusal)
    #expect(try stand.count("playlist_shares", "can_edit") == 1)
    #expect(try stand.faults() == [])
  }

  // MARK: Order

  private func order(_ stand: CoretetStand) throws -> String {
    try stand.text(
      "select string_agg(right(id::text, 1), '' order by position, id) from playlist_tracks") ?? ""
  }

  private func move(_ entries: [Int], after: Int?) -> CoretetChange.Kind {
    .move(
      playlist: list, entries: entries.map { CoretetStand.entry($0) },
      after: after.map { CoretetStand.entry($0) })
  }

  @Test(
    "entries are moved by the owner and by editors, with the project's function or without",
    arguments: ["ola", "per"], [true, false])
  func moves(name: String, hasFunction: Bool) async throws {
    let stand = try CoretetStand()
    if !hasFunction { try stand.fake.run("drop function update_track_positions") }
    let client = try await stand.client(name)
    #expect(await stand.send(move([5], after: nil), by: client).isDone)
    #expect(try order(stand) == "51234")
    #expect(await stand.send(move([5, 2], after: 4), by: client).isDone)
    #expect(try order(stand) == "13452")
    // What holds already, and what has nothing to hold on to.
    #expect(await stand.send(move([5, 2], after: 4), by: client).isDone)
    #expect(await stand.send(move([1], after: 77), by: client).isDone)
    #expect(await stand.send(move([78], after: 1), by: client).isDone)
    #expect(try order(stand) == "13452")
    let after = name == "per" && hasFunction ? 1 : 0
    try stand.fail(#"{"path": "PATCH|rpc", "after": \#(after), "kind": "lost", "times": 2}"#)
    #expect(await !stand.send(move([3], after: 2), by: client).isDone)
    #expect(await stand.send(move([3], after: 2), by: client).isDone)
    #expect(try order(stand) == "14523")
    #expect(try stand.faults() == [])
  }

  @Test("a guest who may not edit, and a stranger, are refused")
  func strangers() async throws {
    let stand = try CoretetStand()
    for name in ["kari", "eve"] {
      let client = try await stand.client(name)
      #expect(await stand.send(move([5], after: nil), by: client).isRefusal)
    }
    #expect(try order(stand) == "12345")
    #expect(try stand.faults() == [])
  }

  @Test("the first of 20,000 becomes the last with one request of an owner")
  func large() async throws {
    let stand = try CoretetStand(tracks: 20_000)
    // As many requests of an editor would take an hour.
    let per = try await stand.client("per")
    #expect(await stand.send(move([20_000], after: nil), by: per).isRefusal)
    let ola = try await stand.client("ola")
    #expect(await stand.send(move([20_000], after: nil), by: ola).isDone)
    #expect(try stand.fake.report().counts["POST /rest/v1/rpc/update_track_positions"] == 2)
    #expect(
      try stand.text("select id from playlist_tracks order by position limit 1")
        == CoretetStand.entry(20_000))
    #expect(await stand.send(move([1], after: 2), by: per).isDone)
    #expect(await stand.send(move([20_000], after: 19_999), by: per).isDone)
    #expect(try stand.faults() == [])
  }
}
