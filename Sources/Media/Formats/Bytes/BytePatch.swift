/// Bytes of a file that are read as others.
struct BytePatch {
  let position: Int64
  let bytes: [UInt8]

  /// Changes what was read of the file from a place on.
  func apply(to buffer: UnsafeMutablePointer<UInt8>, count: Int, from start: Int64) {
    for (index, byte) in bytes.enumerated() {
      let offset = position + Int64(index) - start
      if offset >= 0, offset < Int64(count) { buffer[Int(offset)] = byte }
    }
  }
}
