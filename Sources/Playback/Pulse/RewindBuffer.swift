/// The frames last handed over, to be rewritten in the server's buffer. Counted since the last
/// jump. For the pulse thread.
struct RewindBuffer: ~Copyable {
  /// Frames, a power of two: more than a server holds unless its buffer was lengthened.
  static var capacity: Int { 65_536 }
  private let samples: UnsafeMutablePointer<SIMD2<Float>>

  init() { samples = .allocate(capacity: Self.capacity) }

  deinit { samples.deallocate() }

  /// Stores frames, the first of which has this number.
  func keep(_ sound: UnsafePointer<Float>, _ count: Int, from number: FrameNumber) {
    var done = max(0, count - Self.capacity)
    while done < count {
      let position = (Int(truncatingIfNeeded: number) + done) & (Self.capacity - 1)
      let length = min(count - done, Self.capacity - position)
      UnsafeMutableRawPointer(samples + position).copyMemory(
        from: sound + done * 2, byteCount: length * MemoryLayout<SIMD2<Float>>.stride)
      done += length
    }
  }

  /// One of the last `capacity` frames.
  func frame(_ number: FrameNumber) -> SIMD2<Float> {
    samples[Int(truncatingIfNeeded: number) & (Self.capacity - 1)]
  }
}
