import Foundation
import Music
import Testing

@testable import Playback

/// Loudness tags of files, through the whole engine.
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
      // R128 gains are in 1/256 dB with a reference 5 dB lower: -10 dB is a ReplayGain of -5 dB.
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
    let level: Double = 0.5 * pow(10, isSteady ? -0.3 : -0.15)
    #expect(abs(Double(heard[0]) - level) < 1e-4)
  }

  @Test(
    "what was measured holds where the file says nothing, and only there",
    arguments: [
      (ReplayGainMode.off, 0, 0), (.track, -4, -3), (.album, -8, -8), (.smart, -4, -3),
    ])
  func measured(_ mode: ReplayGainMode, untagged: Double, tagged: Double) async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    let wave = try sound.wave(9, [Int16](repeating: 8_192, count: 44_100))
    try await sound.encode("1.flac", from: wave)
    try await sound.encode("2.flac", from: wave, ["-metadata", "REPLAYGAIN_TRACK_GAIN=-3.00 dB"])
    var items = [sound.item(1, at: sound.path("1.flac")), sound.item(2, at: sound.path("2.flac"))]
    for index in items.indices {
      items[index].measured = ReplayGain(
        trackGain: -4, trackPeak: 0.25, albumGain: -8, albumPeak: 0.5)
    }
    await rendering.player.setSound(settings(mode))
    let heard = try await rendering.play(items)
    #expect(heard.count == 88_200)
    // In the middle of each item, away from the ramp between the gains.
    for (frame, gain) in [(20_000, untagged), (66_000, tagged)] {
      #expect(abs(Double(heard[frame].x) - 0.25 * pow(10, gain / 20)) < 1e-4)
    }
  }

  @Test("among tracks of its album a track is as loud as was measured of the album")
  func measuredAlbum() async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    var item = try sound.wave(9, [Int16](repeating: 8_192, count: 44_100))
    item.measured = ReplayGain(trackGain: -4, albumGain: -8)
    item.isAmongAlbum = true
    await rendering.player.setSound(settings(.smart))
    let heard = try await rendering.play([item])
    let level: Double = 0.25 * pow(10, -0.4)
    #expect(abs(Double(heard[20_000].x) - level) < 1e-4)
  }

  @Test("no measured peak is lifted above full scale where peaks are protected")
  func measuredPeak() async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    var item = try sound.wave(9, [Int16](repeating: 16_384, count: 44_100))
    item.measured = ReplayGain(trackGain: 12, trackPeak: 0.5)
    var settings = settings(.track)
    settings.preventsClipping = true
    await rendering.player.setSound(settings)
    let heard = try await rendering.play([item])
    #expect(abs(heard[20_000].x - 1) < 1e-3)
  }
}
