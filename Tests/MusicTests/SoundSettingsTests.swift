import Foundation
import Music
import Testing

@Suite("Sound settings")
struct SoundSettingsTests {
  private func decoded(_ json: String) throws -> SoundSettings {
    try JSONDecoder().decode(SoundSettings.self, from: Data(json.utf8))
  }

  @Test("come back as they were kept")
  func roundTrip() throws {
    var settings = SoundSettings()
    settings.tone = [3, -1.5, 12]
    settings.equalizer = .own
    settings.ownBands[9] = -7
    settings.replayGain = .smart
    settings.preamp = -4
    settings.preventsClipping = false
    settings.balance = 0.25
    settings.isMono = true
    settings.speed = 1.35
    settings.boost = 7.5
    settings.shortensSilence = true
    settings.crossfade = .milliseconds(4_500)
    let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
    #expect(try decoded(text) == settings)
  }

  @Test("that are out of bounds are bounded when they are read")
  func bounds() throws {
    let settings = try decoded(
      """
      {"tone": [900, -900], "ownBands": [1,2,3,4,5,6,7,8,9,10,11,12,13], "preamp": -1e300,
       "balance": 7, "speed": 1000, "boost": 40}
      """)
    #expect(settings.tone == [12, -12, 0])
    #expect(settings.ownBands == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    #expect(settings.preamp == -12)
    #expect(settings.balance == 1)
    #expect(settings.speed == 3)
    #expect(settings.boost == 12 && !settings.shortensSilence)
    var long = SoundSettings()
    long.crossfade = .seconds(99)
    #expect(long.crossfade == .seconds(12))
    long.crossfade = .seconds(-1)
    #expect(long.crossfade == .zero)
  }

  @Test(
    "that mean nothing are as at first, each for itself",
    arguments: [
      #"{}"#, #"{"equalizer": "loudness", "replayGain": 7}"#, #"{"tone": "x", "speed": null}"#,
      #"{"ownBands": [[]], "preamp": {}, "unknown": 1}"#, #"{"crossfade": "long"}"#,
      #"{"boost": -3, "shortensSilence": 1}"#,
    ])
  func nonsense(json: String) throws {
    #expect(try decoded(json) == SoundSettings())
    let mixed = #"{"isMono": true, "# + json.dropFirst().replacing("}", with: "}")
    guard json != "{}" else { return }
    #expect(try decoded(mixed).isMono)
  }
}
