/// The header of a page (RFC 3533, section 6).
struct OggPage {
  /// The number of the last sample that ends on the page; -1 for none.
  let granule: Int64
  let serial: Int
  let segments: Int
  /// Whether its first packet began on the page before.
  let isContinued: Bool

  static let length = 27

  /// Nil if the bytes begin no page.
  init?(_ bytes: ByteView) {
    guard bytes.count >= Self.length, bytes.has("OggS"), bytes[4] == 0 else { return nil }
    granule = Int64(truncatingIfNeeded: bytes.little(6, 4) | bytes.little(10, 4) << 32)
    (serial, segments) = (bytes.little(14, 4), Int(bytes[26]))
    isContinued = bytes[5] & 1 != 0
  }
}

/// One logical stream of an Ogg file as bytes, page after page (RFC 3533).
struct OggPages: ByteStream {
  let file: HeaderFile
  let serial: Int
  /// The rest of the current page, and the start of the next one.
  private var offset: Int64
  private(set) var next: Int64
  /// The current page's header fields.
  private(set) var granule: Int64 = 0
  private(set) var packetsEnded = 0
  private var pagesLeft = 20_000

  /// Begins with the page at `start`.
  init?(_ file: HeaderFile, at start: Int64) {
    guard let page = file.bytes(at: start, OggPage.length).flatMap(OggPage.init) else { return nil }
    self.file = file
    serial = page.serial
    (offset, next) = (start, start)
    guard turn() else { return nil }
  }

  /// Goes to the next page; false at the end of the stream.
  mutating func turn() -> Bool {
    guard pagesLeft > 0, let page = file.bytes(at: next, OggPage.length).flatMap(OggPage.init),
      page.serial == serial
    else { return false }
    pagesLeft -= 1
    granule = page.granule
    let lacingStart = next + Int64(OggPage.length)
    guard let lacing = file.bytes(at: lacingStart, page.segments) else { return false }
    var length = 0
    packetsEnded = 0
    for size in lacing.buffer {
      length += Int(size)
      if size < 255 { packetsEnded += 1 }
    }
    offset = lacingStart + Int64(page.segments)
    next = offset + Int64(length)
    return next <= file.size
  }

  mutating func read(_ count: Int) -> ByteView? {
    while offset == next { guard turn() else { return nil } }
    if Int64(count) <= next - offset {
      defer { offset += Int64(count) }
      return file.bytes(at: offset, count)
    }
    return join(count, isWhole: true)
  }

  /// Joins the bytes of several pages; fewer at the end unless `isWhole`.
  private mutating func join(_ count: Int, isWhole: Bool) -> ByteView? {
    guard count <= HeaderFile.maximumJoined else { return nil }
    let room = file.roomToJoin()
    var joined = 0
    while joined < count {
      while offset == next {
        guard turn() else { return isWhole ? nil : ByteView(room, from: 0, count: joined) }
      }
      let part = Int(min(Int64(count - joined), next - offset))
      guard let bytes = file.bytes(at: offset, part) else { return nil }
      (room.start + joined).update(from: bytes.start, count: part)
      joined += part
      offset += Int64(part)
    }
    return ByteView(room, from: 0, count: count)
  }

  mutating func skip(_ count: Int) -> Bool {
    var left = Int64(count)
    while left > next - offset {
      left -= next - offset
      guard turn() else { return false }
    }
    offset += left
    return true
  }

  /// The first bytes of the payload, across pages.
  mutating func payload(upTo count: Int) -> ByteView? { join(count, isWhole: false) }
}
