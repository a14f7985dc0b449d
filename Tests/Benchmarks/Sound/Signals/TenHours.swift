import BenchHarness
import Foundation
import Glibc

/// A recording of ten hours as MP3: one block of a minute, encoded once and repeated.
///
/// Every block is the same, so a position is known modulo a minute; within a block no two positions
/// are alike.
struct TenHours {
  let file: String
  /// The block as decoded between two others, followed by the beginning of the next.
  let block: SoundSearch
  /// Frames of a block.
  let period: Int

  static let rate = 44100
  static let blocks = 600
  /// Seconds of the next block after the first.
  private static let overlap = 2

  init(_ corpus: Corpus, _ workplace: Workplace) throws {
    let wave = try corpus.file("minute.wav") {
      let frames = MusicSignal.frames(Self.rate * 60, rate: Self.rate)
      try PCMFile.write(frames, rate: Self.rate, to: $0)
    }
    // Without a Xing table the frames follow one another as in a stream.
    let options = ["-ac", "1", "-c:a", "libmp3lame", "-b:a", "64k", "-write_xing", "0"]
    let minute = try corpus.file("minute.mp3") {
      try Spawned.run(
        "ffmpeg",
        ["-v", "error", "-nostdin", "-y", "-i", wave] + options + ["-id3v2_version", "0", $0])
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: minute))
    func repeated(_ count: Int, to path: String) throws {
      guard let file = fopen(path, "w") else { throw BenchFault.command("\(path)?") }
      defer { fclose(file) }
      for _ in 0..<count { bytes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) } }
    }
    file = try corpus.file("ten-hours.mp3") { try repeated(Self.blocks, to: $0) }
    let three = try corpus.file("three-minutes.mp3") { try repeated(3, to: $0) }
    period = try Reference.decode(minute, rate: Self.rate, workplace).count
    let sound = try Reference.decode(three, rate: Self.rate, workplace)
    block = SoundSearch(in: Array(sound[period..<2 * period + Self.overlap * Self.rate]))
  }

  /// Frames between an index in a block and a second of the file.
  func distance(_ index: Int, fromSecond second: Int) -> Int {
    let distance = (index - second * Self.rate) % period
    return distance > period / 2
      ? distance - period : distance < -period / 2 ? distance + period : distance
  }
}
