internal import Foundation

/// A table for jumps in a FLAC file, as the encoder flac writes one and that of FFmpeg does not.
package enum SeekTable {
  /// Adds a table with a point for each so many samples behind STREAMINFO. Needs ffprobe.
  ///
  /// - Parameter shift: bytes by which the points are wrong.
  package static func add(to file: String, every samples: Int = 441_000, shift: Int = 0) throws {
    let url = URL(fileURLWithPath: file)
    var bytes = [UInt8](try Data(contentsOf: url))
    let frames = try frames(of: file)
    guard let first = frames.first else { return }
    var points: [UInt8] = []
    var wanted = 0
    for frame in frames where frame.sample >= wanted {
      let offset = max(0, frame.position - first.position + shift)
      points += bigEndian(frame.sample, 8) + bigEndian(offset, 8) + bigEndian(4096, 2)
      wanted += samples
    }
    // Behind the signature, and STREAMINFO with its header.
    bytes.insert(contentsOf: [3] + bigEndian(points.count, 3) + points, at: 4 + 4 + 34)
    try Data(bytes).write(to: url)
  }

  private static func frames(of file: String) throws -> [(sample: Int, position: Int)] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffprobe")
    process.arguments = ["-v", "error", "-show_entries", "packet=pts,pos", "-of", "csv=p=0", file]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }
}
