internal import Music

/// The name of a text field in the tags of a file.
enum FieldName {
  /// Of Vorbis comments, APEv2, free-form atoms of MP4, and FFmpeg's dictionaries.
  case text(ByteView)
  /// The four letters of an atom of MP4.
  case atom(UInt32)
}

/// Collects fields of a file's tags.
protocol FieldCollector {
  /// The frames of ID3v2 that are wanted.
  static var frames: Set<UInt32> { get }
  static var frameBounds: ID3Tag.Bounds { get }
  /// The longest value in bytes; longer ones are left out.
  static var longestValue: Int { get }
  /// The most fields that are looked at in a block of tags.
  static var mostItems: Int { get }

  /// Whether there is room for no more.
  var isFull: Bool { get }
  func isWanted(_ name: FieldName) -> Bool
  /// Takes a value, which is to be read as UTF-8.
  mutating func add(_ name: FieldName, _ value: [UInt8])
  mutating func add(frame: UInt32, _ content: [UInt8], version: Int)
}

/// A walk through the tags of a file by our own readers: ID3v2, Vorbis comments, MP4 and APEv2.
///
/// Matroska, ASF, CAF, DSDIFF and RF64 are not read.
struct FieldWalk<Collector: FieldCollector> {
  let file: HeaderFile
  private(set) var collector: Collector

  private let maximumName = 64
  private let maximumChunks = 200

  /// What a collector has after a walk through a file.
  static func collected(_ file: HeaderFile, by collector: Collector) -> Collector {
    var walk = FieldWalk(file: file, collector: collector)
    walk.run()
    return walk.collector
  }

  private init(file: HeaderFile, collector: Collector) {
    (self.file, self.collector) = (file, collector)
  }

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

  // MARK: ID3v2

  private mutating func id3(_ tag: ID3Tag) {
    tag.visitContents(file, of: Collector.frames, within: Collector.frameBounds) {
      collector.add(frame: $0, $1, version: tag.header.version)
      return !collector.isFull
    }
  }

  private mutating func chunks(isBig: Bool) {
    var chunks = Chunks(file, isBig: isBig, most: maximumChunks)
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
    for _ in 0..<min(count, Collector.mostItems) {
      guard !collector.isFull, let length = stream.read(4)?.little(0, 4),
        let head = stream.read(min(length, maximumName))
      else { return }
      var left = length - head.count
      let equals = head.firstIndex(of: UInt8(ascii: "="))
      guard length <= Collector.longestValue, let equals,
        collector.isWanted(.text(head.part(0, equals)))
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
      collector.add(.text(head.part(0, equals)), text)
    }
  }

  // MARK: MP4

  private mutating func mp4() {
    let (movies, free) = (UInt32(letters: "moov"), UInt32(letters: "----"))
    var boxes = MP4Boxes(file, from: 0, to: file.size)
    while let movie = boxes.next() {
      guard movie.name == movies, let user = MP4Boxes.first("udta", file, in: movie),
        let meta = MP4Boxes.first("meta", file, in: user),
        let list = MP4Boxes.first("ilst", file, in: meta, from: MP4Boxes.metaOffset(file, meta))
      else { continue }
      var items = MP4Boxes(file, in: list)
      while !collector.isFull, let item = items.next() {
        guard item.name == free else {
          addValues(of: item, .atom(item.name))
          continue
        }
        if let label = MP4Boxes.first("name", file, in: item),
          (4...Int64(maximumName)).contains(label.end - label.start),
          let name = file.bytes(at: label.start + 4, Int(label.end - label.start - 4))
        {
          addValues(of: item, .text(name))
        }
      }
    }
  }

  private mutating func addValues(of item: MP4Boxes.Box, _ name: FieldName) {
    guard collector.isWanted(name) else { return }
    let data = UInt32(letters: "data")
    var boxes = MP4Boxes(file, in: item)
    while let box = boxes.next() {
      // Eight bytes of type and locale.
      guard box.name == data, (8...Int64(Collector.longestValue)).contains(box.end - box.start),
        let bytes = file.copy(at: box.start, Int(box.end - box.start))
      else { continue }
      bytes.withUnsafeBufferPointer { buffer in
        guard let view = ByteView(buffer) else { return }
        let text = view.from(8)
        // Kind 2 is UTF-16; all other text is UTF-8.
        let order = view.big(1, 3) == 2 ? WideText.Order(of: text, 2) : .bytes
        WideText.narrow(text, order) { collector.add(name, Array($0.buffer)) }
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
    for _ in 0..<min(tag.count, Collector.mostItems) {
      // Eight bytes of length and flags, the name, a zero.
      guard !collector.isFull, offset < footer,
        let head = file.bytes(at: offset, Int(min(footer - offset, Int64(9 + maximumName)))),
        let zero = head.firstIndex(of: 0, from: 8)
      else { return }
      let (start, size) = (offset + Int64(zero + 1), Int64(head.little(0, 4)))
      guard start + size <= footer else { return }
      offset = start + size
      guard head.little(4, 4) & 6 == 0, size <= Int64(Collector.longestValue),
        collector.isWanted(.text(head.part(8, zero - 8))),
        let text = file.copy(at: start, Int(size))
      else { continue }
      collector.add(.text(head.part(8, zero - 8)), text)
    }
  }
}
