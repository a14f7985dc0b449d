// Finds the offset of greatest similarity. Runs on the audio thread: it must not allocate, lock, or
// touch a reference.

/// The memory of a search for the offset with the largest normalised cross-correlation of one
/// channel: coarsely on means of a few samples, then around the best offset sample by sample.
struct StretchSearch: BitwiseCopyable {
  /// Frames compared, at most the overlap of the start.
  var length: Int
  /// Frames per mean in the coarse search (to about 6 kHz).
  let decimation: Int
  let pattern: UnsafeMutablePointer<Float>
  let region: UnsafeMutablePointer<Float>
  let coarsePattern: UnsafeMutablePointer<Float>
  let coarseRegion: UnsafeMutablePointer<Float>

  init(overlap: Int, reach: Int, decimation: Int) {
    length = overlap
    self.decimation = decimation
    let regionFrames = overlap + 2 * reach + 1
    pattern = .allocate(capacity: overlap)
    pattern.initialize(repeating: 0, count: overlap)
    region = .allocate(capacity: regionFrames)
    region.initialize(repeating: 0, count: regionFrames)
    coarsePattern = .allocate(capacity: overlap)
    coarsePattern.initialize(repeating: 0, count: overlap)
    coarseRegion = .allocate(capacity: regionFrames)
    coarseRegion.initialize(repeating: 0, count: regionFrames)
  }

  func deallocate() {
    pattern.deallocate()
    region.deallocate()
    coarsePattern.deallocate()
    coarseRegion.deallocate()
  }
}

/// The offset 0...`last` at which `region` is most like `pattern`, both interleaved stereo.
@_noLocks @_noAllocation
func mostSimilar(
  _ search: UnsafePointer<StretchSearch>, to pattern: UnsafePointer<Float>,
  in region: UnsafePointer<Float>, last: Int
) -> Int {
  let (length, step) = (search.pointee.length, search.pointee.decimation)
  let side: Float = hasMoreInSides(pattern, length) ? -1 : 1
  flatten(pattern, to: search.pointee.pattern, length, side)
  flatten(region, to: search.pointee.region, length &+ last, side)
  let coarseLength = length / step
  thin(search.pointee.pattern, to: search.pointee.coarsePattern, coarseLength, step)
  thin(search.pointee.region, to: search.pointee.coarseRegion, (length &+ last) / step, step)
  let near = best(
    search.pointee.coarsePattern, coarseLength, search.pointee.coarseRegion,
    from: 0, through: (length &+ last) / step &- coarseLength, centre: last / 2 / step)
  return best(
    search.pointee.pattern, length, search.pointee.region,
    from: max(0, (near &- 1) &* step &+ 1), through: min(last, (near &+ 1) &* step &- 1),
    centre: last / 2)
}

/// Whether the two channels would mostly cancel out in their sum.
@_noLocks @_noAllocation
private func hasMoreInSides(_ pattern: UnsafePointer<Float>, _ frames: Int) -> Bool {
  var product: Float = 0
  var index = 0
  while index < frames &* 2 {
    product += pattern[index] * pattern[index &+ 1]
    index &+= 2
  }
  return product < 0
}

/// Mixes two channels to one. The bound keeps the squares of a broken file's samples finite.
@_noLocks @_noAllocation
private func flatten(
  _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ frames: Int,
  _ side: Float
) {
  var frame = 0
  while frame < frames {
    let sum = source[frame &* 2] + side * source[frame &* 2 &+ 1]
    target[frame] = min(256, max(-256, sum))
    frame &+= 1
  }
}

/// The means of `step` samples each.
@_noLocks @_noAllocation
private func thin(
  _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int,
  _ step: Int
) {
  let scale = 1 / Float(step)
  var (index, position) = (0, source)
  while index < count {
    var (sum, inner): (Float, Int) = (0, 0)
    while inner < step {
      sum += position[inner]
      inner &+= 1
    }
    target[index] = sum * scale
    position += step
    index &+= 1
  }
}

/// The offset with the largest correlation, normalised by the mean of both energies: 1 for equal
/// sound, and unlike with their geometric mean less for equal but louder sound, so silence goes on
/// in silence. Of nearly equal offsets the one nearest to the centre wins: periodic sound is like
/// itself at many offsets.
@_noLocks @_noAllocation
private func best(
  _ pattern: UnsafePointer<Float>, _ length: Int, _ region: UnsafePointer<Float>,
  from first: Int, through last: Int, centre: Int
) -> Int {
  // Two regions quieter than -120 dB are alike.
  let floor = 1e-12 * Double(length)
  let patternEnergy = Double(product(pattern, pattern, length)) + floor
  let away = 0.005 / Double(max(1, max(centre &- first, last &- centre)))
  var energy = Double(product(region + first, region + first, length))
  var (bestOffset, bestScore) = (first, -2.0)
  var offset = first
  while offset <= last {
    let match = Double(product(pattern, region + offset, length))
    // Rounding may leave the running sum a little below 0.
    let likeness = (2 * match + floor) / (patternEnergy + max(0, energy))
    let score = likeness - away * Double(abs(offset &- centre))
    if score > bestScore { (bestOffset, bestScore) = (offset, score) }
    let (leaving, coming) = (Double(region[offset]), Double(region[offset &+ length]))
    energy += coming * coming - leaving * leaving
    offset &+= 1
  }
  return bestOffset
}

/// The sum of products, in eight partial sums: the compiler may not reorder additions.
@_noLocks @_noAllocation
private func product(
  _ one: UnsafePointer<Float>, _ other: UnsafePointer<Float>, _ count: Int
) -> Float {
  var sums = SIMD8<Float>(repeating: 0)
  let (first, second) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
  var index = 0
  while index &+ 8 <= count {
    sums +=
      first.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
      * second.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
    index &+= 8
  }
  var sum = sums.sum()
  while index < count {
    sum += one[index] * other[index]
    index &+= 1
  }
  return sum
}
