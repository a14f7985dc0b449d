import AudioServing
import Foundation
import Music
import Testing

@testable import Playback

/// The crossfade of the sound settings, checked on samples.
@Suite("Crossfade of all tracks", .serialized)
struct CrossfadeTests {
  private let old = wholeNoise(130_000, seed: 1)
  private let new = wholeNoise(120_000, seed: 2)

  private func settings(_ crossfade: Duration) -> SoundSettings {
    var settings = SoundSettings()
    settings.crossfade = crossfade
    return settings
  }

  /// The left channel of items that are written to a file.
  private func heard(
    _ crossfade: Duration = .seconds(1), _ items: (CodedSound) throws -> [PlayItem]
  ) async throws -> [Float] {
    let rendering = try Rendering()
    await rendering.player.setSound(settings(crossfade))
    return try await rendering.play(try items(rendering.sound)).left
  }

  @Test("tracks overlap with equal power, and nothing else is touched")
  func overlap() async throws {
    let heard = try await heard { [try $0.wave(1, old), try $0.wave(2, new)] }
    expectEqual(heard, mixed(floats(old), floats(new), fade: 44100))
    #expect(Array(heard.prefix(85_900)) == Array(floats(old)[..<85_900]))
    #expect(heard.suffix(75_900) == floats(new)[44_100...])
  }

  @Test("off, tracks follow each other bit for bit")
  func off() async throws {
    let heard = try await heard(.zero) { [try $0.wave(1, old), try $0.wave(2, new)] }
    #expect(heard == floats(old) + floats(new))
  }

  @Test("a short track fades for half of its length")
  func shortTrack() async throws {
    let short = wholeNoise(8_820, seed: 3)
    let heard = try await heard(.seconds(12)) {
      [try $0.wave(1, old), try $0.wave(2, short), try $0.wave(3, new)]
    }
    let two = mixed(floats(old), floats(short), fade: 4_410)
    expectEqual(heard, mixed(two, floats(new), fade: 4_410))
  }

  /// A join that the crossfade of the settings leaves alone.
  enum KeptJoin: CaseIterable {
    case neighborsOnAlbum, nextDisc, ownStart, noneOfItsOwn, itself

    func change(_ first: inout PlayItem, _ second: inout PlayItem) {
      let album = "album"
      switch self {
      case .neighborsOnAlbum:
        first.album = .init(key: album, disc: 1, track: 3)
        second.album = .init(key: album, disc: 1, track: 4)
      case .nextDisc:
        first.album = .init(key: album, disc: 1, track: 12)
        second.album = .init(key: album, disc: 2, track: 1)
      case .ownStart: second.hasOwnStart = true
      case .noneOfItsOwn: first.crossfade = .zero
      case .itself: second.source = first.source
      }
    }
  }

  @Test(
    "neighbours on an album, joins of a mix and a repeated track are gapless, bit for bit",
    arguments: KeptJoin.allCases)
  func kept(join: KeptJoin) async throws {
    let heard = try await heard {
      var (first, second) = (try $0.wave(1, old), try $0.wave(2, new))
      join.change(&first, &second)
      return [first, second]
    }
    #expect(heard == floats(old) + floats(join == .itself ? old : new))
  }

  @Test("tracks of an album that do not follow each other overlap")
  func shuffledAlbum() async throws {
    let heard = try await heard {
      var (first, second) = (try $0.wave(1, old), try $0.wave(2, new))
      first.album = .init(key: "album", track: 4)
      second.album = .init(key: "album", track: 3)
      return [first, second]
    }
    expectEqual(heard, mixed(floats(old), floats(new), fade: 44100))
  }

  @Test("an entry's own crossfade is kept")
  func ownCrossfade() async throws {
    let heard = try await heard {
      var first = try $0.wave(1, old)
      first.crossfade = .milliseconds(500)
      return [first, try $0.wave(2, new)]
    }
    expectEqual(heard, mixed(floats(old), floats(new), fade: 22050))
  }

  @Test("the parts of a CUE sheet's file stay one file, and fade where they are shuffled")
  func parts() async throws {
    let whole = wholeNoise(400_000, seed: 4)
    func part(_ item: PlayItem, _ number: UInt64, _ start: Int, _ end: Int) -> PlayItem {
      var part = item
      part.id.serial = number
      (part.start, part.end) = (.seconds(start), .seconds(end))
      return part
    }
    let heard = try await heard {
      let item = try $0.wave(1, whole)
      return [part(item, 10, 0, 3), part(item, 11, 3, 5), part(item, 12, 6, 9)]
    }
    let all = floats(whole)
    expectEqual(
      heard, mixed(Array(all[..<220_500]), Array(all[264_600..<396_900]), fade: 44100))
  }

