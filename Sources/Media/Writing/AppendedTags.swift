/// The tags at the end of a file: an APEv2 tag, and behind it an ID3v1 tag.
///
/// FFmpeg takes those of Monkey's Audio for a part of the last frame, so that the sound of such files
/// is compared byte by byte.
enum AppendedTags {
  /// Where they begin; the end of the file where there are none.
  ///
  /// - Parameter read: bytes at a place, fewer at the end of the file.
  static func start(
    size: Int64, read: (Int64, Int) throws(TagWriteError) -> [UInt8]
  ) throws(TagWriteError) -> Int64 {
    let hasID3 = try read(size - 128, 3).elementsEqual("TAG".utf8)
    let end = hasID3 ? size - 128 : size
    let footer = try read(end - 32, 32)
    guard footer.count == 32, footer.starts(with: "APETAGEX".utf8) else { return end }
    // Little-endian: its size with the footer but without the header, then flags.
    let length = ID3Document.plain(Array(footer[12..<16].reversed())[...])
    let start = end - Int64(length) - (footer[23] & 0x80 != 0 ? 32 : 0)
    return start >= 0 ? start : end
  }

  /// Whether two files are the same up to where their tags begin.
  static func haveSameSound(
    _ old: (descriptor: Int32, size: Int64), _ new: (descriptor: Int32, size: Int64),
    cancellation: Cancellation
  ) throws(TagWriteError) -> Bool {
    func soundEnd(_ file: (descriptor: Int32, size: Int64)) throws(TagWriteError) -> Int64 {
      try AppendedTags.start(size: file.size) { (place, count) throws(TagWriteError) in
        try OpenedFile.bytes(file.descriptor, at: place, count: count)
      }
    }
    let end = try soundEnd(old)
    guard try soundEnd(new) == end else { return false }
    var place: Int64 = 0
    while place < end {
      if cancellation.isOver { throw .cancelled }
      let count = Int(min(1 << 20, end - place))
      let bytes = try OpenedFile.bytes(old.descriptor, at: place, count: count)
      guard bytes.count == count,
        try OpenedFile.bytes(new.descriptor, at: place, count: count) == bytes
      else { return false }
      place += Int64(count)
    }
    return true
  }
}
