extension Column<UInt32> {
  /// Words of 64 tracks that one thread sums up at a time: few enough for sums of 32 bits.
  private static let stretch = 4_096

  /// The sum of the values of some tracks, on as many threads as there are cores.
  ///
  /// - Parameter words: The tracks by the index of each word of 64.
  func sum(_ words: (Int) -> UInt64) -> UInt64 {
    let count = (count + 63) / 64
    let stretches = (count + Self.stretch - 1) / Self.stretch
    var sums = [UInt64](repeating: 0, count: stretches)
    sums.withUnsafeMutableBufferPointer { sums in
      let sums = sums
      Concurrently.perform(stretches) { part in
        let start = part * Self.stretch
        sums[part] = sum(start..<Swift.min(count, start + Self.stretch), words)
      }
    }
    return sums.reduce(0, &+)
  }

  @inline(__always)
  private func sum(_ range: Range<Int>, _ words: (Int) -> UInt64) -> UInt64 {
    let values = UnsafeRawBufferPointer(values)
    let bits = SIMD16<UInt32>(
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768)
    // Of each value the lower and the upper half.
    var (low, high) = (SIMD16<UInt32>.zero, SIMD16<UInt32>.zero)
    var rest: UInt64 = 0
    for word in range {
      var tracks = words(word)
      if tracks == 0 { continue }
      guard (word + 1) << 6 <= count else {
        while tracks != 0 {
          rest &+= UInt64(self[word << 6 + tracks.trailingZeroBitCount])
          tracks &= tracks - 1
        }
        continue
      }
      for part in 0..<4 {
        let here = values.loadUnaligned(
          fromByteOffset: (word << 6 + part << 4) * 4, as: SIMD16<UInt32>.self)
        let lanes = SIMD16(repeating: UInt32(truncatingIfNeeded: tracks >> UInt64(part << 4)))
        let picked = here & unsafeBitCast(lanes & bits .== bits, to: SIMD16<UInt32>.self)
        low &+= picked & 0xFFFF
        high &+= picked &>> 16
      }
    }
    for lane in 0..<16 { rest &+= UInt64(low[lane]) &+ UInt64(high[lane]) << 16 }
    return rest
  }
}
