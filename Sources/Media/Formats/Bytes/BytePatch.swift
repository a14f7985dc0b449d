/// Bytes of a file that are read with other values.
struct BytePatch {
  let position: Int64
  let bytes: [UInt8]

  /// Patches bytes that were read from an offset on.
  func apply(to buffer: UnsafeMutablePointer<UInt8>, count: Int, from start: Int64) {
    for (index, byte) in bytes.enumerated() {
      let offset = position + Int64(index) - start
      if offset >= 0, offset < Int64(count) { buffer[Int(offset)] = byte }
    }
  }
}
