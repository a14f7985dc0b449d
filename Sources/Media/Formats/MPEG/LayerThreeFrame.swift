/// The dependencies of a frame of MPEG audio layer III on earlier frames (ISO 11172-3, section
/// 2.4.1.7; ISO 13818-3 for the low rates).
struct LayerThreeFrame: Equatable {
  /// Bytes of its sound in the bit reservoir of earlier frames.
  let borrowed: Int
  /// Bytes of sound in the frame, its own or of later frames.
  let room: Int
  /// The number of previous frames that the filters need intact.
  let filterReach: Int

  /// Nil if the bytes are no such frame.
  init?(_ bytes: ByteView) {
    guard let header = LayerThreeHeader(bytes) else { return nil }
    let start = LayerThreeHeader.length + header.checksum
    guard bytes.count >= start + header.sideLength else { return nil }
    borrowed = header.isFull ? bytes.big(start, 2) >> 7 : bytes.big(start, 1)
    room = bytes.count - start - header.sideLength
    // The filter bank reaches 480 frames back and the transform one granule of 576 more; a frame
    // holds two granules at full rates and one at low ones. One more than that costs nothing.
    filterReach = header.isFull ? 2 : 3
  }

  /// The index of the first frame to decode so that the last one is right; nil if even earlier
  /// frames may be needed.
  static func start(of frames: [LayerThreeFrame?]) -> Int? {
    guard let last = frames.last ?? nil else { return nil }
    var offset = frames.count - 1 - last.filterReach
    guard offset >= 0, let first = frames[offset] else { return nil }
    var missing = first.borrowed
    while missing > 0 {
      offset -= 1
      guard offset >= 0, let frame = frames[offset] else { return nil }
      missing -= frame.room
    }
    return offset
  }
}
