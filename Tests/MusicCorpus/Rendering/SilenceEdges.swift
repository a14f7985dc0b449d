internal import Foundation

/// First and last samples that reach -60 dBFS.
struct SilenceEdges {
  /// Seconds of silence before the first and after the last of them.
  var start: Double
  var end: Double

  /// Finds the edges of interleaved samples of 16 bits.
  init(interleaved samples: Data, channels: Int, rate: Double) {
    let threshold: UInt16 = 33
    (start, end) = samples.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Int16.self)
      let first = samples.firstIndex { $0.magnitude >= threshold } ?? samples.count
      let last = samples.lastIndex { $0.magnitude >= threshold } ?? samples.count
      let behind = max(0, samples.count - 1 - last)
      return (Double(first / channels) / rate, Double(behind / channels) / rate)
    }
  }
}
