// ID3 parsing, shared by the reader of files and the reader of tags in memory.

/// Bytes at an offset of a tag or its file; nil if there are fewer.
typealias ID3Bytes = (_ offset: Int64, _ count: Int) -> ByteView?

extension ID3Header {
  /// Bytes of a tag that are checked for unsynchronisation.
  private static let judged: Int64 = 1 << 20

  /// Whether a tag up to version 3 is unsynchronised as a whole: the flag is set, and the tag has
  /// no MPEG sync. Some programs set the flag without changing the bytes.
  func isUnsynchronisedWhole(from start: Int64, to end: Int64, _ bytes: ID3Bytes) -> Bool {
    guard version < 4, isUnsynchronised else { return false }
    var offset = start
    var last: UInt8 = 0
    let end = min(end, start + ID3Header.judged)
    while offset < end {
      guard let part = bytes(offset, Int(min(end - offset, 65_536))) else { return true }
      for byte in part.buffer {
        if last == 0xFF, byte >= 0xE0 { return false }
        last = byte
      }
      offset += Int64(part.count)
    }
    return true
  }

  /// The next frame of a tag; nil at the padding, and if a frame does not fit.
  ///
  /// - Parameters:
  /// - offset: the start of the frame.
  /// - end: the end of the frames.
  func frame(at offset: Int64, to end: Int64, _ bytes: ID3Bytes) -> RawFrame? {
    let length = version == 2 ? 6 : 10
    guard offset <= end - Int64(length), let header = bytes(offset, length), header[0] != 0 else {
      return nil
    }
    let content = offset + Int64(length)
    let size = Self.frameSize(header, version: version, content: content, end: end, bytes)
    guard Int64(size) <= end - content else { return nil }
    return RawFrame(
      header: header, flags: version == 2 ? 0 : header[9], content: content, size: size)
  }

  /// A frame as stored.
  struct RawFrame {
    let header: ByteView
    let flags: UInt8
    /// The start and the length of the content.
    let content: Int64
    let size: Int

    var end: Int64 { content + Int64(size) }
  }

  /// The size of a frame's content by its header. Some programs write it as a plain number in
  /// version 4, too: accepted if only that leads to a next frame.
  ///
  /// - Parameters:
  /// - content: the start of the content.
  /// - end: the end of the frames.
  private static func frameSize(
    _ header: ByteView, version: Int, content: Int64, end: Int64, _ bytes: ID3Bytes
  ) -> Int {
    guard version > 2 else { return header.big(3, 3) }
    let plain = header.big(4, 4)
    guard version == 4, plain > 127, let size = syncsafe(header, 4) else { return plain }
    func leadsOn(_ size: Int) -> Bool {
      let next = content + Int64(size)
      if next == end { return true }
      guard next + 4 <= end, let name = bytes(next, 4) else { return false }
      return name.buffer.allSatisfy { $0 == 0 } || isName(name)
    }
    return !leadsOn(size) && leadsOn(plain) ? plain : size
  }

  /// The length of the extended header, itself included; nil if it exceeds the tag.
  func extendedLength(_ bytes: ByteView, within room: Int64) -> Int64? {
    guard hasExtension else { return 0 }
    // In version 4 the size includes itself.
    guard let length = version == 4 ? Self.syncsafe(bytes, 0) : 4 + bytes.big(0, 4),
      length >= 4, length <= room
    else { return nil }
    return Int64(length)
  }

  /// Four letters and digits, or three as in version 2.
  static func isName(_ name: ByteView) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A
    }
    return name.part(0, 3).buffer.allSatisfy(isLetter)
      && (isLetter(name[3]) || name[3] == 0 || name[3] == 0x20)
  }

  /// The wrapping of a frame's content.
  struct Wrapping {
    /// Bytes in front: a group identifier, then the length before unsynchronising. They belong to
    /// the frame's header and are not unsynchronised.
    var inFront = 0
    var isUnsynchronised = false
  }

  /// Nil if a frame is compressed or encrypted.
  static func wrapping(version: Int, flags: UInt8) -> Wrapping? {
    switch version {
    case 2: return Wrapping()
    case 3:
      guard flags & 0xC0 == 0 else { return nil }
      return Wrapping(inFront: flags & 0x20 != 0 ? 1 : 0)
    default:
      guard flags & 0x0C == 0 else { return nil }
      return Wrapping(
        inFront: (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0),
        isUnsynchronised: flags & 0x02 != 0)
    }
  }
}
