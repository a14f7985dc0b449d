// Shortens the gaps in speech before they come into the ring, so that frames of the ring stay frames
// that are heard. Confined to the decode thread.
import Glibc

/// Turns gaps of more than 0.6 s into 0.3 s: both of their edges stay, the middle is cut out.
///
/// A gap is judged by its level relative to that of the speech, in blocks of 10 ms. It keeps 0.15 s
/// at both ends, since words end and begin softly, and fades from one into the other.
struct SilenceShortener {
  /// Frames cut out behind so many frames of the output.
  struct Cut: Equatable {
    var offset: Int
    var frames: Int
  }

  /// Blocks of a gap that stays whole.
  private static let longest = 60
  /// Blocks that stay at each end.
  private static let edge = 15
  /// How far below the speech a gap lies, dB.
  private static let depth = 35.0
  /// dB of full scale that are always silent, and those that never are.
  private static let levels = -70.0 ... -42.0
  /// dB by which the level of speech falls in each block of sound, and in each of a gap. The lower
  /// it is, the less is cut: quiet speech behind loud music is no gap for long.
  private static let decay = (sound: 0.01, gap: 0.002)

  /// Hz.
  let rate: Int
  private let blockFrames: Int
  /// The loudest speech of late, dB of full scale; a usual level until some is known.
  private var speech = -22.0
  /// Frames that have not become a block yet.
  private var partial: [Float] = []
  /// Silent blocks in a row.
  private var run = 0
  /// The gap behind its first edge: all of it, or its last edge once it is cut.
  private var held: [Float] = []
  /// The first block behind the first edge, which fades into the last edge.
  private var fading: [Float] = []
  private var dropped = 0

  init(rate: Int) {
    self.rate = rate
    blockFrames = max(1, rate / 100)
  }

  /// Drops all frames, as before a seek; the level of the speech stays.
  mutating func reset() {
    partial.removeAll()
    endRun()
  }

  /// Takes interleaved stereo, appends what is decided to `out`, and returns the cuts in that.
  mutating func put(
    _ source: UnsafeBufferPointer<Float>, into out: inout [Float]
  ) -> [Cut] {
    let start = out.count
    var cuts: [Cut] = []
    var left = source[...]
    while !left.isEmpty {
      let missing = blockFrames * 2 - partial.count
      partial += left.prefix(missing)
      left = left.dropFirst(missing)
      guard partial.count == blockFrames * 2 else { break }
      if let cut = takeBlock(into: &out, from: start) { cuts.append(cut) }
      partial.removeAll(keepingCapacity: true)
    }
    return cuts
  }

  /// Appends all that is held, at the end of an item.
  mutating func finish(into out: inout [Float]) -> [Cut] {
    let cut = release(into: &out, from: out.count)
    out += partial
    partial.removeAll()
    return cut.map { [$0] } ?? []
  }

  private mutating func takeBlock(into out: inout [Float], from start: Int) -> Cut? {
    let level = partial.withUnsafeBufferPointer(Self.level)
    // Rises within some blocks, so that a click counts for little.
    if level > speech {
      speech += (level - speech) * 0.3
    } else {
      speech -= run > 0 ? Self.decay.gap : Self.decay.sound
    }
    let threshold = min(max(speech - Self.depth, Self.levels.lowerBound), Self.levels.upperBound)
    guard level < threshold else {
      let cut = release(into: &out, from: start)
      out += partial
      return cut
    }
    run += 1
    guard run > Self.edge else {
      out += partial
      return nil
    }
    if run == Self.edge + 1 { fading = partial }
    held += partial
    guard run > Self.longest else { return nil }
    let surplus = held.count - Self.edge * blockFrames * 2
    held.removeFirst(surplus)
    dropped += surplus / 2
    return nil
  }

  /// Ends the gap: appends what is held of it, faded over where its middle was cut out.
  private mutating func release(into out: inout [Float], from start: Int) -> Cut? {
    defer { endRun() }
    let offset = (out.count - start) / 2
    guard dropped > 0 else {
      out += held
      return nil
    }
    for index in 0..<blockFrames {
      let angle = Double.pi / 2 * (Double(index) + 0.5) / Double(blockFrames)
      let (coming, going) = (Float(sin(angle)), Float(cos(angle)))
      for side in 0..<2 {
        let sample = index * 2 + side
        held[sample] = held[sample] * coming + fading[sample] * going
      }
    }
    out += held
    return Cut(offset: offset, frames: dropped)
  }

  private mutating func endRun() {
    (run, dropped) = (0, 0)
    held.removeAll(keepingCapacity: true)
    fading.removeAll(keepingCapacity: true)
  }

  /// The level of the louder side, dB of full scale.
  private static func level(_ block: UnsafeBufferPointer<Float>) -> Double {
    var sums = SIMD2<Float>(repeating: 0)
    var index = 0
    while index + 1 < block.count {
      let frame = SIMD2(block[index], block[index + 1])
      sums += frame * frame
      index += 2
    }
    // A sample that is not a number is no silence.
    let power = Double(sums.max()) / Double(max(1, block.count / 2))
    return power.isFinite ? 10 * log10(power + 1e-20) : 0
  }
}
