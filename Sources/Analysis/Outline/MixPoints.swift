// Mix points of a track, from its beats and the loudness between them. Pure.
import Glibc
package import Music

/// Proposals for Mix In and Mix Out.
package struct MixPoints: Equatable, Sendable {
  package var mixIn: Duration
  /// Nil if the track is too short for one behind Mix In.
  package var mixOut: Duration?

  /// A bar is strong if it is at most this many LU below the track's loudness.
  private static let strength = 10.0
  /// Most music that begins on a beat begins with a bar: other beats must be so much stronger.
  private static let firstBeatFavour = 1.3
  /// The fewest beats behind Mix Out, for the other track to come in.
  private static let minimumRest = 8

  /// The mix points from a track's beats; nil if none of its bars is strong.
  ///
  /// - Parameters:
  /// - edges: the start and end of the sound, and its fade.
  ///   - tenths: the energies of each tenth of a second.
  ///   - integrated: LUFS.
  /// - bands: magnitudes of three bands, the bass first, at `bandsPerSecond`.
  package init?(
    grid: BeatGrid, edges: SoundEdges, tenths: [Double], integrated: Double,
    bands: [SIMD3<Float>], bandsPerSecond: Double
  ) {
    let start = edges.audibleStart / .seconds(1)
    let end = (edges.fadeOut ?? edges.audibleEnd) / .seconds(1)
    guard start < end else { return nil }
    let length = Self.beatLength(grid, in: start..<end)
    // A first beat that sounds slightly before its grid position is still the first.
    let beats = grid.beats(in: max(0, start - length / 4)..<end)
    guard beats.count >= 8 else { return nil }
    let isOnBeat = abs(beats[0] - start) < length / 4
    let bar = Self.barLength(
      beats, bands, bandsPerSecond, favour: isOnBeat ? Self.firstBeatFavour : 1)
    let limit = LoudnessMeter.energy(of: integrated - Self.strength)
    // Of its first beat too: a bar with only a loud last beat precedes the strong one.
    func isStrong(_ first: Int) -> Bool {
      [1, bar.beats].allSatisfy { count in
        Self.energy(tenths, from: beats[first], to: beats[first] + length * Double(count)) >= limit
      }
    }
    let downbeats = stride(from: bar.first, to: beats.count, by: bar.beats)
    guard let first = downbeats.first(where: isStrong) else { return nil }
    mixIn = .seconds(beats[first])
    mixOut = Self.lastPhrase(behind: first, bar: bar.beats, of: beats.count).map {
      .seconds(beats[$0])
    }
  }

  private static func beatLength(_ grid: BeatGrid, in range: Range<Double>) -> Double {
    if case .constant(_, let period) = grid { return period }
    let beats = grid.beats(in: range)
    guard let first = beats.first, let last = beats.last, beats.count > 1 else { return 0.5 }
    return (last - first) / Double(beats.count - 1)
  }

  /// The beats per bar and the index of a downbeat: where the bass and the onsets are strongest.
  /// Four, unless three separate the beats far better.
  private static func barLength(
    _ beats: [Double], _ bands: [SIMD3<Float>], _ bandsPerSecond: Double, favour: Double
  ) -> (beats: Int, first: Int) {
    let rises = beats.map { beat in
      let index = Int((beat * bandsPerSecond).rounded())
      let before = mean(bands, max(0, index - 8)..<max(0, index - 2))
      let behind = mean(bands, max(0, index - 1)..<max(0, index + 6))
      return Double(max(0, behind.x - before.x) * 2 + max(0, behind.y - before.y))
    }
    func fold(_ count: Int) -> (first: Int, contrast: Double) {
      var sums = [Double](repeating: 0, count: count)
      for (index, rise) in rises.enumerated() { sums[index % count] += rise }
      sums[0] *= favour
      let total = sums.reduce(0, +)
      guard total > 0, let best = sums.indices.max(by: { sums[$0] < sums[$1] }) else {
        return (0, 0)
      }
      return (best, sums[best] / total * Double(count))
    }
    let (four, three) = (fold(4), fold(3))
    return three.contrast > 1.2 && three.contrast > 1.3 * four.contrast
      ? (3, three.first) : (4, four.first)
  }

  private static func mean(_ bands: [SIMD3<Float>], _ range: Range<Int>) -> SIMD3<Float> {
    let range = range.clamped(to: 0..<bands.count)
    guard !range.isEmpty else { return .zero }
    return bands[range].reduce(.zero, +) / Float(range.count)
  }

  private static func energy(_ tenths: [Double], from start: Double, to end: Double) -> Double {
    let range = (Int(start * 10)..<max(Int(start * 10) + 1, Int(end * 10)))
      .clamped(to: 0..<tenths.count)
    return range.isEmpty ? 0 : tenths[range].reduce(0, +) / Double(range.count)
  }

  /// The last boundary of eight-bar phrases, in short tracks of four, that leaves room.
  private static func lastPhrase(behind first: Int, bar: Int, of count: Int) -> Int? {
    let room = count - minimumRest - first
    for bars in [8, 4] {
      let phrase = bars * bar
      // One phrase must have passed, and two in a track long enough for eight-bar phrases.
      if room >= 2 * phrase || (bars == 4 && room >= phrase) {
        return first + room / phrase * phrase
      }
    }
    return nil
  }
}
