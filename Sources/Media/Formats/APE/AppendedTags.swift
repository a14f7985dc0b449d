/// The tags at the end of a file: an APEv2 tag, and behind it an ID3v1 tag.
///
/// FFmpeg takes those of Monkey's Audio for a part of the last frame, so the sound of such files is
/// compared byte by byte.
enum AppendedTags {
  /// The start of the tags, or the end of the file without any.
  static func start(_ file: HeaderFile) -> Int64 {
    let end = file.size - Int64(TrailingTags.id3v1(file)?.count ?? 0)
    let length = Int64(APETag.length)
    guard let tag = file.bytes(at: end - length, APETag.length).flatMap(APETag.init),
      let items = tag.start(before: end)
    else { return end }
    let start = items - (tag.hasHeader ? length : 0)
    return start >= 0 ? start : end
  }

  /// Whether two files are equal up to their tags.
  static func haveSameSound(
    _ old: (descriptor: Int32, size: Int64), _ new: (descriptor: Int32, size: Int64),
    cancellation: Cancellation
  ) throws(TagWriteError) -> Bool {
    let file = HeaderFile()
    file.use(old.descriptor, size: old.size)
    let end = start(file)
    file.use(new.descriptor, size: new.size)
    guard start(file) == end else { return false }
    var offset: Int64 = 0
    while offset < end {
      if cancellation.isOver { throw .cancelled }
      let count = Int(min(1 << 20, end - offset))
      let bytes = try OpenedFile.bytes(old.descriptor, at: offset, count: count)
      guard bytes.count == count,
        try OpenedFile.bytes(new.descriptor, at: offset, count: count) == bytes
      else { return false }
      offset += Int64(count)
    }
    return true
  }
}
