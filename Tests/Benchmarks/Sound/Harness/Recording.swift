import BenchHarness
import Foundation

/// Recorded frames with their times.
final class Recording {
  /// Hz.
  let rate: Int
  let left: [Float]
  let right: [Float]
  /// Playback time of the first frame.
  private let origin: Moment
  /// Seconds by which the latest block came late, for want of a processor.
  let lateness: Double

  init(_ file: String, rate: Int) throws {
    self.rate = rate
    let sound = try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)
    let count = sound.count / 8
    guard count > 0 else { throw BenchFault.inconclusive("nothing was recorded") }
    (left, right) = sound.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      return ((0..<count).map { samples[$0 * 2] }, (0..<count).map { samples[$0 * 2 + 1] })
    }
    let index = try Data(contentsOf: URL(fileURLWithPath: file + ".index"))
    let starts = index.withUnsafeBytes { bytes in
      let entries = bytes.bindMemory(to: UInt64.self)
      return (0..<entries.count / 2).map {
        Moment(nanoseconds: entries[$0 * 2]) + -Double(entries[$0 * 2 + 1]) / Double(rate)
      }
    }
    // Blocks come in bursts and sometimes late, never early: the earliest one counts.
    guard let first = starts.min(), let last = starts.max() else {
      throw BenchFault.inconclusive("nothing was recorded")
    }
    origin = first + SoundServer.period
    lateness = last - first
  }

  var count: Int { left.count }

  func isSilent(_ frame: Int) -> Bool { left[frame] == 0 && right[frame] == 0 }

  /// Playback time of a frame.
  func moment(of frame: Int) -> Moment { origin + Double(frame) / Double(rate) }

  /// The frame audible at a moment, nil if nothing was recorded.
  func frame(at moment: Moment) -> Int? {
    let frame = Int(((moment - origin) * Double(rate)).rounded())
    return left.indices.contains(frame) ? frame : nil
  }

  /// The first frame after a moment that is not silent.
  func firstSound(after moment: Moment) -> Int? {
    let start = max(0, Int(((moment - origin) * Double(rate)).rounded()))
    return (start..<max(start, count)).first { !isSilent($0) }
  }
}
