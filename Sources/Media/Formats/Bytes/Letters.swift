extension UInt32 {
  /// The letters that name a box, a chunk or a frame, up to four, as a big-endian number.
  init(letters text: StaticString) {
    self = (0..<text.utf8CodeUnitCount).reduce(0) { $0 << 8 | UInt32(text.utf8Start[$1]) }
  }
}
