import Music

/// Chooses one of our own readers by a file's first bytes.
enum HeaderReader {
  private static let maximumTags = 4

  /// Nil if no reader is sure of the file.
  static func read(_ file: HeaderFile, isNamedMP3: Bool) -> HeaderFacts? {
    guard let head = file.upTo(36, at: 0), head.count >= 16 else { return nil }
    if head.has("ID3") { return readTagged(file) }
    switch Signature(head) {
    case .flac: return FLACHeader.read(file, at: 0, tags: TagFields())
    case .ogg: return OggHeader.read(file)
    case .wave: return WaveHeader.read(file)
    case .aiff: return WaveHeader.readAIFF(file, isCompressed: false)
    case .aifc: return WaveHeader.readAIFF(file, isCompressed: true)
    case .wavPack: return WavPackHeader.read(file)
    case .mp4: return MP4Header.read(file)
    case nil: return isNamedMP3 ? MPEGHeader.read(file, at: 0, tags: TagFields()) : nil
    case .rf64, .dsdiff, .monkeysAudio, .musepack7, .musepack8, .dsf, .caf, .trueAudio, .matroska,
      .asf, .otherRIFF, .otherIFF:
      return nil
    }
  }

  /// The leading ID3v2 tags, one or several, and their end.
  static func leadingTags(_ file: HeaderFile) -> (tags: TagFields, end: Int64) {
    var tags = TagFields()
    let end = tagsEnd(file) {
      $0.read(file, into: &tags)
      tags.startBlock()
    }
    return (tags, end)
  }

  /// The end of the leading ID3v2 tags.
  static func tagsEnd(_ file: HeaderFile, visit: (ID3Tag) -> Void = { _ in }) -> Int64 {
    var offset: Int64 = 0
    for _ in 0..<maximumTags {
      guard let tag = ID3Tag(file, at: offset) else { break }
      visit(tag)
      offset = tag.end
    }
    return offset
  }

  /// Reads the file behind its leading ID3v2 tags.
  private static func readTagged(_ file: HeaderFile) -> HeaderFacts? {
    let (tags, offset) = leadingTags(file)
    guard let head = file.bytes(at: offset, 16) else { return nil }
    if head.has("fLaC") { return FLACHeader.read(file, at: offset, tags: tags) }
    guard head[0] == 0xFF else { return nil }
    return MPEGHeader.read(file, at: offset, tags: tags)
  }
}
