/// The autocorrelation of a track's chords.
struct ChordRecurrence {
  private static let minimumDistance = 2
  private static let maximumLength = 100
  /// The fewest frame pairs for a meaningful comparison.
  private static let minimumPairs = 8
  private static let triads = 24

  /// By frames of distance from `minimumDistance` on, -1 to 1.
  private var likenesses: [Float] = []

  init(of frames: ArraySlice<[Float]>) {
    let chords = ChordRecurrence.withoutMean(frames)
    let end = min(ChordRecurrence.maximumLength, frames.count - ChordRecurrence.minimumPairs)
    guard end > ChordRecurrence.minimumDistance else { return }
    likenesses = chords.withUnsafeBytes { chords in
      (ChordRecurrence.minimumDistance..<end).map { distance in
        let bytes = distance * ChordRecurrence.triads * MemoryLayout<Float>.size
        let first = UnsafeRawBufferPointer(rebasing: chords.dropLast(bytes))
        let second = UnsafeRawBufferPointer(rebasing: chords.dropFirst(bytes))
        let lengths =
          ChordRecurrence.product(first, first) * ChordRecurrence.product(second, second)
        return ChordRecurrence.product(first, second) / (lengths.squareRoot() + 1e-9)
      }
    }
  }

  /// Rows have 24 numbers, so that vectors of eight leave no remainder.
  private static func product(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Float {
    var sum = SIMD8<Float>.zero
    for offset in stride(from: 0, to: first.count, by: MemoryLayout<SIMD8<Float>>.size) {
      sum +=
        first.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * second.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
    }
    return sum.sum()
  }

  /// A row of 24 triads for each frame, zeros in silence, less the mean of all.
  private static func withoutMean(_ frames: ArraySlice<[Float]>) -> [Float] {
    var rows: [Float] = []
    rows.reserveCapacity(frames.count * triads)
    var mean = [Float](repeating: 0, count: triads)
    for frame in frames {
      rows += frame.isEmpty ? [Float](repeating: 0, count: triads) : frame
      for triad in frame.indices { mean[triad] += frame[triad] / Float(frames.count) }
    }
    for index in rows.indices { rows[index] -= mean[index % triads] }
    return rows
  }

  /// Whether the longest phrase can be told from the shortest.
  var isLongEnough: Bool { likenesses.count > 40 }

  /// The likeness after a time in frames, interpolated; 0 outside the range.
  func likeness(after distance: Double) -> Float {
    let index = distance - Double(ChordRecurrence.minimumDistance)
    let number = Int(index)
    guard index >= 0, number + 1 < likenesses.count else { return 0 }
    let part = Float(index - Double(number))
    return likenesses[number] * (1 - part) + likenesses[number + 1] * part
  }
}
