import Foundation
import Music

@testable import Playback

extension CodedSound {
  /// A 16-bit WAV file whose left side is `samples` and whose right side is their negative.
  ///
  /// - Parameter claimed: the number of frames in its header, where false.
  func wave(
    _ id: Int64, _ samples: [Int16], rate: Int = 44100, claimed: Int? = nil
  ) throws -> PlayItem {
    let bytes = UInt32((claimed ?? samples.count) * 4)
    var data = Data()
    func put(_ text: String) { data.append(contentsOf: text.utf8) }
    func put<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    put("RIFF")
    put(bytes + 36)
    put("WAVEfmt ")
    for value in [16, UInt32(2 << 16 | 1), UInt32(rate), UInt32(rate * 4)] as [UInt32] {
      put(value)
    }
    put(UInt32(16 << 16 | 4))
    put("data")
    put(bytes)
    for sample in samples {
      put(sample)
      put(-sample)
    }
    try data.write(to: folder.appendingPathComponent("\(id).wav"))
    return item(id, at: path("\(id).wav"))
  }

  /// The left and right channels of the file output.
  func sides(inWave name: String) throws -> (left: [Float], right: [Float]) {
    let data = try Data(contentsOf: folder.appendingPathComponent(name)).dropFirst(58)
    return Data(data).withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      let frames = 0..<samples.count / 2
      return (frames.map { samples[$0 * 2] }, frames.map { samples[$0 * 2 + 1] })
    }
  }
}

/// Unique samples, the same each time.
func wholeNoise(_ count: Int, seed: UInt64) -> [Int16] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in Int16(truncatingIfNeeded: generator.next() >> 50) }
}
