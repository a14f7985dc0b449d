import FoundationEssentials
package import Music

/// The picture in a music file's tags.
package enum EmbeddedCover {
  /// The front cover of a file, else its first picture, as stored; nil without a PNG, JPEG or WebP.
  ///
  /// Blocks on the file system. Holds a picture of at most `PictureHeader.maximumBytes`, and in Ogg
  /// five times as much, for its Base64. Matroska and ASF are not read.
  package static func read(_ path: FilePath) throws(MediaError) -> [UInt8]? {
    let source = try TagReader.Source(path, patience: TagReader.patience)
    defer { source.close() }
    let file = HeaderFile()
    // A picture in Ogg is spread over hundreds of pages.
    file.use(source.descriptor, size: source.fileStamp.size, reads: 10 * HeaderFile.maximumReads)
    var search = CoverSearch(file)
    search.run()
    return search.best
  }
}

/// The search for the best picture of a file: the front cover, else the first one.
private struct CoverSearch {
  let file: HeaderFile
  private(set) var best: [UInt8]?
  private var bestRank = 0

  private static let maximumBytes = PictureHeader.maximumBytes
  /// The header of a picture with its description, which ends within it.
  private static let maximumHeader = 4_096
  private static let maximumItems = 2_000
  private static let maximumChunks = 200

  init(_ file: HeaderFile) { self.file = file }

  mutating func run() {
    var tags: [ID3Tag] = []
    let end = HeaderReader.tagsEnd(file) { tags.append($0) }
    for tag in tags { id3(tag) }
    guard let head = file.upTo(36, at: end), head.count >= 16 else { return }
    switch Signature(head) {
    case .flac: flac(at: end)
    case .ogg: ogg(at: end)
    case .wave: chunks(isBig: false)
    case .aiff, .aifc: chunks(isBig: true)
    case .mp4: mp4(at: end)
    case .dsf:
      if let offset = file.bytes(at: 20, 8) {
        id3(at: Int64(truncatingIfNeeded: offset.little(0, 7)))
      }
    case nil, .wavPack, .monkeysAudio, .musepack7, .musepack8, .trueAudio: ape()
    case .rf64, .dsdiff, .caf, .matroska, .asf, .otherRIFF, .otherIFF: break
    }
  }

  // MARK: Candidates

  /// Icons of 32 pixels (types 1 and 2) come last.
  private static func rank(ofType type: Int) -> Int {
    type == 3 ? 3 : (1...2).contains(type) ? 1 : 2
  }

  private func isBetter(_ type: Int) -> Bool { Self.rank(ofType: type) > bestRank }

  private mutating func add(_ picture: [UInt8], type: Int) {
    guard isBetter(type), picture.count <= Self.maximumBytes, PictureHeader(picture) != nil else {
      return
    }
    (best, bestRank) = (picture, Self.rank(ofType: type))
  }

  private mutating func add(at offset: Int64, _ count: Int64, type: Int) {
    guard isBetter(type), (1...Int64(Self.maximumBytes)).contains(count),
      let bytes = file.copy(at: offset, Int(count))
    else { return }
    add(bytes, type: type)
  }

  // MARK: ID3v2

  private mutating func id3(at offset: Int64) {
    if let tag = ID3Tag(file, at: offset) { id3(tag) }
  }

  private mutating func id3(_ tag: ID3Tag) {
    for picture in tag.pictures(file, longest: Self.maximumBytes) where isBetter(picture.type) {
      if let bytes = picture.bytes(file) { add(bytes, type: picture.type) }
    }
  }

  private mutating func chunks(isBig: Bool) {
    var chunks = Chunks(file, isBig: isBig, most: Self.maximumChunks)
    while let chunk = chunks.next() {
      if chunk.name == Chunks.id3 || chunk.name == Chunks.id3InCapitals {
        // A second one would be read for as long again.
        return id3(at: chunk.start)
      }
    }
  }

  // MARK: FLAC and Ogg

  private mutating func flac(at start: Int64) {
    var blocks = FLACBlocks(file, at: start)
    while let block = blocks.next(), block.end <= file.size {
      if block.kind == 6 {
        var stream = FileCursor(file, from: block.start, to: block.end)
        if let (type, length) = Self.pictureBlock(&stream) {
          // The length is too small for a picture above 16 MB, so the block's own end counts.
          add(at: stream.offset, min(Int64(length), stream.left), type: type)
        }
      }
      if block.isLast { break }
    }
  }

  /// The type, and the length of the picture that follows (RFC 9639, section 8.8).
  private static func pictureBlock(_ stream: inout some ByteStream) -> (type: Int, length: Int)? {
    guard let type = stream.read(4)?.big(0, 4),
      let media = stream.read(4)?.big(0, 4), stream.skip(media),
      let description = stream.read(4)?.big(0, 4), stream.skip(description),
      stream.skip(16), let length = stream.read(4)?.big(0, 4)
    else { return nil }
    return (type, length)
  }

