internal import Music

/// The search for lyrics in the tags of a file, by our own readers.
///
/// Matroska, ASF, CAF, DSDIFF, RF64 and Lyrics3 are not read.
struct EmbeddedLyrics {
  /// In the order of preference.
  private enum Kind: Int {
    /// Synced frames of ID3 for lyrics, and for transcribed text.
    case lyricsFrame, textFrame
    /// Fields that are named for synced lyrics, and all others.
    case syncedField, field
  }

  private let file: HeaderFile
  private var candidates: [(kind: Kind, text: [UInt8])] = []
  /// Bytes left for candidates: parsing takes up to a quarter of a second per megabyte.
  private var room = 2 * Lyrics.maximumBytes

  private static let maximumCandidates = 16
  private static let maximumItems = 10_000
  private static let maximumName = 64
  private static let maximumChunks = 200

  /// The lyrics of a file, those with times first; nil without any.
  static func read(_ file: HeaderFile) -> Lyrics? {
    var search = EmbeddedLyrics(file: file)
    search.run()
    var unsynced: Lyrics?
    // Sorting is stable.
    for candidate in search.candidates.sorted(by: { $0.kind.rawValue < $1.kind.rawValue }) {
      guard let lyrics = Lyrics(bytes: candidate.text) else { continue }
      if lyrics.isSynced { return lyrics }
      unsynced = unsynced ?? lyrics
    }
    return unsynced
  }

  private init(file: HeaderFile) { self.file = file }

  private mutating func run() {
    let end = HeaderReader.tagsEnd(file) { id3($0) }
    guard let head = file.upTo(36, at: end), head.count >= 16 else { return }
    switch Signature(head) {
    case .flac: flac(at: end)
    case .ogg: ogg()
    case .wave: chunks(isBig: false)
    case .aiff, .aifc: chunks(isBig: true)
    case .mp4: mp4()
    case .dsf: ID3Tag(file, at: Int64(head.little(20, 7))).map { id3($0) }
    case nil, .wavPack, .monkeysAudio, .musepack7, .musepack8, .trueAudio: ape()
    case .rf64, .dsdiff, .caf, .matroska, .asf, .otherRIFF, .otherIFF: break
    }
  }

  private var isFull: Bool { candidates.count >= Self.maximumCandidates }

  private mutating func add(_ text: [UInt8], _ kind: Kind) {
    let text = text.prefix { $0 != 0 }
    guard !isFull, !text.isEmpty, text.count <= room else { return }
    room -= text.count
    candidates.append((kind, Array(text)))
  }

  /// The kind of a field by its name in Vorbis comments, APEv2, user texts of ID3 and free-form
  /// atoms; nil for other fields.
  private static func kind(ofField name: ByteView) -> Kind? {
    let letters = name.part(0, maximumName).buffer.filter { ![0x20, 0x2D, 0x5F].contains($0) }
    switch String(decoding: letters, as: UTF8.self).uppercased() {
    case "SYNCEDLYRICS": return .syncedField
    // FFmpeg names its user text in ID3 as the frame that it stands for.
    case "LYRICS", "UNSYNCEDLYRICS", "USLT": return .field
    default: return nil
    }
  }

  // MARK: ID3v2

  private mutating func id3(_ tag: ID3Tag) {
    tag.visitContents(file, of: LyricsFrame.names, longest: Lyrics.maximumBytes) { name, content in
      content.withUnsafeBufferPointer { buffer in
        switch ByteView(buffer).flatMap({ LyricsFrame($0, name: name) }) {
        case .synced(let text, isTranscription: let isTranscription):
          add(text, isTranscription ? .textFrame : .lyricsFrame)
        case .unsynced(let text): add(text, .field)
        case .userText(let name, let text):
          let kind = name.withUnsafeBufferPointer { ByteView($0).flatMap(Self.kind(ofField:)) }
          if let kind { add(text, kind) }
        case nil: break
        }
      }
      return !isFull
    }
  }

  private mutating func chunks(isBig: Bool) {
    var chunks = Chunks(file, isBig: isBig, most: Self.maximumChunks)
    while let chunk = chunks.next() {
      if chunk.name == Chunks.id3 || chunk.name == Chunks.id3InCapitals,
        let tag = ID3Tag(file, at: chunk.start)
      {
        id3(tag)
      }
    }
  }

  // MARK: FLAC and Ogg

  private mutating func flac(at start: Int64) {
    var blocks = FLACBlocks(file, at: start)
    while let block = blocks.next(), block.end <= file.size {
      if block.kind == 4 {
        // Some programs write too short a length.
        var stream = FileCursor(file, from: block.start, to: file.size)
        comments(&stream)
      }
      if block.isLast { break }
    }
  }

