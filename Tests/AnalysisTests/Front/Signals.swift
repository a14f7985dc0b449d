import Analysis
import Foundation
import Media

/// Synthetic sound, a plane for each channel.
struct Signal {
  var rate: Int
  var planes: [[Float]]

  var frames: Int { planes.first?.count ?? 0 }

  init(rate: Int, planes: [[Float]]) {
    self.rate = rate
    self.planes = planes
  }

  /// Sines of one frequency in Hz, joined without a jump of phase: the seconds of each and the peak
  /// of each channel in dBFS.
  init(rate: Int = 48_000, sine frequency: Double = 1000, _ pieces: [(Double, [Double])]) {
    self.rate = rate
    planes = (pieces.first?.1 ?? []).map { _ in [] }
    for (seconds, levels) in pieces {
      let peaks = levels.map { pow(10, $0 / 20) }
      let start = frames
      for frame in start..<(start + Int(seconds * Double(rate))) {
        let sine = sin(2 * .pi * frequency * Double(frame) / Double(rate))
        for (channel, peak) in peaks.enumerated() { planes[channel].append(Float(peak * sine)) }
      }
    }
  }

  /// Delivers the sound in blocks of changing length, like a decoder.
  func inBlocks(_ body: (UnsafeBufferPointer<UnsafePointer<Float>>, Int) -> Void) {
    let lengths = [1152, 4096, 1, 37, 16_384, 999]
    var start = 0
    var turn = 0
    let held = planes.map { plane in
      let copy = UnsafeMutablePointer<Float>.allocate(capacity: max(1, plane.count))
      copy.initialize(from: plane, count: plane.count)
      return copy
    }
    defer { held.forEach { $0.deallocate() } }
    while start < frames {
      let length = min(lengths[turn % lengths.count], frames - start)
      let pointers = held.map { UnsafePointer($0 + start) }
      pointers.withUnsafeBufferPointer { body($0, length) }
      start += length
      turn += 1
    }
  }
}

/// Noise from -1 to 1, equal in every run.
struct Noise {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> Float {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
  }
}
