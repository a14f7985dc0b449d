import Music
import Screen
import Testing

@testable import Interface

@Suite("Several terminals at one player")
struct SeveralTerminalsTests {
  private func world(_ effects: [Effect]) -> [Effect] {
    effects.filter { effect in
      switch effect {
      case .list, .load, .terminal, .monitor: false
      default: true
      }
    }
  }

  @Test("another one begins in the same place, and each has its own from there on")
  func ownPlace() {
    var stage = Stage()
    stage.press("Down", "Down")
    stage.attach(rows: 24, columns: 80)
    #expect(stage.app.library.selected == 2)
    stage.press("Down")
    stage.press("?")
    #expect(stage.app.library.selected == 3 && !stage.app.overlays.isEmpty)
    stage.use(0)
    #expect(stage.app.library.selected == 2 && stage.app.overlays.isEmpty)
    #expect(stage.frame.size == Size(rows: 40, columns: 120))
    stage.use(0)
    #expect(stage.frame.size == Size(rows: 24, columns: 80))
  }

  @Test("rows that one asks for reach that one alone")
  func ownRows() {
    var stage = Stage()
    stage.attach()
    stage.type("/")
    stage.type("Blue")
    stage.press("Enter")
    #expect(stage.app.library.window.rows.count == 1)
    stage.use(0)
    #expect(stage.app.library.window.rows.count == Samples.tracks.count)
    let serials = stage.loads.compactMap { effect -> Int? in
      if case .list(.load(.library, _, _, _, let serial)) = effect { serial } else { nil }
    }
    #expect(Set(serials).count == serials.count)
    #expect(Set(serials.map { Browsing.terminal(ofSerial: $0) }) == [0, 1])
  }

  @Test("what one queues, plays and changes shows in the other, and happens once")
  func shared() throws {
    var stage = Stage()
    stage.attach()
    stage.attach()
    let played = stage.playSelected()
    let id = try #require(played)
    #expect(stage.app.isPlaying)
    let title = try #require(Samples.tracks[0].tags.title)
    for other in 0..<2 {
      stage.use(other)
      #expect(stage.text.contains("♪") || stage.text.contains(title))
      #expect(stage.app.player.item == id)
    }
    _ = stage.receive()
    stage.send(.player(.finished(id, heard: 1, reachedEnd: true)))
    #expect(stage.receive().count { $0 == .edit(.library(.recordPlay(id.track))) } == 1)
  }

  @Test("a change of the library is read again by each")
  func refreshed() {
    var stage = Stage()
    stage.attach()
    stage.library = Array(Samples.tracks.dropLast(3))
    stage.send(.library(.changed))
    #expect(stage.app.library.count == Samples.tracks.count - 3)
    stage.use(0)
    #expect(stage.app.library.count == Samples.tracks.count - 3)
  }

  @Test("an edit of one keeps the other's keys from editing rows that lack it")
  func awaitsEdit() {
    var stage = Stage()
    stage.attach()
    stage.holdsEdits = true
    stage.press("l")
    #expect(stage.receive().contains { $0.isEdit })
    stage.use(0)
    _ = stage.receive()
    stage.press("l")
    #expect(stage.receive() == [.terminal(.forgetTypedAhead)])
    stage.send(.editEnded)
    stage.press("l")
    #expect(stage.receive().contains { $0.isEdit })
  }

  @Test("a setting that one changes holds in the other, and is stored once")
  func settings() {
    var stage = Stage()
    stage.begin(with: SettingsFile())
    stage.attach()
    _ = stage.receive()
    stage.run("rows two-line")
    let stored = stage.receive().filter { if case .settings = $0 { true } else { false } }
    #expect(stored.count == 1)
    stage.use(0)
    #expect(stage.app.browsing.density == .twoLine)
    stage.press("Down")
    #expect(!stage.receive().contains { if case .settings = $0 { true } else { false } })
  }

