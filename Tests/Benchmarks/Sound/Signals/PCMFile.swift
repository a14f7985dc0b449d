import Foundation

/// A WAV file of PCM, two channels.
enum PCMFile {
  static func write<Sample: FixedWidthInteger>(
    _ frames: [SIMD2<Sample>], rate: Int, to path: String
  ) throws {
    let width = Sample.bitWidth / 8
    let size = frames.count * 2 * width
    var header = Data("RIFF".utf8)
    func add<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { header.append(contentsOf: $0) }
    }
    add(UInt32(36 + size))
    header += Data("WAVEfmt ".utf8)
    add(UInt32(16))
    add(UInt16(1))
    add(UInt16(2))
    add(UInt32(rate))
    add(UInt32(rate * 2 * width))
    add(UInt16(2 * width))
    add(UInt16(Sample.bitWidth))
    header += Data("data".utf8)
    add(UInt32(size))
    // On a little-endian machine the memory of two samples is the format.
    let body = frames.withUnsafeBytes { Data($0) }
    try (header + body).write(to: URL(fileURLWithPath: path))
  }
}
