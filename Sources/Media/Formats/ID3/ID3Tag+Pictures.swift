// Pictures: APIC, and PIC of version 2.2 (id3.org/id3v2.4.0-frames, section 4.14).
extension ID3Tag {
  /// A picture of the tag.
  struct Picture {
    /// 3 is the front cover.
    let type: Int
    fileprivate let content: Content

    fileprivate enum Content {
      case file(at: Int64, count: Int)
      case bytes([UInt8])
    }

    /// The picture as it was before unsynchronisation; nil if it cannot be read.
    func bytes(_ file: HeaderFile) -> [UInt8]? {
      switch content {
      case .file(let offset, let count): file.copy(at: offset, count)
      case .bytes(let bytes): bytes
      }
    }
  }

  /// Bytes that hold a picture's encoding, media type, type and description.
  private static let maximumHeader = 4_096
  private static let maximumPictures = 16

  /// The pictures of at most `longest` bytes; those of unsynchronised frames are read already.
  func pictures(_ file: HeaderFile, longest: Int) -> [Picture] {
    guard !header.isCompressed else { return [] }
    guard header.isUnsynchronisedWhole(from: start, to: framesEnd, file.bytes(at:_:)) else {
      return pictures(from: start, to: framesEnd, longest, { file.bytes(at: $0, $1) }) {
        file.copy(at: $0, $1)
      }
    }
    // Lengths count the original bytes, so all of the tag is needed.
    guard framesEnd - start <= Int64(longest),
      var tag = file.copy(at: start, Int(framesEnd - start))
    else { return [] }
    ID3Header.resynchronise(&tag)
    return tag.withUnsafeBufferPointer { buffer in
      guard let view = ByteView(buffer) else { return [] }
      func bytes(_ offset: Int64, _ count: Int) -> [UInt8]? {
        view.whole(Int(offset), count).map { Array($0.buffer) }
      }
      let found = pictures(
        from: 0, to: Int64(view.count), longest, { view.whole(Int($0), $1) }, bytes)
      return found.compactMap { picture in
        guard case .file(let offset, let count) = picture.content else { return picture }
        return bytes(offset, count).map { Picture(type: picture.type, content: .bytes($0)) }
      }
    }
  }

  private func pictures(
    from start: Int64, to end: Int64, _ longest: Int, _ bytes: ID3Bytes,
    _ copy: (Int64, Int) -> [UInt8]?
  ) -> [Picture] {
    var (offset, pictures) = (start, [Picture]())
    // Bytes of the pictures that are held in memory.
    var room = longest
    if header.hasExtension {
      guard let size = bytes(offset, 4),
        let length = header.extendedLength(size, within: end - offset)
      else { return [] }
      offset += length
    }
    for _ in 0..<ID3Tag.maximumFrames {
      guard pictures.count < ID3Tag.maximumPictures,
        let frame = header.frame(at: offset, to: end, bytes)
      else { break }
      offset = frame.end
      guard ID3Frame.isPicture(ID3Frame.name(frame.header, header.version)),
        let wrapping = ID3Header.wrapping(version: header.version, flags: frame.flags),
        frame.size > wrapping.inFront, frame.size <= longest
      else { continue }
      let (content, size) = (frame.content + Int64(wrapping.inFront), frame.size - wrapping.inFront)
      let isWrapped = wrapping.isUnsynchronised || header.isUnsynchronised && header.version == 4
      if isWrapped {
        guard size <= room else { continue }
        room -= size
      }
      guard var head = copy(content, isWrapped ? size : min(size, ID3Tag.maximumHeader)) else {
        break
      }
      if isWrapped { ID3Header.resynchronise(&head) }
      guard let (type, length) = ID3Tag.pictureHeader(head, version: header.version) else {
        continue
      }
      pictures.append(
        Picture(
          type: type,
          content: isWrapped
            ? .bytes(Array(head[length...]))
            : .file(at: content + Int64(length), count: size - length)))
    }
    return pictures
  }

  /// The type of a picture and the length of its header: encoding, media type or three letters of
  /// format, type, description.
  private static func pictureHeader(_ head: [UInt8], version: Int) -> (type: Int, length: Int)? {
    head.withUnsafeBufferPointer { buffer in
      guard let view = ByteView(buffer) else { return nil }
      var offset = 4
      if version > 2 {
        guard let zero = view.firstIndex(of: 0, from: 1) else { return nil }
        offset = zero + 1
      }
      // A link is no picture.
      guard !view.has("-->", at: 1) else { return nil }
      let rest = WideText.split(view.from(offset + 1), view[0]).1
      guard rest.count > 0 else { return nil }
      return (Int(view[offset]), view.count - rest.count)
    }
  }
}