  @Test("with others beside it, a terminal asks of the world what it asks alone")
  func likeAlone() {
    let steps = [
      "Down", "Enter", "1", "2", "x", "3", "l", "5", "Tab", "Space", "n", "p", "s", "r", "]", "[",
      "Ctrl-Z", "Ctrl-R", "e", "E", "v", "d", "Esc", "g", "G", "PgUp", "+", "-", "z", "o", "i",
      "Esc", "Esc", "Shift-Tab", "Backspace", "A", "b", "c", "Enter", "Home", "K", "J",
    ]
    for seed: UInt64 in 1...6 {
      var random = SeededGenerator(seed: seed)
      var (alone, beside) = (Stage(), Stage())
      beside.attach(rows: 24, columns: 80)
      beside.attach(rows: 10, columns: 40)
      // The first one, in the size of the one that is alone.
      beside.use(0)
      beside.send(.resized(alone.app.browsing.size))
      alone.send(.resized(alone.app.browsing.size))
      beside.app.now = alone.app.now
      // Each has asked for its skin.
      _ = (alone.receive(), beside.receive())
      for step in 0..<120 {
        let key = steps[Int.random(in: 0..<steps.count, using: &random)]
        alone.press(key)
        beside.press(key)
        alone.obey()
        beside.obey()
        let (one, other) = (world(alone.receive()), world(beside.receive()))
        #expect(one == other, "seed \(seed), step \(step), key \(key)")
        guard one == other else { return }
      }
      #expect(alone.text == beside.text, "seed \(seed)")
    }
  }

  @Test("leaving keeps the music on, ends a silent player, and does what the setting says")
  func leaving() {
    var stage = Stage()
    stage.app.life = .whileBusy
    stage.press("q")
    #expect(stage.receive().contains(.terminal(.quit)))
    _ = stage.playSelected()
    stage.press("q")
    var effects = stage.receive()
    #expect(effects.contains(.terminal(.leave)) && !effects.contains(.terminal(.quit)))
    stage.run("quit")
    #expect(stage.receive().contains(.terminal(.quit)))
    stage.app.life = .withTerminal
    stage.press("q")
    #expect(stage.receive().contains(.terminal(.quit)))
    stage.app.life = .whileBusy
    stage.run("set player.background false")
    _ = stage.receive()
    stage.press("q")
    effects = stage.receive()
    #expect(effects.contains(.terminal(.quit)) && !effects.contains(.terminal(.leave)))
  }

  @Test("Ctrl-C ends no music")
  func interrupt() {
    var stage = Stage()
    stage.app.life = .whileBusy
    _ = stage.playSelected()
    stage.press("Ctrl-C")
    #expect(stage.receive().contains(.terminal(.leave)))
    stage.run("set player.background false")
    _ = stage.receive()
    stage.press("Ctrl-C")
    var effects = stage.receive()
    #expect(effects.contains(.terminal(.leave)) && !effects.contains(.terminal(.quit)))
    // One track is over, and the next is being opened.
    if let id = stage.app.player.item { stage.send(.player(.state(.loading(id)))) }
    stage.press("Ctrl-C")
    effects = stage.receive()
    #expect(effects.contains(.terminal(.leave)) && !effects.contains(.terminal(.quit)))
    stage.send(.player(.state(.stopped)))
    stage.press("Ctrl-C")
    #expect(stage.receive().contains(.terminal(.quit)))
  }

  @Test(
    "without a terminal nothing ticks but what is stored, and nothing at all while it is paused")
  func detached() throws {
    var stage = Stage()
    stage.app.life = .whileBusy
    stage.run("visual spectrum")
    let played = stage.playSelected()
    let id = try #require(played)
    #expect(stage.app.timeToNextTick.map { $0 <= .seconds(1) } == true)
    _ = stage.app.detach()
    // The last key leads to one more look for other programs' changes.
    stage.wait(.seconds(3))
    // The position is saved every four seconds.
    let tick = try #require(stage.app.timeToNextTick)
    #expect(tick >= .seconds(1))
    stage.wait(tick)
    #expect(stage.app.timeToNextTick == .seconds(4))
    stage.send(.player(.state(.paused(id, stage.clock(.seconds(3), isAdvancing: false)))))
    stage.wait(.seconds(5))
    stage.wait(.seconds(5))
    #expect(stage.app.timeToNextTick == nil)
  }

  @Test("the next terminal begins where the last one was, and shows what came meanwhile")
  func again() {
    var stage = Stage()
    stage.press("Down", "Down", "Down")
    stage.press("?")
    _ = stage.app.detach()
    stage.send(.failed("The disk is full"))
    stage.attach(rows: 24, columns: 80)
    #expect(stage.app.library.selected == 3 && stage.app.overlays.isEmpty)
    #expect(stage.text.contains("The disk is full"))
    #expect(stage.app.terminal.isAttached)
  }
}
