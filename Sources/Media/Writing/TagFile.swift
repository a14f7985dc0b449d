internal import CTags
import Glibc
internal import Music

/// The tags of one open file: their location and values, and the writing of a changed version.
struct TagFile {
  let family: TagFamily
  /// Every tag; pictures and other non-text as bytes.
  let items: [TagItem]
  private let store: Store
  private let size: Int64
  /// The ID3v1 tag at the end, which TagLib would rewrite; empty if missing.
  private let trailer: [UInt8]

  private enum Store {
    /// In front of MPEG audio.
    case leading(ID3Document)
    /// In a chunk of its own.
    case chunk(ChunkFile, ID3Document)
    /// Wherever TagLib finds them, with the other items that must not change.
    case library(tritone_tag_format, outline: MP4Outline?)
  }

  /// - Parameters:
  ///   - container: FFmpeg's name of the demuxer.
  ///   - codec: FFmpeg's name of the codec.
  init(
    _ descriptor: Int32, size: Int64, container: String, codec: String
  ) throws(TagWriteError) {
    self.size = size
    let file = HeaderFile()
    file.use(descriptor, size: size, reads: Self.maximumReads)
    trailer = TrailingTags.id3v1(file).map { Array($0.buffer) } ?? []
    switch container {
    case "mp3":
      let document = try Self.document(file, in: 0..<size) ?? ID3Document()
      (store, family, items) = (.leading(document), .id3, document.items)
    case "wav", "aiff":
      let chunks = try ChunkFile(file)
      var document = ID3Document()
      if let tag = chunks.tag { document = try Self.document(file, in: tag) ?? document }
      (store, family, items) = (.chunk(chunks, document), .id3, document.items)
    default:
      guard let (format, family) = Self.format(container, codec) else {
        throw .unsupported(Self.title(container))
      }
      if family == .vorbis, container == "flac", file.bytes(at: 0, 3)?.has("ID3") == true {
        throw .unsupported("FLAC behind an ID3 tag")
      }
      let outline = family == .mp4 ? try MP4Outline(file) : nil
      self.family = family
      store = .library(format, outline: outline)
      items = try TagLibrary.items(descriptor, format)
    }
    // An unreadable tag is not a missing one.
    guard file.readError == 0 else { throw .damaged(file, "it cannot be read") }
  }

  /// The most reads for the file's tables and tags.
  private static let maximumReads = 2_000_000

  /// Nil if no tag begins here.
  private static func document(
    _ file: HeaderFile, in offset: Range<Int64>
  ) throws(TagWriteError) -> ID3Document? {
    guard let header = file.bytes(at: offset.lowerBound, ID3Header.length).flatMap(ID3Header.init)
    else { return nil }
    guard header.totalLength <= min(offset.count, ID3Document.maximumLength) else {
      throw .unclear("its ID3 tag is longer than its place")
    }
    return try ID3Document(file.copy(at: offset.lowerBound, header.totalLength) ?? [])
  }

  private static func format(_ container: String, _ codec: String)
    -> (tritone_tag_format, TagFamily)?
  {
    switch (container, codec) {
    case ("flac", _): (TRITONE_FORMAT_FLAC, .vorbis)
    case ("ogg", "vorbis"): (TRITONE_FORMAT_VORBIS, .vorbis)
    case ("ogg", "opus"): (TRITONE_FORMAT_OPUS, .vorbis)
    case ("ogg", "speex"): (TRITONE_FORMAT_SPEEX, .vorbis)
    case ("ogg", "flac"): (TRITONE_FORMAT_OGG_FLAC, .vorbis)
    case ("mov", _): (TRITONE_FORMAT_MP4, .mp4)
    case ("wv", _): (TRITONE_FORMAT_WAVPACK, .ape)
    case ("ape", _): (TRITONE_FORMAT_APE, .ape)
    case ("mpc", _), ("mpc8", _): (TRITONE_FORMAT_MUSEPACK, .ape)
    default: nil
    }
  }

  private static func title(_ container: String) -> String {
    switch container {
    case "asf": "a WMA file"
    case "matroska": "a Matroska file"
    case "aac": "a bare AAC stream"
    case "": "such a file"
    default: "a \(container.uppercased()) file"
    }
  }

  /// The texts of all tags, with each value by itself.
  var texts: [TagValues] {
    switch store {
    case .leading(let document), .chunk(_, let document): document.texts
    case .library:
      items.filter(\.isText).map {
        TagValues(
          name: $0.name, values: [String(decoding: $0.value, as: UTF8.self)], family: family)
      }
    }
  }

  /// Writes a version of the file with some tags changed.
  func write(_ changes: [TagChange], to replacement: FileReplacement) throws(TagWriteError) {
    switch store {
    case .leading(var document):
      for change in changes { document.set(change.name, to: change.new) }
      let old = Int64(document.length)
      try replacement.write([.bytes(try document.rendered()), .original(old..<size)])
    case .chunk(let chunks, var document):
      for change in changes { document.set(change.name, to: change.new) }
      try replacement.write(try chunks.pieces(with: try document.rendered()))
    case .library(let format, _):
      try replacement.write([.original(0..<size)])
      try TagLibrary.set(changes, replacement.descriptor, format)
    }
  }

  /// Checks that a version of the file differs in the changed tags only.
  func check(_ new: TagFile, _ changes: [TagChange]) throws(TagWriteError) {
    let names = Set(changes.map { $0.name.lowercased() })
    func others(_ items: [TagItem]) -> [TagItem: Int] {
      items.filter { !names.contains($0.name.lowercased()) }
        .reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let (before, after) = (others(items), others(new.items))
    let lost = before.first { after[$0.key] != $0.value } ?? after.first { before[$0.key] == nil }
    if let lost { throw .verificationFailed("its \(lost.key.name)") }
    guard trailer == new.trailer else { throw .verificationFailed("its ID3v1 tag") }
    for change in changes {
      let found = new.items.first { $0.name.lowercased() == change.name.lowercased() }
      guard found?.text == change.new else { throw .verificationFailed("what \(change.name) says") }
    }
    if case .library(_, let old?) = store, case .library(_, let new?) = new.store {
      let names = Set(changes.map(\.name))
      guard old.items(without: names) == new.items(without: names) else {
        throw .verificationFailed("an item of its tags")
      }
    }
  }
}