  @Test("a stream neither fades out nor in")
  func streams() async throws {
    let sound = try CodedSound()
    _ = try sound.wave(7, old)
    let bytes = try sound.bytes(of: "7.wav")
    let server = try AudioServer { $0.serve(bytes, type: "audio/wav") }
    let heard = try await heard {
      [
        try $0.wave(1, new), $0.item(2, at: server.source("live.wav")), try $0.wave(3, new),
      ]
    }
    #expect(heard == floats(new) + floats(old) + floats(new))
  }

  @Test("where nothing follows, or something else, the end of the track is whole until then")
  func changedNext() async throws {
    let rendering = try Rendering()
    let (player, log, sound) = (rendering.player, rendering.log, rendering.sound)
    await player.setSound(settings(.seconds(1)))
    await player.play(try sound.wave(1, old), from: .zero, paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    await player.setNext(try sound.wave(2, wholeNoise(90_000, seed: 9)))
    try await eventually("next decoded") { await player.timeline.hasNext }
    await player.setNext(nil)
    try await eventually("taken back") { await !player.timeline.hasNext }
    #expect(await player.timeline.boundary == 130_000)
    let second = try sound.wave(3, new)
    await player.setNext(second)
    try await eventually("other next") { await player.timeline.boundary == 85_900 }
    await player.resume()
    try await log.wait(for: "question") { $0 == .wantsNext(after: second.id) }
    let heard = try await rendering.continuePlaying(with: [])
    expectEqual(heard.left, mixed(floats(old), floats(new), fade: 44100))
  }

  @Test("a change is heard at the join that is prepared already, off as well")
  func changedSetting() async throws {
    let rendering = try Rendering()
    let (player, log, sound) = (rendering.player, rendering.log, rendering.sound)
    await player.play(try sound.wave(1, old), from: .zero, paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    let second = try sound.wave(2, new)
    await player.setNext(second)
    try await eventually("gapless") { await player.timeline.boundary == 130_000 }
    for (crossfade, boundary) in [(1, 85_900), (0, 130_000), (1, 85_900)] {
      await player.setSound(settings(.seconds(crossfade)))
      try await eventually("made anew") {
        let timeline = await player.timeline
        return timeline.hasNext && timeline.boundary == FrameNumber(boundary)
      }
    }
    await player.resume()
    try await log.wait(for: "question") { $0 == .wantsNext(after: second.id) }
    let heard = try await rendering.continuePlaying(with: [])
    expectEqual(heard.left, mixed(floats(old), floats(new), fade: 44100))
  }

  // MARK: In real time

  /// A player in real time, and everything that it was heard to play.
  private struct Scene {
    let sound: CodedSound
    let witness = FrameWitness(keepsSamples: true)
    let player: Player
    let log: ReportLog

    init() throws {
      let witness = witness
      sound = try CodedSound()
      player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
      log = ReportLog(player)
    }

    /// Plays two items up to the beginning of their overlap.
    func reachFade(_ first: PlayItem, _ second: PlayItem) async throws {
      await player.play(first, from: .zero, paused: false)
      await player.setNext(second)
      try await log.waitForState("overlap") { $0.item == second.id && $0.isPlaying }
    }

    func end() async throws {
      try await log.waitForState("end") { $0.isStopped }
      await player.shutDown()
    }
  }

  @Test("the queue is changed within an overlap: what follows the new track changes, no more")
  func queueChangedInFade() async throws {
    let scene = try Scene()
    await scene.player.setSound(settings(.seconds(1)))
    let second = try scene.sound.wave(2, new)
    let third = try scene.sound.wave(3, wholeNoise(90_000, seed: 9))
    let fourth = try scene.sound.wave(4, old)
    try await scene.reachFade(try scene.sound.wave(1, old), second)
    await scene.player.setNext(third)
    await scene.player.setNext(fourth)
    await scene.player.setNext(nil, after: fourth.id)
    try await scene.end()
    let two = mixed(floats(old), floats(new), fade: 44100)
    // A late answer on a busy machine shortens no fade: all is decoded seconds ahead.
    expectEqual(scene.witness.samples, mixed(two, floats(old), fade: 44100))
  }

  @Test("a pause within an overlap loses nothing of either track")
  func pauseInFade() async throws {
    let scene = try Scene()
    await scene.player.setSound(settings(.seconds(1)))
    let second = try scene.sound.wave(2, new)
    try await scene.reachFade(try scene.sound.wave(1, old), second)
    await scene.player.setNext(nil)
    await scene.player.pause()
    try await scene.log.waitForState("paused") { $0.isPaused }
    let clock = try #require(scene.log.states.last?.clock)
    #expect(clock.position >= .zero)
    await scene.player.resume()
    try await scene.end()
    #expect(scene.witness.frames == 130_000 + 120_000 - 44_100)
    #expect(scene.witness.samples.suffix(75_900).suffix(20_000) == floats(new).suffix(20_000))
  }

  @Test("a seek within an overlap is one in the new track, and the old one is over")
  func seekInFade() async throws {
    let scene = try Scene()
    await scene.player.setSound(settings(.seconds(1)))
    let (first, second) = (try scene.sound.wave(1, old), try scene.sound.wave(2, new))
    try await scene.reachFade(first, second)
    await scene.player.setNext(nil)
    await scene.player.seek(to: .seconds(2))
    try await scene.end()
    #expect(scene.witness.sinceJump.samples.suffix(31_000) == floats(new).suffix(31_000))
    #expect(scene.witness.sinceJump.samples.count <= 120_000 - 88_200)
    #expect(scene.log.finished == [first.id, second.id])
    let ends = scene.log.reports.filter {
      if case .finished(first.id, heard: _, reachedEnd: true) = $0 { true } else { false }
    }
    #expect(ends.count == 1)
  }

  @Test("the next track at once is an ordinary jump")
  func manualNext() async throws {
    let scene = try Scene()
    await scene.player.setSound(settings(.seconds(1)))
    await scene.player.play(try scene.sound.wave(1, old), from: .zero, paused: false)
    try await scene.log.waitForState("playing") { $0.isPlaying }
    await scene.player.play(try scene.sound.wave(2, new), from: .zero, paused: false)
    await scene.player.setNext(nil)
    try await scene.end()
    #expect(scene.witness.sinceJump.samples == floats(new))
  }

  @Test("the last track before sleep is played to its end, without an overlap")
  func sleepAtEnd() async throws {
    let scene = try Scene()
    let (player, log) = (scene.player, scene.log)
    await player.setSound(settings(.seconds(1)))
    let second = try scene.sound.wave(2, new)
    await player.play(try scene.sound.wave(1, old), from: .zero, paused: false)
    await player.setNext(second)
    try await eventually("prepared overlap") { await player.timeline.boundary == 85_900 }
    await player.sleep(.endOfTrack)
    try await eventually("gapless") { await player.timeline.boundary == 130_000 }
    try await log.waitForState("paused") {
      if case .paused(second.id, let clock) = $0 { clock.position == .zero } else { false }
    }
    // The crossfade is back for the tracks after that.
    let third = try scene.sound.wave(3, old)
    await player.setNext(third)
    await player.setNext(nil, after: third.id)
    await player.resume()
    try await scene.end()
    let expected = mixed(floats(new), floats(old), fade: 44100)
    expectEqual(scene.witness.sinceJump.samples, expected)
  }

  @Test("a sound server plays the overlap, sample for sample")
  func recording() async throws {
    let server = try PulseServer()
    let address = server.address
    let sound = try CodedSound()
    let player = Player { PulseOutput(server: address, ring: $0, report: $1) }
    let log = ReportLog(player)
    try await server.start()
    try await log.wait(for: "output") { if case .output(.ready) = $0 { true } else { false } }
    let recording = try await Recording(of: server, keepsSound: true)
    await player.setSound(settings(.seconds(1)))
    let second = try sound.wave(2, new)
    await player.play(try sound.wave(1, old), from: .zero, paused: false)
    await player.setNext(second)
    try await log.wait(for: "question") { $0 == .wantsNext(after: second.id) }
    await player.setNext(nil, after: second.id)
    let expected = mixed(floats(old), floats(new), fade: 44100)
    let start = try #require(old.firstIndex { $0 != 0 })
    var heard: [Float] = []
    try await eventually("recording of the end") {
      heard = Array(recording.samples.left.drop { $0 == 0 }.prefix(expected.count - start))
      return heard.count == expected.count - start
    }
    expectEqual(heard, Array(expected[start...]))
    await player.shutDown()
  }
}
