import Music
import Screen
import Testing

@testable import Interface

@Suite("The list of servers")
struct ServerListTests {
  @Test("it shows tracks, downloads, the last listing and the state of each server")
  func rows() {
    var stage = Stage.serving(rows: 40, columns: 120)
    stage.run("servers")
    #expect(stage.receive() == [.servers(.list)])
    for text in [
      "Home", "12,300", "3.2 GB", "2 hours ago", "fine", "sign in again", "offline",
      "listing 4,500 of 100,000", "at most 192 kbit/s", "214 tracks, 3.2 GB on this disk", "never",
    ] {
      #expect(stage.text.contains(text), "\(text)\n\(stage.text)")
    }
    stage.press("Down", "Down")
    #expect(stage.text.contains("offline: no answer within 10 seconds"))
  }

  @Test("without a server it says how to add one, and Enter does")
  func empty() {
    var stage = Stage.serving([], rows: 10, columns: 40)
    stage.run("servers")
    #expect(stage.text.contains("No server yet. a adds one"))
    stage.press("Enter")
    #expect(stage.serverForm != nil)
  }

  @Test("keys list, check, go on, stop, open options and sign in; removing asks first")
  func keys() {
    var stage = Stage.serving()
    stage.run("servers")
    stage.press("s", "c", "p")
    #expect(
      stage.receiveServers() == [.sync(ServerID(1)), .check(ServerID(1)), .goOn(ServerID(1))])
    stage.press("d")
    #expect(stage.question?.title == "Remove Home?" && stage.receive().isEmpty)
    stage.press("Enter")
    #expect(stage.receiveServers().isEmpty)
    stage.press("d", "Down", "Enter")
    #expect(stage.receiveServers() == [.remove(ServerID(1))])
    stage.send(.servers(.removed(name: "Home", tracks: 3)))
    #expect(stage.app.message?.text == "Removed Home; 3 tracks left the library")
    stage.press("Enter")
    stage.moveInServer(to: .maxBitRate)
    stage.press("Right", "Ctrl-S")
    var change = ServerChange(Crate.servers[0].server)
    change.options.maxBitRate = 160
    #expect(stage.receiveServers() == [.change(ServerID(1), change)])
    stage.press("Down", "Enter")
    stage.fillServer(.apiKey, "new-key")
    stage.press("Enter")
    #expect(stage.receiveServers() == [.signIn(ServerID(2), .apiKey(Secret("new-key")))])
    stage.press("Down", "Down", "Ctrl-X")
    #expect(stage.receiveServers() == [.cancel(ServerID(4))])
  }

  @Test("the end of a listing is said where the user asked for it, and else shows in the list only")
  func listing() {
    var stage = Stage.serving(columns: 120)
    stage.send(.servers(.listing(ServerID(1), ServerListingProgress(done: 500, total: 12_300))))
    #expect(stage.text.contains("Home · listing 500 of 12,300"))
    let result = ServerListingResult(tracks: 12_310, added: 12, changed: 3, removed: 2)
    stage.send(.servers(.listingEnded(ServerID(1), result)))
    #expect(stage.app.message == nil)
    stage.send(.servers(.failed(ServerID(1), "no answer")))
    #expect(stage.app.message == nil)
    stage.run("server-sync ho")
    #expect(stage.receiveServers() == [.sync(ServerID(1))])
    stage.send(.servers(.listingEnded(ServerID(1), result)))
    #expect(stage.app.message?.text == "Home: 12,310 tracks, 12 new, 3 changed, 2 gone")
    stage.run("server-sync ho")
    stage.send(.servers(.listingEnded(ServerID(1), ServerListingResult(tracks: 0))))
    #expect(stage.app.message?.text == "Home: nothing new")
    stage.run("server-sync")
    stage.send(.servers(.failed(ServerID(3), "no answer: is it on?")))
    #expect(stage.app.message?.text == "Old machine: no answer: is it on?")
  }

  @Test("a sign-in that ends is said once, with what to do")
  func signIn() {
    var stage = Stage.serving()
    stage.send(.servers(.signInNeeded(ServerID(1))))
    #expect(stage.app.message?.text.contains("n in :servers signs in again") == true)
    stage.app.messages.clear()
    stage.send(.servers(.signInNeeded(ServerID(1))))
    #expect(stage.app.message == nil)
  }

  @Test("names of unknown servers are told, and a command waits for the list")
  func names() {
    var stage = Stage()
    stage.run("server-sync Home")
    #expect(stage.receive() == [.servers(.list)])
    stage.send(.servers(.listed(Crate.servers, at: Crate.serverTime)))
    #expect(stage.receiveServers() == [.sync(ServerID(1))])
    stage.run("go-on nothing")
    #expect(stage.app.message?.text.contains("There is no server nothing") == true)
    var empty = Stage.serving([])
    empty.run("go-on")
    #expect(empty.app.message?.text.contains("There is no server yet") == true)
  }

  @Test("the play queue of another client is shown, and plays from its place after Enter")
  func goOn() {
    var stage = Stage.serving()
    _ = stage.app.perform(.playing(.cycleRepeat))
    stage.run("go-on")
    #expect(stage.receiveServers() == [.goOn(nil)])
    let tracks = [3, 1, 2].map { QueuedTrack(TrackID($0)) }
    stage.send(
      .servers(
        .queueFound(
          RemotePlayQueue(
            server: "Home", client: "Symfonium", tracks: tracks, current: 1,
            position: .seconds(83), unknown: 2))))
    #expect(stage.question?.title == "Go on where Symfonium was?")
    #expect(stage.text.contains("At track 2, 1:23"))
    stage.press("Enter")
    let queue = stage.app.queue
    #expect(queue.current.map { queue[$0].track } == TrackID(1))
    let plays = stage.receive().compactMap { effect -> Duration? in
      if case .player(.play(_, let position, _)) = effect { position } else { nil }
    }
    #expect(plays == [.seconds(83)])
    #expect(queue.repeating == .all)
    stage.run("go-on")
    stage.send(.servers(.queueFound(nil)))
    #expect(stage.app.message?.text == "No server has a play queue of another client")
  }

  @Test("only the play queue on the screen is taken over; a later one is told")
  func otherQueue() {
    var stage = Stage.serving()
    stage.run("servers")
    stage.press("p", "Down", "p")
    func found(_ server: String, _ track: Int64) -> Event {
      .servers(
        .queueFound(RemotePlayQueue(server: server, tracks: [QueuedTrack(TrackID(track))])))
    }
    stage.send(found("Home", 3))
    #expect(stage.question?.title == "Go on where another client was?")
    stage.send(found("Old machine", 5))
    #expect(stage.app.message?.text.contains(":go-on shows it") == true)
    stage.press("Enter")
    #expect(stage.app.queue.tracks == [TrackID(3)])
  }

  @Test("texts of servers are shown without control and direction characters")
  func hostile() {
    var items = Crate.servers
    items[0].server.name = SyncSamples.hostile
    items[0].server.address = "https://" + SyncSamples.hostile
    items[0].server.user = SyncSamples.hostile
    items[0].server.lastListing = .min
    (items[0].tracks, items[0].tracksOnDisk, items[0].bytesOnDisk) = (.max, .max, .min)
    items[1].server.name = String(repeating: "n\u{301}", count: 10_000)
    items[2].state = .offline(SyncSamples.hostile)
    items[3].state = .listing(ServerListingProgress(done: .max, total: .min))
    for size in Scene.sizes {
      var stage = Stage.serving(items, rows: size.rows, columns: size.columns)
      stage.run("servers")
      for _ in 0..<4 {
        #expect(stage.debris.isEmpty)
        stage.press("Down")
      }
      stage.press("Enter")
      #expect(stage.debris.isEmpty)
      stage.press("Esc", "d")
      #expect(stage.debris.isEmpty)
    }
  }

  @Test("the cursor stays on its server, a click selects, and a second one opens the options")
  func cursor() {
    var stage = Stage.serving()
    stage.run("servers")
    stage.press("Down", "Down")
    stage.send(
      .servers(.listed([Crate.servers[2], Crate.servers[0]], at: Crate.serverTime)))
    func click(_ name: String) {
      let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
      let row = lines.firstIndex { $0.contains(name) } ?? 0
      stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 10)))))
    }
    func opened() -> ServerID? {
      guard case .options(let server) = stage.serverForm?.form.purpose else { return nil }
      return server.id
    }
    click("Old machine")
    #expect(opened() == ServerID(3))
    stage.press("Esc")
    click("Home")
    #expect(stage.serverForm == nil)
    click("Home")
    #expect(opened() == ServerID(1))
  }
}
