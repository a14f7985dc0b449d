internal import Music

/// The chunks of a RIFF/WAVE or an AIFF file, and which of them is its ID3 tag.
struct ChunkFile {
  /// Where the tag's chunk lies, its header of eight bytes and its pad byte included; an empty range
  /// at the end of the file where there is none.
  private(set) var tag: Range<Int64>
  /// Bytes of the tag itself.
  private(set) var tagLength: Int
  let isBigEndian: Bool
  private let size: Int64
  /// Some write it in small letters; where there is one its name stays.
  private var tagName: [UInt8]

  private static let mostChunks = 10_000

  /// - Parameter read: bytes at a place, fewer at the end of the file.
  init(size: Int64, read: (Int64, Int) throws(TagWriteError) -> [UInt8]) throws(TagWriteError) {
    self.size = size
    let form = try read(0, 12)
    let kind = form.prefix(4)
    guard form.count == 12, kind.elementsEqual("RIFF".utf8) || kind.elementsEqual("FORM".utf8)
    else { throw .unsupported("a WAV file larger than 4 GB") }
    isBigEndian = kind.elementsEqual("FORM".utf8)
    let isBig = isBigEndian
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
      Int64(ID3Document.plain(isBig ? bytes : Array(bytes.reversed())[...]))
    }
    // What lies behind the form belongs to somebody, but to whom cannot be told.
    guard abs(number(form[4..<8]) + 8 - size) <= 1 else {
      throw .unclear("its length is not what it says")
    }
    (tag, tagLength) = (size..<size, 0)
    tagName = Array((isBigEndian ? "ID3 " : "id3 ").utf8)
    var place: Int64 = 12
    var chunks = 0
    while place + 8 <= size {
      let header = try read(place, 8)
      chunks += 1
      guard header.count == 8, chunks <= Self.mostChunks else {
        throw .unclear("its chunks cannot be followed")
      }
      let length = number(header[4..<8])
      let end = place + 8 + length + length % 2
      guard place + 8 + length <= size else { throw .unclear("a chunk of it is cut off") }
      let name = header.prefix(4)
      if name.elementsEqual("ID3 ".utf8) || name.elementsEqual("id3 ".utf8) {
        guard tagLength == 0 else { throw .unclear("it has two ID3 tags") }
        (tag, tagLength) = (place..<min(end, size), Int(length))
        tagName = Array(name)
      }
      place = end
    }
  }

  /// The file with another tag.
  func pieces(with document: [UInt8]) throws(TagWriteError) -> [FilePiece] {
    // A chunk starts at an even place, and one that has an odd length is padded.
    let lead: [UInt8] = tag.lowerBound % 2 == 0 ? [] : [0]
    let content = document + (document.count % 2 == 0 ? [] : [0])
    let chunk = lead + tagName + bytes(document.count) + content
    let total = size - Int64(tag.count) + Int64(chunk.count)
    guard total - 8 <= Int64(UInt32.max) else { throw .unsupported("a file larger than 4 GB") }
    return [
      .original(0..<4), .bytes(bytes(Int(total - 8))), .original(8..<tag.lowerBound),
      .bytes(chunk), .original(tag.upperBound..<size),
    ]
  }

  private func bytes(_ number: Int) -> [UInt8] {
    let bytes = ID3Document.plainBytes(number)
    return isBigEndian ? bytes : bytes.reversed()
  }
}

/// A part of a file that is put together anew.
enum FilePiece: Equatable {
  case bytes([UInt8])
  /// Copied from the file as it was.
  case original(Range<Int64>)
}
