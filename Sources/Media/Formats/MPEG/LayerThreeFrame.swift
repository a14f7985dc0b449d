/// What of a frame of MPEG audio layer III (ISO 11172-3, section 2.4.1.7; ISO 13818-3 for the low
/// rates) tells from where on it has to be decoded.
struct LayerThreeFrame: Equatable {
  /// Bytes of its sound that lie in frames before it, in the room that those left over.
  let borrowed: Int
  /// Bytes in it that are sound, of itself or of frames behind it.
  let room: Int
  /// How many frames before it have to be whole, since the filters run on through them.
  let filterReach: Int

  /// Nil where the bytes are no such frame.
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

  /// The place of the first frame to decode so that the last one is right; nil where what is needed
  /// may lie before all of them.
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
