extension TextColumn {
  /// Up to so many tracks among 64 are checked one by one; all 64 cost hardly more than one.
  private static let few = 2

  /// Sets the bits of the texts that contain a text, among some.
  ///
  /// - Parameters:
  ///   - words: The range of words of 64 texts.
  ///   - among: The texts of those words that count.
  ///   - found: As many words as in `among`; bits are only added.
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

  /// One byte per text: 1 where it contains a text. Nil where none does.
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

  /// As above where only some texts can contain it: nil for none, else one byte per text.
  func hits(_ finder: TextFinder, among some: Column<UInt8>?) -> [UInt8]? {
    guard let some else { return nil }
    let values = some.values
    let candidates = values.indices.filter { values[$0] != 0 }
    // Beyond that a pass over all is faster.
    guard candidates.count < count / 8 else { return hits(finder) }
    var hits = [UInt8](repeating: 0, count: count)
    var isEmpty = true
    for text in candidates where finder.occurs(in: self[text]) {
      hits[text] = 1
      isEmpty = false
    }
    return isEmpty ? nil : hits
  }

  /// Calls for every text of an adjacent run that contains a text.
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

  /// As above for a byte that most texts contain: their beginnings are checked rather than all, and
  /// texts that do not count are skipped.
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

  /// The text at an offset, by binary search.
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
