import Music

/// Finds out by the first bytes which of our own readers a file is for.
enum HeaderReader {
  private static let mostTags = 4

  /// Nil where none of them is sure of what it sees.
  static func read(_ file: HeaderFile, isNamedMP3: Bool) -> HeaderFacts? {
    guard let head = file.upTo(36, at: 0), head.count >= 16 else { return nil }
    switch head[0] {
    case UInt8(ascii: "f") where head.has("fLaC"):
      return FLACHeader.read(file, at: 0, tags: TagFields())
    case UInt8(ascii: "O") where head.has("OggS"): return OggHeader.read(file)
    case UInt8(ascii: "R") where head.has("RIFF") && head.has("WAVE", at: 8):
      return WaveHeader.read(file)
    case UInt8(ascii: "F") where head.has("FORM") && head.has("AIFF", at: 8):
      return WaveHeader.readAIFF(file, isCompressed: false)
    case UInt8(ascii: "F") where head.has("FORM") && head.has("AIFC", at: 8):
      return WaveHeader.readAIFF(file, isCompressed: true)
    case UInt8(ascii: "w") where head.has("wvpk"): return WavPackHeader.read(file)
    case UInt8(ascii: "I") where head.has("ID3"): return readTagged(file)
    case 0xFF where isNamedMP3: return MPEGHeader.read(file, at: 0, tags: TagFields())
    default: return head.has("ftyp", at: 4) ? MP4Header.read(file) : nil
    }
  }

  /// What an ID3v2 tag in front says, or several of them, and where they end.
  static func leadingTags(_ file: HeaderFile) -> (tags: TagFields, end: Int64) {
    var tags = TagFields()
    var place: Int64 = 0
    for _ in 0..<mostTags {
      guard let tag = ID3Tag(file, at: place) else { break }
      tag.read(file, into: &tags)
      tags.goOn()
      place = tag.end
    }
    return (tags, place)
  }

  /// Where the ID3v2 tags in front end.
  static func tagsEnd(_ file: HeaderFile) -> Int64 {
    var place: Int64 = 0
    for _ in 0..<mostTags {
      guard let tag = ID3Tag(file, at: place) else { break }
      place = tag.end
    }
    return place
  }

  /// What is behind an ID3v2 tag, or several of them.
  private static func readTagged(_ file: HeaderFile) -> HeaderFacts? {
    let (tags, place) = leadingTags(file)
    guard let head = file.bytes(at: place, 16) else { return nil }
    if head.has("fLaC") { return FLACHeader.read(file, at: place, tags: tags) }
    guard head[0] == 0xFF else { return nil }
    return MPEGHeader.read(file, at: place, tags: tags)
  }
}