  /// Vorbis, Opus, Speex and FLAC, whose second packets hold the comments.
  private mutating func ogg() {
    guard var pages = OggPages(file, at: 0), let first = pages.read(8) else { return }
    let lead: Int
    if first.has("OpusHead") {
      lead = 8
    } else if first.has("vorbis", at: 1) {
      lead = 7
    } else if first.has("FLAC", at: 1) {
      // The header of a metadata block.
      lead = 4
    } else if first.has("Speex   ") {
      lead = 0
    } else {
      return
    }
    guard var stream = OggPages(file, at: pages.next), stream.serial == pages.serial,
      stream.skip(lead)
    else { return }
    comments(&stream)
  }

  private mutating func comments(_ stream: inout some ByteStream) {
    guard let vendor = stream.read(4)?.little(0, 4), stream.skip(vendor),
      let count = stream.read(4)?.little(0, 4)
    else { return }
    for _ in 0..<min(count, Self.maximumItems) {
      guard !isFull, let length = stream.read(4)?.little(0, 4),
        let head = stream.read(min(length, Self.maximumName))
      else { return }
      var left = length - head.count
      guard length <= Lyrics.maximumBytes, let equals = head.firstIndex(of: UInt8(ascii: "=")),
        let kind = Self.kind(ofField: head.part(0, equals))
      else {
        guard stream.skip(left) else { return }
        continue
      }
      var text = Array(head.from(equals + 1).buffer)
      while left > 0 {
        guard let part = stream.read(min(left, HeaderFile.maximumJoined)) else { return }
        text += part.buffer
        left -= part.count
      }
      add(text, kind)
    }
  }

  // MARK: MP4

  private static let (lyrics, free) = (UInt32(0xA96C_7972), UInt32(letters: "----"))
  private static let data = UInt32(letters: "data")

  private mutating func mp4() {
    var boxes = MP4Boxes(file, from: 0, to: file.size)
    while let movie = boxes.next() {
      guard movie.name == UInt32(letters: "moov"),
        let user = MP4Boxes.first("udta", file, in: movie),
        let meta = MP4Boxes.first("meta", file, in: user),
        let list = MP4Boxes.first("ilst", file, in: meta, from: MP4Boxes.metaOffset(file, meta))
      else { continue }
      var items = MP4Boxes(file, in: list)
      while !isFull, let item = items.next() {
        if let kind = kind(of: item) { addValues(of: item, kind) }
      }
    }
  }

  private func kind(of item: MP4Boxes.Box) -> Kind? {
    if item.name == Self.lyrics { return .field }
    guard item.name == Self.free, let label = MP4Boxes.first("name", file, in: item),
      (4...Int64(Self.maximumName)).contains(label.end - label.start),
      let name = file.bytes(at: label.start + 4, Int(label.end - label.start - 4))
    else { return nil }
    return Self.kind(ofField: name)
  }

  private mutating func addValues(of item: MP4Boxes.Box, _ kind: Kind) {
    var boxes = MP4Boxes(file, in: item)
    while let box = boxes.next() {
      // Eight bytes of type and locale.
      guard box.name == Self.data, (8...Int64(Lyrics.maximumBytes)).contains(box.end - box.start),
        let bytes = file.copy(at: box.start, Int(box.end - box.start))
      else { continue }
      bytes.withUnsafeBufferPointer { buffer in
        guard let view = ByteView(buffer) else { return }
        let text = view.from(8)
        // Kind 2 is UTF-16; all other text is UTF-8.
        let order = view.big(1, 3) == 2 ? WideText.Order(of: text, 2) : .bytes
        WideText.narrow(text, order) { add(Array($0.buffer), kind) }
      }
    }
  }

  // MARK: APEv2

  private mutating func ape() {
    var end = file.size
    if TrailingTags.id3v1(file) != nil { end -= 128 }
    let footer = end - Int64(APETag.length)
    guard let tag = file.bytes(at: footer, APETag.length).flatMap(APETag.init),
      var offset = tag.start(before: end)
    else { return }
    for _ in 0..<min(tag.count, Self.maximumItems) {
      // Eight bytes of length and flags, the name, a zero.
      guard !isFull, offset < footer,
        let head = file.bytes(at: offset, Int(min(footer - offset, Int64(9 + Self.maximumName)))),
        let zero = head.firstIndex(of: 0, from: 8)
      else { return }
      let (start, size) = (offset + Int64(zero + 1), Int64(head.little(0, 4)))
      guard start + size <= footer else { return }
      offset = start + size
      guard head.little(4, 4) & 6 == 0, size <= Int64(Lyrics.maximumBytes),
        let kind = Self.kind(ofField: head.part(8, zero - 8)),
        let text = file.copy(at: start, Int(size))
      else { continue }
      add(text, kind)
    }
  }
}
