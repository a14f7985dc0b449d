import Glibc

extension Array {
  /// Creates an array in large pages where the system has them: a list of a million takes 3 ms for
  /// the first touches of small ones, which is more than filling it. The memory is that of malloc,
  /// and remains in large pages where that uses it again.
  ///
  /// - Parameter fill: initializes the first values, and returns how many.
  package init(
    inLargePages capacity: Int, _ fill: (UnsafeMutableBufferPointer<Element>) -> Int
  ) {
    self.init(unsafeUninitializedCapacity: capacity) { values, filled in
      let pages = UnsafeMutableRawBufferPointer(values).whole(of: 1 << 21)
      // Without large pages this does nothing.
      if let start = pages.baseAddress { madvise(start, pages.count, MADV_HUGEPAGE) }
      filled = fill(values)
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// The part that consists of whole pages; empty without any.
  fileprivate func whole(of size: Int) -> UnsafeMutableRawBufferPointer {
    guard let baseAddress else { return self }
    let start = baseAddress.alignedUp(toMultipleOf: size)
    let end = (baseAddress + count).alignedDown(toMultipleOf: size)
    return UnsafeMutableRawBufferPointer(
      start: start < end ? start : nil, count: Swift.max(0, end - start))
  }
}
