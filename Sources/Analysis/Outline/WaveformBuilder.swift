// The waveform of a track in columns. Confined to one thread.
package import Music

/// Builds a waveform from the mean of a file's channels.
package final class WaveformBuilder {
  private struct Column {
    var low: Float
    var high: Float
    /// The sum of the squares of `count` samples.
    var squares: Float
    var count: Int32
  }

  private let rate: Int
  private let maximumColumns: Int
  private var columns: [Column] = []
  private var current = Column(low: .infinity, high: -.infinity, squares: 0, count: 0)
  private var position: Int64 = 0
  private var boundary: Int64
  /// The width of a column in finest columns.
  private var width: Int64 = 1

  package init(rate: Int, maximumColumns: Int = Waveform.maximumColumns) {
    self.rate = rate
    self.maximumColumns = max(2, maximumColumns)
    boundary = Int64(rate) / Int64(Waveform.columnsPerSecond)
  }

  package func consume(_ samples: UnsafeBufferPointer<Float>) {
    guard let base = samples.baseAddress else { return }
    var start = 0
    while start < samples.count {
      let length = min(samples.count - start, Int(boundary - position))
      measure(base + start, length)
      start += length
      position += Int64(length)
      if position == boundary { closeColumn() }
    }
  }

  private func measure(_ samples: UnsafePointer<Float>, _ count: Int) {
    var lows = SIMD8<Float>(repeating: current.low)
    var highs = SIMD8<Float>(repeating: current.high)
    var sums = SIMD8<Float>.zero
    var index = 0
    while index &+ 8 <= count {
      let eight = samples.eight(index)
      lows = lows.smaller(eight)
      highs = highs.larger(eight)
      sums += eight * eight
      index &+= 8
    }
    var (low, high, squares) = (lows.min(), highs.max(), sums.sum())
    while index < count {
      let sample = samples[index]
      low = min(low, sample)
      high = max(high, sample)
      squares += sample * sample
      index &+= 1
    }
    current = Column(
      low: low, high: high, squares: current.squares + squares, count: current.count + Int32(count))
  }

  private func closeColumn() {
    columns.append(current)
    current = Column(low: .infinity, high: -.infinity, squares: 0, count: 0)
    if columns.count == maximumColumns { halve() }
    boundary =
      Int64(columns.count + 1) * width * Int64(rate) / Int64(Waveform.columnsPerSecond)
  }

  /// Merges pairs of columns, to make room for twice the time.
  private func halve() {
    for index in 0..<(columns.count / 2) {
      let (left, right) = (columns[2 * index], columns[2 * index + 1])
      columns[index] = Column(
        low: min(left.low, right.low), high: max(left.high, right.high),
        squares: left.squares + right.squares, count: left.count + right.count)
    }
    if !columns.count.isMultiple(of: 2), let last = columns.last { current = last }
    columns.removeLast(columns.count - columns.count / 2)
    width *= 2
  }

  /// The waveform of all consumed samples; `bands` holds magnitudes of three bands, at
  /// `bandsPerSecond`.
  ///
  /// Nil without a single column.
  package func waveform(bands: [SIMD3<Float>], bandsPerSecond: Double) -> Waveform? {
    var all = columns
    if current.count > 0 { all.append(current) }
    guard !all.isEmpty else { return nil }
    let columnRate = Double(Waveform.columnsPerSecond) / Double(width)
    let loudest = bands.reduce(0) { max($0, $1.max()) }
    let scale = loudest > 0 && loudest.isFinite ? 255 / loudest : 0
    let made = all.enumerated().map { index, column in
      let strengths =
        scale
        * Self.mean(
          bands, from: Double(index) / columnRate * bandsPerSecond,
          to: Double(index + 1) / columnRate * bandsPerSecond)
      let rms = (column.squares / Float(max(1, column.count))).squareRoot()
      return WaveformColumn(
        low: Int8(Self.limited(column.low * 127, -127...127)),
        high: Int8(Self.limited(column.high * 127, -127...127)),
        rms: UInt8(Self.limited(rms * 255, 0...255)),
        bass: UInt8(Self.limited(strengths.x, 0...255)),
        middle: UInt8(Self.limited(strengths.y, 0...255)),
        treble: UInt8(Self.limited(strengths.z, 0...255)))
    }
    return Waveform(rate: columnRate, columns: made)
  }

  private static func limited(_ value: Float, _ range: ClosedRange<Float>) -> Float {
    value.isFinite ? min(max(value.rounded(), range.lowerBound), range.upperBound) : 0
  }

  /// The mean over the frames between two positions; if less than one apart, interpolated between
  /// the two frames around the middle. Frame `n` is at `n`.
  private static func mean(
    _ bands: [SIMD3<Float>], from start: Double, to end: Double
  ) -> SIMD3<Float> {
    guard let last = bands.indices.last else { return .zero }
    guard end - start > 2 else {
      let middle = min(max(0, (start + end) / 2), Double(last))
      let index = Int(middle)
      let share = Float(middle - Double(index))
      return bands[index] * (1 - share) + bands[min(index + 1, last)] * share
    }
    let first = min(Int(start.rounded(.up)), last)
    let behind = min(max(first + 1, Int(end.rounded(.up))), last + 1)
    var sum = SIMD3<Float>.zero
    for index in first..<behind { sum += bands[index] }
    return sum / Float(behind - first)
  }
}
