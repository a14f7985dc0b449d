import Bus
import BusServing
import Desktop
import Music
import Testing

@Suite("Signals of the player")
struct SignalTests {
  @Test("all that changed comes in one signal, and nothing else")
  func batch() async throws {
    let scene = try await Scene(.playing(playback: .paused))
    let changes = try await scene.changes()
    var status = PlayerStatus.playing(.track(8, "Blue in Green"), at: .zero)
    status.hasNext = false
    scene.player.update(status)
    let changed = try await changes.next().changed
    #expect(Set(changed.keys) == ["PlaybackStatus", "Metadata", "CanGoNext"])
    #expect(changed["PlaybackStatus"] == .string("Playing"))
    let metadata = Scene.dictionary(changed["Metadata"])
    #expect(metadata["mpris:trackid"] == .path("/org/tritone/item/8"))
    #expect(metadata["xesam:artist"] == .array([.string("Miles Davis")], of: "s"))
  }

  @Test("a position is never announced, nor anything that stays")
  func quiet() async throws {
    let scene = try await Scene(.playing())
    let changes = try await scene.changes()
    for second in 0..<20 {
      scene.player.update(.playing(at: .seconds(60 + second)))
      try await Task.sleep(for: .milliseconds(5))
    }
    var status = PlayerStatus.playing()
    status.volume = 10
    scene.player.update(status)
    #expect(try await changes.next().changed == ["Volume": .double(0.1)])
  }

  @Test("a cover that comes later is announced with all metadata")
  func cover() async throws {
    let scene = try await Scene(.playing())
    let changes = try await scene.changes()
    scene.player.cover(FilePath("/other.jpg"), for: TrackID(99))
    scene.player.cover(FilePath("/c/1.jpg"), for: TrackID(7))
    let metadata = Scene.dictionary(try await changes.next().changed["Metadata"])
    #expect(metadata["mpris:artUrl"] == .string("file:///c/1.jpg"))
    #expect(metadata["xesam:title"] == .string("So What"))
  }

  @Test("jumps are told, at most five a second and the last one always")
  func jumps() async throws {
    let scene = try await Scene(.playing(playback: .paused))
    let seeked = Recorded<(Int64, ContinuousClock.Instant)>()
    let stream = try await scene.signals("Seeked", of: "org.mpris.MediaPlayer2.Player")
    let task = Task {
      for await signal in stream {
        guard case .int64(let position) = signal.arguments[0] else { continue }
        seeked.append((position, .now))
      }
    }
    for jump in 1...50 {
      var status = PlayerStatus.playing(at: .seconds(jump), playback: .paused)
      status.jumps = jump
      scene.player.update(status)
      try await Task.sleep(for: .milliseconds(10))
    }
    while seeked.all.last?.0 != 50_000_000 { try await Task.sleep(for: .milliseconds(5)) }
    let all = seeked.all
    #expect(all.first?.0 == 1_000_000)
    #expect(all.count < 50)
    let time = all[0].1.duration(to: all[all.count - 1].1)
    // Signals are 200 ms apart; the times here are those of their arrival.
    #expect(Double(all.count - 1) * 0.2 <= time / .seconds(1) + 0.2)
    task.cancel()
  }

  @Test("a track that begins elsewhere is a jump, an ordinary start is none")
  func starts() async throws {
    let scene = try await Scene(.playing(playback: .paused))
    let seeked = try await scene.signals("Seeked", of: "org.mpris.MediaPlayer2.Player")
    scene.player.update(.playing(.track(8), at: .zero, playback: .paused))
    try await Task.sleep(for: .milliseconds(50))
    scene.player.update(.playing(.track(9), at: .seconds(90), playback: .paused))
    #expect(try await seeked.next().arguments == [.int64(90_000_000)])
    // Whoever sees another track expects it from its beginning on.
    var skipped = PlayerStatus.playing(.track(10), at: .zero, playback: .paused)
    skipped.jumps = 1
    scene.player.update(skipped)
    try await Task.sleep(for: .milliseconds(50))
    skipped = .playing(.track(9), at: .seconds(80), playback: .paused)
    skipped.jumps = 2
    scene.player.update(skipped)
    #expect(try await seeked.next().arguments == [.int64(80_000_000)])
    // The same item from its beginning again.
    var item = PlayerStatus.Item.track(9)
    item.play = PlayID(track: TrackID(9), serial: 100)
    scene.player.update(.playing(item, at: .zero, playback: .paused))
    #expect(try await seeked.next().arguments == [.int64(0)])
  }
}
