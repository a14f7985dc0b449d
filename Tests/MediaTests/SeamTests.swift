import Foundation
import Media
import Testing

/// One file of a row, all of them parts of one signal.
struct SeamPart: Sendable {
  var rate: Int
  var frames: Int
  var channels = 2
}

struct SeamRow: Sendable, CustomTestStringConvertible {
  var parts: [SeamPart]
  /// The output rate in Hz.
  var rate: Int
  /// Whether each part ends before the next is known.
  var isLate = false

  /// Whether the channels differ.
  var isStereo: Bool { parts.allSatisfy { $0.channels == 2 } }

  var testDescription: String {
    parts.map { "\($0.frames) of \($0.channels) at \($0.rate)" }.joined(separator: ", ")
      + " on \(rate)"
  }

  init(on rate: Int, _ parts: SeamPart..., isLate: Bool = false) {
    (self.parts, self.rate, self.isLate) = (parts, rate, isLate)
  }
}

@Suite("Seams between rates")
struct SeamTests {
  /// The common signal of all files, at a time in seconds.
  private func signal(_ time: Double, isRight: Bool) -> Double {
    (isRight ? 0.25 : 0.5) * sin(2 * .pi * 997 * time)
      + (isRight ? 0.25 * sin(2 * .pi * 3331 * time + 1) : 0)
  }

  private func wave(_ part: SeamPart, of row: SeamRow, from start: Double) -> [UInt8] {
    let samples = (0..<part.frames).flatMap { frame in
      (0..<part.channels).map { side in
        let time = start + Double(frame) / Double(part.rate)
        return Float(signal(time, isRight: side == 1 && row.isStereo))
      }
    }
    return floatWave(samples, rate: part.rate, channels: part.channels)
  }

  /// The sound of all parts through one resampler.
  private func play(_ row: SeamRow) throws -> [Float] {
    let fixture = try DecoderFixture()
    let resampler = Resampler(rate: row.rate)
    var sound: [Float] = []
    func receive() {
      sound += resampler.pending
      resampler.consume(resampler.pendingFrames)
    }
    var start = 0.0
    for (index, part) in row.parts.enumerated() {
      try fixture.write("\(index).wav", wave(part, of: row, from: start))
      start += Double(part.frames) / Double(part.rate)
      let decoder = try Decoder(fixture.path("\(index).wav"))
      while try decoder.decode(into: resampler) { receive() }
      guard row.isLate || index == row.parts.count - 1 else { continue }
      let end = resampler.endOfInput
      resampler.finish()
      receive()
      #expect(!resampler.isHolding && resampler.endOfInput == end)
      #expect(sound.count == 2 * Int(end))
    }
    return sound
  }

  /// The largest error of all frames, in dBFS.
  private func error(_ sound: [Float], _ row: SeamRow) -> Double {
    var worst = 0.0
    for frame in 0..<sound.count / 2 {
      for side in 0...1 {
        let time = Double(frame) / Double(row.rate)
        let truth = signal(time, isRight: side == 1 && row.isStereo)
        worst = max(worst, abs(Double(sound[frame * 2 + side]) - truth))
      }
    }
    return 20 * log10(worst)
  }

  private func frames(_ row: SeamRow) -> Int {
    let seconds = row.parts.reduce(0) { $0 + Double($1.frames) / Double($1.rate) }
    return Int((seconds * Double(row.rate)).rounded())
  }