  private mutating func ogg(at start: Int64) {
    guard var pages = OggPages(file, at: start), let first = pages.read(8) else { return }
    // Bytes in front of the comments: a name, or the header of a block of FLAC.
    let front =
      first.has("OpusHead")
      ? 8 : first.has("vorbis", at: 1) ? 7 : first.has("FLAC", at: 1) ? 4 : nil
    guard let front,
      var comments = OggPages(file, at: pages.next), comments.serial == pages.serial,
      comments.skip(front),
      let vendor = comments.read(4)?.little(0, 4), comments.skip(vendor),
      let count = comments.read(4)?.little(0, 4)
    else { return }
    for _ in 0..<min(count, 10_000) {
      guard let length = comments.read(4)?.little(0, 4),
        let name = comments.read(min(length, 32))
      else { return }
      let isBlock = name.hasPrefix(ignoringCase: "METADATA_BLOCK_PICTURE=")
      guard isBlock || name.hasPrefix(ignoringCase: "COVERART=") else {
        guard comments.skip(length - name.count) else { return }
        continue
      }
      guard let text = Self.text(name, length, of: &comments) else { return }
      base64(text, isBlock: isBlock)
    }
  }

  /// The value of a comment whose first bytes were read.
  private static func text(_ head: ByteView, _ length: Int, of stream: inout OggPages) -> Data? {
    // Base64 has four characters for three bytes.
    guard length <= maximumBytes / 3 * 4 + maximumHeader,
      let equals = head.firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    var text = Data(head.from(equals + 1).buffer)
    var left = length - head.count
    while left > 0 {
      guard let part = stream.read(min(left, HeaderFile.maximumJoined)) else { return nil }
      text.append(contentsOf: part.buffer)
      left -= part.count
    }
    return text
  }

  private mutating func base64(_ text: Data, isBlock: Bool) {
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return }
    guard isBlock else { return add(Array(data), type: 3) }
    let bytes = Array(data)
    let found = bytes.withUnsafeBufferPointer { buffer -> (type: Int, picture: Range<Int>)? in
      guard let view = ByteView(buffer) else { return nil }
      var stream = MemoryStream(view)
      guard let (type, length) = Self.pictureBlock(&stream) else { return nil }
      return (type, stream.offset..<min(stream.offset + length, view.count))
    }
    if let found { add(Array(bytes[found.picture]), type: found.type) }
  }

  // MARK: MP4 and APEv2

  private mutating func mp4(at start: Int64) {
    var boxes = MP4Boxes(file, from: start, to: file.size)
    while let movie = boxes.next() {
      guard movie.name == UInt32(letters: "moov"),
        let user = MP4Boxes.first("udta", file, in: movie),
        let meta = MP4Boxes.first("meta", file, in: user),
        let list = MP4Boxes.first("ilst", file, in: meta, from: MP4Boxes.metaOffset(file, meta)),
        let covers = MP4Boxes.first("covr", file, in: list)
      else { continue }
      var items = MP4Boxes(file, in: covers)
      while let item = items.next() {
        // Eight bytes of type and locale.
        if item.name == UInt32(letters: "data") {
          add(at: item.start + 8, item.end - item.start - 8, type: 0)
        }
      }
      return
    }
  }

  private mutating func ape() {
    var end = file.size
    if TrailingTags.id3v1(file) != nil { end -= 128 }
    let footer = end - Int64(APETag.length)
    guard let tag = file.bytes(at: footer, APETag.length).flatMap(APETag.init),
      var offset = tag.start(before: end)
    else { return }
    for _ in 0..<min(tag.count, Self.maximumItems) {
      guard let head = file.bytes(at: offset, Int(min(max(0, footer - offset), 72))),
        let zero = head.firstIndex(of: 0, from: 8)
      else { return }
      let (start, size) = (offset + Int64(zero + 1), Int64(head.little(0, 4)))
      guard start + size <= footer else { return }
      let name = head.part(8, zero - 8)
      if name.hasPrefix(ignoringCase: "Cover Art ("), size > 0,
        let text = file.bytes(at: start, Int(min(size, Int64(Self.maximumHeader)))),
        // A file's name is in front of the picture.
        let nameEnd = text.firstIndex(of: 0)
      {
        add(
          at: start + Int64(nameEnd + 1), size - Int64(nameEnd + 1),
          type: name.hasPrefix(ignoringCase: "Cover Art (Front)") ? 3 : 0)
      }
      offset = start + size
    }
  }
}

/// Bytes in memory, read from the start.
private struct MemoryStream: ByteStream {
  private let view: ByteView
  private(set) var offset = 0

  init(_ view: ByteView) { self.view = view }

  mutating func read(_ count: Int) -> ByteView? {
    guard count >= 0, count <= view.count - offset else { return nil }
    defer { offset += count }
    return view.part(offset, count)
  }

  mutating func skip(_ count: Int) -> Bool { read(count) != nil }
}

extension ByteView {
  fileprivate func hasPrefix(ignoringCase text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { index in
      let (own, wanted) = (self[index], text.utf8Start[index])
      return own == wanted || own ^ wanted == 0x20 && own | 0x20 >= 0x61 && own | 0x20 <= 0x7A
    }
  }
}
