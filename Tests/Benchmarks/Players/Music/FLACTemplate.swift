import BenchHarness

/// FLAC: the comment block follows the block that describes the stream (RFC 9639).
struct FLACTemplate: TagTemplate {
  private let description: [UInt8]
  private let frames: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) throws {
    var index = 4
    var isLast = false
    while !isLast {
      guard index + 4 <= bytes.count else { throw BenchFault.command("that is no FLAC file") }
      isLast = bytes[index] & 0x80 != 0
      index += 4 + bytes.big(at: index + 1, bytes: 3)
    }
    // The first block always has 34 bytes and 4 of header.
    description = [bytes[4] & 0x7F] + bytes[5..<42]
    frames = bytes[index...]
  }

  func file(tagged track: SyntheticTrack) -> [UInt8] {
    let comments = track.vorbisComments
    var bytes = Array("fLaC".utf8) + description + [0x84]
    bytes.append(big: comments.count, bytes: 3)
    return bytes + comments + frames
  }
}
