import Foundation
import Music

/// A folder of files with sound, removed with the test.
final class Folder {
  let url: URL

  init() throws {
    url = URL(fileURLWithPath: "/tmp/tt-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // Files that cannot be removed are left to the system.
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> FilePath { FilePath(url.appendingPathComponent(name).path) }

  /// Clicks at a tempo over a chord of A minor, 22,050 Hz, mono, 16 bits.
  @discardableResult
  func clicks(
    _ name: String, bpm: Double = 120, seconds: Double = 20, title: String? = nil,
    album: String? = nil, artist: String? = nil
  ) throws -> FilePath {
    let rate = 22_050.0
    let beat = 60 / bpm
    let samples = (0..<Int(seconds * rate)).map { frame -> Int16 in
      let time = Double(frame) / rate
      let index = time.truncatingRemainder(dividingBy: beat)
      let click = exp(-index * 60) * sin(2 * .pi * 1500 * index)
      let chord = [220.0, 261.63, 329.63].reduce(0.0) { $0 + sin(2 * .pi * $1 * time) } / 3
      return Int16((0.6 * click + 0.2 * chord) * 32_000)
    }
    let bytes = samples.withUnsafeBytes { Data($0) }
    func number(_ value: Int, _ size: Int) -> Data {
      Data((0..<size).map { UInt8(value >> (8 * $0) & 0xFF) })
    }
    var tags = Data()
    for (field, text) in [("INAM", title), ("IPRD", album), ("IART", artist)] {
      guard let text else { continue }
      // An even number of bytes, the last of them zero.
      let padded = Data(text.utf8) + Data(repeating: 0, count: text.utf8.count % 2 + 2)
      tags += Data(field.utf8) + number(padded.count, 4) + padded
    }
    if !tags.isEmpty {
      tags = Data("LIST".utf8) + number(tags.count + 4, 4) + Data("INFO".utf8) + tags
    }
    var data =
      Data("RIFF".utf8) + number(36 + bytes.count + tags.count, 4) + Data("WAVEfmt ".utf8)
    data += number(16, 4) + number(1, 2) + number(1, 2) + number(22_050, 4) + number(44_100, 4)
    data += number(2, 2) + number(16, 2) + Data("data".utf8) + number(bytes.count, 4) + bytes + tags
    try data.write(to: url.appendingPathComponent(name))
    return path(name)
  }

  func write(_ data: Data, _ name: String) throws {
    try data.write(to: url.appendingPathComponent(name))
  }
}
