import Foundation
import Media
import Testing

/// One file of a row, which are all parts of one signal.
struct SeamPart: Sendable {
  var rate: Int
  var frames: Int
  var channels = 2
}

struct SeamRow: Sendable, CustomTestStringConvertible {
  var parts: [SeamPart]
  /// Hz, of what comes out.
  var rate: Int
  /// Whether each part is over before the next is known.
  var isLate = false
  /// In dBFS.
  var limit = -100.0

  var testDescription: String {
    "\(parts.map { "\($0.frames) at \($0.rate)" }.joined(separator: ", ")) on \(rate)"
  }

  init(on rate: Int, _ parts: SeamPart..., isLate: Bool = false, limit: Double = -100) {
    (self.parts, self.rate, self.isLate, self.limit) = (parts, rate, isLate, limit)
  }
}

@Suite("Seams between rates")
struct SeamTests {
  /// What every file is a part of, at a time in seconds.
  static func signal(_ time: Double, side: Int, channels: Int) -> Double {
    let isRight = side == 1 && channels == 2
    return (isRight ? 0.25 : 0.5) * sin(2 * .pi * 997 * time)
      + (isRight ? 0.25 * sin(2 * .pi * 3331 * time + 1) : 0)
  }

  private func file(_ name: String, _ part: SeamPart, from start: Double, _ fixture: DecoderFixture)
    throws
  {
    let samples = (0..<part.frames).flatMap { frame in
      (0..<part.channels).map { side in
        Float(
          Self.signal(
            start + Double(frame) / Double(part.rate), side: side, channels: part.channels))
      }
    }
    try fixture.write(name, floatWave(samples, rate: part.rate, channels: part.channels))
  }

  /// The sound of all parts, put into one resampler, and where each of them ends.
  private func play(_ row: SeamRow) throws -> (sound: [Float], ends: [Int]) {
    let fixture = try DecoderFixture()
    let resampler = Resampler(rate: row.rate)
    var (sound, ends): ([Float], [Int]) = ([], [])
    func take() {
      sound += resampler.pending
      resampler.take(resampler.pendingFrames)
    }
    var start = 0.0
    for (index, part) in row.parts.enumerated() {
      try file("\(index).wav", part, from: start, fixture)
      start += Double(part.frames) / Double(part.rate)
      let decoder = try Decoder(fixture.path("\(index).wav"))
      while try decoder.decode(into: resampler) { take() }
      ends.append(Int(resampler.endOfInput))
      guard row.isLate || index == row.parts.count - 1 else { continue }
      resampler.finish()
      take()
      #expect(!resampler.isHolding)
      #expect(sound.count == 2 * ends[index])
    }
    return (sound, ends)
  }

  /// The greatest error of all frames, in dBFS.
  private func error(_ sound: [Float], _ row: SeamRow, _ ends: [Int]) -> Double {
    var (worst, part) = (0.0, 0)
    for frame in 0..<sound.count / 2 {
      while part < ends.count - 1, frame >= ends[part] { part += 1 }
      for side in 0...1 {
        let truth = Self.signal(
          Double(frame) / Double(row.rate), side: side, channels: row.parts[part].channels)
        worst = max(worst, abs(Double(sound[frame * 2 + side]) - truth))
      }
    }
    return 20 * log10(worst)
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
  ]

  @Test("a signal goes on from file to file, from the first frame to the last", arguments: rows)
  func goesOn(_ row: SeamRow) throws {
    let (sound, ends) = try play(row)
    let seconds = row.parts.reduce(0) { $0 + Double($1.frames) / Double($1.rate) }
    #expect(sound.count / 2 == Int((seconds * Double(row.rate)).rounded()))
    #expect(error(sound, row, ends) < row.limit)
    print("measured \(row.testDescription): \(error(sound, row, ends))")
  }

  @Test("a file that ends between two frames is gone on with there")
  func fractions() throws {
    for odd in [1, 70, 159] {
      let row = SeamRow(
        on: 44100, SeamPart(rate: 48000, frames: 48000 + odd),
        SeamPart(rate: 96000, frames: 50_000 + odd), SeamPart(rate: 192_000, frames: 90_001))
      let (sound, ends) = try play(row)
      print("measured fraction \(odd): \(error(sound, row, ends))")
      #expect(error(sound, row, ends) < row.limit)
    }
  }

  @Test("short files of another rate follow each other, each over before the next is known")
  func short() throws {
    let seconds = [0.05, 0.1, 0.3, 0.5, 0.9, 0.2, 0.05, 0.06, 0.9]
    for (from, to) in [(44100, 48000), (96000, 44100), (48000, 44100)] {
      var row = SeamRow(on: to, isLate: true)
      row.parts = seconds.map { SeamPart(rate: from, frames: Int($0 * Double(from)) + 7) }
      let (sound, ends) = try play(row)
      print("measured short \(from) \(to): \(error(sound, row, ends))")
      #expect(error(sound, row, ends) < row.limit)
    }
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
