import Analysis
import Foundation
import Media
import Music
import Testing

struct MeteredSound: Sendable, CustomTestStringConvertible {
  var name: String
  var rate = 44_100
  var layout = "stereo"
  var testDescription: String { "\(name) \(rate) \(layout)" }

  /// Another sound in each channel, with quiet and loud parts and peaks between samples.
  var expression: String {
    let channels = ["mono": 1, "stereo": 2, "5.1": 6, "7.1": 8][layout] ?? 2
    return (0..<channels).map { channel in
      let pitch = 110 * (channel + 1)
      return "(0.1+0.5*lt(mod(t\\,9)\\,5))*(0.5*sin(2*PI*\(pitch)*t)"
        + "+0.25*sin(2*PI*\(pitch * 3)*t+1)+0.3*(random(\(channel))-0.5)*lt(mod(t\\,1)\\,0.3))"
    }.joined(separator: "|")
  }
}

/// Our loudness against the filter `ebur128` of the `ffmpeg` program.
@Suite("Loudness beside ffmpeg's")
struct MeterAgreementTests {
  @Test(
    "loudness agrees to 0.1 LU and true peak to 0.2 dB",
    arguments: [
      MeteredSound(name: "a.flac"), MeteredSound(name: "b.wav", rate: 48_000),
      MeteredSound(name: "c.mp3"), MeteredSound(name: "d.ogg", rate: 48_000),
      MeteredSound(name: "e.wav", rate: 22_050), MeteredSound(name: "f.flac", rate: 96_000),
      MeteredSound(name: "g.wav", rate: 44_100, layout: "mono"),
      MeteredSound(name: "h.flac", rate: 48_000, layout: "5.1"),
      MeteredSound(name: "i.wav", rate: 48_000, layout: "7.1"),
    ])
  func agrees(_ sound: MeteredSound) async throws {
    let folder = try SoundFolder()
    try await folder.make(
      sound.name, sound.expression, rate: sound.rate, seconds: 11, layout: sound.layout)
    let said = try await folder.ffmpeg(
      ["-i", sound.name, "-af", "ebur128=peak=true", "-f", "null", "-"])
    let summary = said.components(separatedBy: "Summary:").last ?? ""
    func value(_ label: String) throws -> Double {
      let line = summary.split(separator: "\n").first {
        $0.trimmingCharacters(in: .whitespaces).hasPrefix(label)
      }
      return try #require(line?.split(separator: " ").compactMap { Double($0) }.first)
    }
    let found = try #require(
      try TrackAnalyzer.analysis(
        of: folder.path(sound.name), parts: [.loudness], cancellation: Cancellation()
      ).loudness)
    // ffmpeg prints one decimal.
    #expect(abs(try #require(found.integrated) - (try value("I:"))) < 0.1 + 0.051)
    #expect(abs(try #require(found.range) - (try value("LRA:"))) < 0.3)
    #expect(abs(try #require(found.truePeak) - (try value("Peak:"))) < 0.2 + 0.051)
  }
}