  static let rows = [
    SeamRow(on: 48000, SeamPart(rate: 44100, frames: 44247)),
    SeamRow(on: 44100, SeamPart(rate: 44100, frames: 30011), SeamPart(rate: 48000, frames: 40000)),
    SeamRow(on: 48000, SeamPart(rate: 44100, frames: 44247), SeamPart(rate: 48000, frames: 30011)),
    SeamRow(on: 44100, SeamPart(rate: 96000, frames: 96000), SeamPart(rate: 44100, frames: 20011)),
    SeamRow(
      on: 48000, SeamPart(rate: 48000, frames: 20011), SeamPart(rate: 44100, frames: 44247),
      SeamPart(rate: 48000, frames: 20011)),
    SeamRow(
      on: 44100, SeamPart(rate: 48000, frames: 48000), SeamPart(rate: 44100, frames: 20011),
      SeamPart(rate: 48000, frames: 20011)),
    SeamRow(
      on: 48000, SeamPart(rate: 22050, frames: 22050), SeamPart(rate: 192_000, frames: 100_000),
      SeamPart(rate: 88200, frames: 30_000), SeamPart(rate: 352_800, frames: 200_000)),
    SeamRow(
      on: 48000, SeamPart(rate: 44100, frames: 30_011, channels: 1),
      SeamPart(rate: 44100, frames: 30_013), SeamPart(rate: 44100, frames: 500, channels: 6),
      SeamPart(rate: 44100, frames: 9_000)),
  ]

  @Test("a signal goes on from file to file, from the first frame to the last", arguments: rows)
  func goesOn(_ row: SeamRow) throws {
    let sound = try play(row)
    #expect(sound.count / 2 == frames(row))
    #expect(error(sound, row) < -120)
  }

  @Test("a file that ends between two frames is gone on with there", arguments: [1, 70, 159])
  func fractions(odd: Int) throws {
    let row = SeamRow(
      on: 44100, SeamPart(rate: 48000, frames: 48000 + odd),
      SeamPart(rate: 96000, frames: 50_000 + odd), SeamPart(rate: 192_000, frames: 90_001))
    let sound = try play(row)
    #expect(sound.count / 2 == frames(row))
    #expect(error(sound, row) < -120)
    // At 48 kHz there are half as many positions between two frames as at 96.
    let coarse = SeamRow(
      on: 44100, SeamPart(rate: 96000, frames: 96000 + odd), SeamPart(rate: 48000, frames: 40_000))
    #expect(error(try play(coarse), coarse) < -65)
  }

  @Test(
    "short files follow each other, each over before the next is known",
    arguments: [(44100, 48000), (96000, 44100), (48000, 44100)])
  func short(from: Int, to: Int) throws {
    let seconds = [0.05, 0.1, 0.3, 0.5, 0.9, 0.2, 0.05, 0.06, 0.9]
    var row = SeamRow(on: to, isLate: true)
    row.parts = seconds.map { SeamPart(rate: from, frames: Int($0 * Double(from)) + 7) }
    let sound = try play(row)
    #expect(sound.count / 2 == frames(row))
    #expect(error(sound, row) < -100)
  }

  @Test("files of next to no frames lose none", arguments: [1, 2, 10])
  func tiny(length: Int) throws {
    var row = SeamRow(on: 48000, isLate: true)
    row.parts = Array(repeating: SeamPart(rate: 44100, frames: length), count: 100)
    let sound = try play(row)
    #expect(sound.count / 2 == frames(row))
    let isBounded = sound.allSatisfy { abs($0) < 0.7 }
    #expect(isBounded)
  }

  @Test("silence stays silence, to the last bit")
  func silence() throws {
    let fixture = try DecoderFixture()
    try fixture.write(
      "a.wav", floatWave([Float](repeating: 0, count: 60_000), rate: 44100, channels: 2))
    let heard = try decodeAll(Decoder(fixture.path("a.wav")), rate: 48000)
    #expect(heard == [Float](repeating: 0, count: 2 * 32653))
  }
}

/// A WAV file of float32.
func floatWave(_ samples: [Float], rate: Int, channels: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  func put<Value: FixedWidthInteger>(_ values: Value...) {
    for value in values { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
  }
  let size = UInt32(samples.count * 4)
  bytes += Array("RIFF".utf8)
  put(size + 36)
  bytes += Array("WAVEfmt ".utf8)
  put(UInt32(16), UInt32(channels) << 16 | 3, UInt32(rate), UInt32(rate * channels * 4))
  put(UInt32(32) << 16 | UInt32(channels * 4))
  bytes += Array("data".utf8)
  put(size)
  samples.withUnsafeBytes { bytes += $0 }
  return bytes
}
