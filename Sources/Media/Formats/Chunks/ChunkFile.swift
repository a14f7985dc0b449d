internal import Music

/// The chunks of a RIFF/WAVE or an AIFF file, with its ID3 chunk.
struct ChunkFile {
  /// The range of the tag's chunk, header and pad byte included; empty, at the end of the file,
  /// without a tag.
  private(set) var offset: Range<Int64>
  /// The tag itself; nil for a missing or empty chunk.
  private(set) var tag: Range<Int64>?
  let isBigEndian: Bool
  private let size: Int64
  /// Some files have it in lower case; an existing name stays.
  private var tagName: [UInt8]

  private static let maximumChunks = 10_000

  init(_ file: HeaderFile) throws(TagWriteError) {
    size = file.size
    guard let form = file.bytes(at: 0, 12), form.has("RIFF") || form.has("FORM") else {
      throw .unsupported("a WAV file larger than 4 GB")
    }
    isBigEndian = form.has("FORM")
    // Bytes behind the form have an unknown owner.
    let length = Int64(isBigEndian ? form.big(4, 4) : form.little(4, 4))
    guard abs(length + 8 - size) <= 1 else { throw .unclear("its length is not what it says") }
    offset = size..<size
    tagName = Array((isBigEndian ? "ID3 " : "id3 ").utf8)
    var chunks = Chunks(file, isBig: isBigEndian, most: Self.maximumChunks)
    var end: Int64 = 12
    while let chunk = chunks.next() {
      guard !chunk.isCut else { throw .unclear("a chunk of it is cut off") }
      end = chunk.end + (chunk.end - chunk.start) % 2
      guard chunk.name == Chunks.id3 || chunk.name == Chunks.id3InCapitals else { continue }
      guard tag == nil else { throw .unclear("it has two ID3 tags") }
      if chunk.start < chunk.end { tag = chunk.start..<chunk.end }
      offset = chunk.offset..<min(end, size)
      tagName = ID3Document.plainBytes(Int(chunk.name))
    }
    guard size - end < 8 else { throw .damaged(file, "its chunks cannot be followed") }
  }

  /// The file with another tag.
  func pieces(with document: [UInt8]) throws(TagWriteError) -> [ChunkSpan] {
    // Chunks start at even offsets; an odd length is padded.
    let lead: [UInt8] = offset.lowerBound % 2 == 0 ? [] : [0]
    let content = document + (document.count % 2 == 0 ? [] : [0])
    let chunk = lead + tagName + bytes(document.count) + content
    let total = size - Int64(offset.count) + Int64(chunk.count)
    guard total - 8 <= Int64(UInt32.max) else { throw .unsupported("a file larger than 4 GB") }
    return [
      .original(0..<4), .bytes(bytes(Int(total - 8))), .original(8..<offset.lowerBound),
      .bytes(chunk), .original(offset.upperBound..<size),
    ]
  }

  private func bytes(_ number: Int) -> [UInt8] {
    let bytes = ID3Document.plainBytes(number)
    return isBigEndian ? bytes : bytes.reversed()
  }
}

/// A part of a new file.
enum ChunkSpan: Equatable {
  case bytes([UInt8])
  /// Copied from the old file.
  case original(Range<Int64>)
}
