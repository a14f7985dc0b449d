import Foundation
import Music
import Testing

@testable import Playback

/// What files say of their loudness, through the whole engine.
@Suite("ReplayGain in playing")
struct LoudnessTests {
  private func settings(_ mode: ReplayGainMode) -> SoundSettings {
    var settings = SoundSettings()
    settings.replayGain = mode
    settings.preventsClipping = false
    return settings
  }

  private func level(_ samples: ArraySlice<SIMD2<Float>>) -> Double {
    10 * log10(samples.reduce(0.0) { $0 + Double($1.x * $1.x) } / Double(samples.count))
  }

  @Test("a song in FLAC and the same one, louder, in Opus are equally loud by their tags")
  func sameSong() async throws {
    let song = rising(96_000, rate: 48000)
    var levels: [ReplayGainMode: [Double]] = [:]
    for mode in [ReplayGainMode.off, .track] {
      let rendering = try Rendering()
      let sound = rendering.sound
      // 6.02 dB quieter.
      let quiet = try sound.wave(8, song.map { $0 / 2 }, rate: 48000)
      let loud = try sound.wave(9, song, rate: 48000)
      try await sound.encode("1.flac", from: quiet, ["-metadata", "REPLAYGAIN_TRACK_GAIN=1.02 dB"])
      // 1/256 dB relative to a loudness that is 5 dB lower: -10 dB here are -5 dB there.
      try await sound.encode(
        "2.opus", from: loud, ["-b:a", "192k", "-metadata", "R128_TRACK_GAIN=-2560"])
      await rendering.player.setSound(settings(mode))
      let heard = try await rendering.play([
        sound.item(1, at: sound.path("1.flac")), sound.item(2, at: sound.path("2.opus")),
      ])
      #expect(heard.count == 192_000)
      levels[mode] = [level(heard[10_000..<90_000]), level(heard[106_000..<186_000])]
    }
    let (off, on) = (try #require(levels[.off]), try #require(levels[.track]))
    #expect(abs(off[1] - off[0] - 6.02) < 0.2)
    #expect(abs(on[1] - on[0]) < 0.2)
    #expect(abs(on[0] - off[0] - 1.02) < 0.01)
  }

  @Test(
    "album gain is the same on both sides of a join, track gain ramps",
    arguments: [(ReplayGainMode.album, true), (.track, false)])
  func join(_ mode: ReplayGainMode, isSteady: Bool) async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    let wave = try sound.wave(9, [Int16](repeating: 16_384, count: 30_001))
    var items: [PlayItem] = []
    for (id, gain) in [(Int64(1), "-3.00 dB"), (2, "-9.00 dB")] {
      let name = "\(id).flac"
      try await sound.encode(
        name, from: wave,
        [
          "-metadata", "REPLAYGAIN_TRACK_GAIN=\(gain)", "-metadata",
          "REPLAYGAIN_ALBUM_GAIN=-6.00 dB",
        ])
      items.append(sound.item(id, at: sound.path(name)))
    }
    await rendering.player.setSound(settings(mode))
    let heard = try await rendering.play(items).left
    #expect(heard.count == 60_002)
    let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
    #expect((steps.max() ?? 1) < 0.001)
    let isLevel = heard.allSatisfy { abs($0 - heard[0]) < 1e-6 }
    #expect(isLevel == isSteady)
    #expect(abs(Double(heard[0]) - 0.5 * pow(10, isSteady ? -0.3 : -0.15)) < 1e-4)
  }
}
