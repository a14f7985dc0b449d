extension TextColumn {
  /// Up to so many tracks among 64 each is looked at by itself; all 64 cost hardly more than one.
  private static let few = 2

  /// Sets the bits of the texts in which a text occurs, among some.
  ///
  /// - Parameters:
  ///   - words: Which words of 64 texts are looked at.
  ///   - among: The texts of those words that count.
  ///   - found: As many words as there are in `among`; bits are only added.
  func search(
    _ finder: TextFinder, words: Range<Int>, among: UnsafePointer<UInt64>,
    into found: UnsafeMutablePointer<UInt64>
  ) {
    let (bytes, offsets) = (bytes.values, offsets.values)
    guard let base = bytes.baseAddress, let starts = offsets.baseAddress else { return }
    let text = UnsafePointer(base)
    var word = words.lowerBound
    while word < words.upperBound {
      var bits = among[word - words.lowerBound]
      guard bits.nonzeroBitCount > TextColumn.few else {
        while bits != 0 {
          let index = word << 6 + bits.trailingZeroBitCount
          let position = Int(starts[index])..<(Int(starts[index + 1]) - 1)
          if finder.occurs(text, in: position, limit: bytes.count) {
            found[word - words.lowerBound] |= bits & (~bits + 1)
          }
          bits &= bits - 1
        }
        word += 1
        continue
      }
      let start = word
      repeat {
        word += 1
      } while word < words.upperBound
        && among[word - words.lowerBound].nonzeroBitCount > TextColumn.few
      let texts = (start << 6)..<min(word << 6, count)
      func append(_ index: Int) {
        found[index >> 6 - words.lowerBound] |=
          among[index >> 6 - words.lowerBound] & 1 << UInt64(index & 63)
      }
      if let byte = finder.commonByte {
        sweep(
          byte, texts: texts, among: among - words.lowerBound, text, starts, limit: bytes.count,
          append)
      } else {
        sweep(finder, texts: texts, text, starts, limit: bytes.count, append)
      }
    }
  }

  /// One byte a text: 1 where a text occurs. Nil where it occurs in none.
  func hits(_ finder: TextFinder) -> [UInt8]? {
    var hits = [UInt8](repeating: 0, count: count)
    var isEmpty = true
    let (bytes, offsets) = (bytes.values, offsets.values)
    guard let base = bytes.baseAddress, let starts = offsets.baseAddress else { return nil }
    hits.withUnsafeMutableBufferPointer { hits in
      sweep(finder, texts: 0..<count, UnsafePointer(base), starts, limit: bytes.count) { index in
        hits[index] = 1
        isEmpty = false
      }
    }
    return isEmpty ? nil : hits
  }

  /// The same where only some texts can hold it: nil for none, else one byte a text.
  func hits(_ finder: TextFinder, among some: Column<UInt8>?) -> [UInt8]? {
    guard let some else { return nil }
    let values = some.values
    let candidates = values.indices.filter { values[$0] != 0 }
    // Beyond that it is quicker to go through all.
    guard candidates.count < count / 8 else { return hits(finder) }
    var hits = [UInt8](repeating: 0, count: count)
    var isEmpty = true
    for text in candidates where finder.occurs(in: self[text]) {
      hits[text] = 1
      isEmpty = false
    }
    return isEmpty ? nil : hits
  }

  /// Calls for every text of some that lie side by side in which a text occurs.
  @inline(__always)
  private func sweep(
    _ finder: TextFinder, texts: Range<Int>, _ text: UnsafePointer<UInt8>,
    _ starts: UnsafeMutablePointer<UInt32>, limit: Int, _ body: (Int) -> Void
  ) {
    var index = texts.lowerBound
    let places = Int(starts[index])..<Int(starts[texts.upperBound])
    finder.search(text, places, limit: limit) { position in
      var steps = 0
      while Int(starts[index + 1]) <= position {
        index += 1
        steps += 1
        if steps == 16 {
          index = TextColumn.text(at: position, starts, index..<texts.upperBound)
          break
        }
      }
      body(index)
      return Int(starts[index + 1])
    }
  }

  /// The same of a byte that most texts have: their beginnings are looked at rather than all, and
  /// those that do not count not at all.
  @inline(__always)
  private func sweep(
    _ byte: UInt8, texts: Range<Int>, among: UnsafePointer<UInt64>, _ text: UnsafePointer<UInt8>,
    _ starts: UnsafeMutablePointer<UInt32>, limit: Int, _ body: (Int) -> Void
  ) {
    let wanted = SIMD16<UInt8>(repeating: byte)
    let lanes = SIMD16<UInt8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    for index in texts where among[index >> 6] >> UInt64(index & 63) & 1 != 0 {
      var position = Int(starts[index])
      let end = Int(starts[index + 1]) - 1
      while position < end {
        guard position + 16 <= limit else {
          if (position..<end).contains(where: { text[$0] == byte }) { body(index) }
          break
        }
        let here = UnsafeRawPointer(text + position).loadUnaligned(as: SIMD16<UInt8>.self)
        let rest = SIMD16<UInt8>(repeating: UInt8(min(16, end - position)))
        let hits = unsafeBitCast((here .== wanted) .& (lanes .< rest), to: SIMD2<UInt64>.self)
        if hits.x | hits.y != 0 {
          body(index)
          break
        }
        position += 16
      }
    }
  }

  /// The text in which a place is, by halving.
  private static func text(
    at index: Int, _ starts: UnsafeMutablePointer<UInt32>, _ texts: Range<Int>
  ) -> Int {
    var (low, high) = (texts.lowerBound, texts.upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= index { low = middle } else { high = middle }
    }
    return low
  }
}
