/// How alike the chords of a track are to those some time later.
struct ChordRecurrence {
  private static let shortest = 2
  private static let longest = 100
  /// Fewer frames than these that can be compared say nothing.
  private static let fewestPairs = 8

  /// By frames of distance from `shortest` on, -1 to 1.
  private var likenesses: [Float] = []

  init(of frames: ArraySlice<[Float]>) {
    let vectors = ChordRecurrence.withoutMean(frames)
    let end = min(ChordRecurrence.longest, vectors.count - ChordRecurrence.fewestPairs)
    guard end > ChordRecurrence.shortest else { return }
    let squares = vectors.map { ($0 * $0).sum() }
    likenesses = (ChordRecurrence.shortest..<end).map { distance in
      let pairs = vectors.count - distance
      var product: Float = 0
      for number in 0..<pairs { product += (vectors[number] * vectors[number + distance]).sum() }
      let first = squares[..<pairs].reduce(0, +)
      let second = squares[distance...].reduce(0, +)
      return product / ((first * second).squareRoot() + 1e-9)
    }
  }

  private static func withoutMean(_ frames: ArraySlice<[Float]>) -> [SIMD32<Float>] {
    var vectors = [SIMD32<Float>](repeating: .zero, count: frames.count)
    for (number, frame) in frames.enumerated() {
      for triad in frame.indices { vectors[number][triad] = frame[triad] }
    }
    let mean = vectors.reduce(.zero, +) / Float(max(1, vectors.count))
    return vectors.map { $0 - mean }
  }

  /// Whether the longest phrase could be told from the shortest.
  var isLongEnough: Bool { likenesses.count > 40 }

  /// After a time in frames, between those that were compared; 0 beyond them.
  func likeness(after distance: Double) -> Float {
    let place = distance - Double(ChordRecurrence.shortest)
    let number = Int(place)
    guard place >= 0, number + 1 < likenesses.count else { return 0 }
    let part = Float(place - Double(number))
    return likenesses[number] * (1 - part) + likenesses[number + 1] * part
  }
}
