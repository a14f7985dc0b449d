/// Vorbis comments, also in Opus and FLAC.
enum VorbisComment {
  private static let maximumFields = 10_000
  /// Room for a name, "=" and a value of the maximum length.
  private static let maximumLength = TagFields.maximumLength + 128

  /// Reads all comments; false if they are truncated.
  static func read(_ stream: inout some ByteStream, into tags: inout TagFields) -> Bool {
    guard let vendor = stream.read(4)?.little(0, 4), stream.skip(vendor),
      let count = stream.read(4)?.little(0, 4)
    else { return false }
    for _ in 0..<min(count, maximumFields) {
      guard let length = stream.read(4)?.little(0, 4) else { return false }
      let kept = min(length, maximumLength)
      guard let field = stream.read(kept) else { return false }
      parse(field, into: &tags)
      guard stream.skip(length - kept) else { return false }
    }
    return true
  }

  private static func parse(_ field: ByteView, into tags: inout TagFields) {
    guard let equals = field.part(0, 80).firstIndex(of: UInt8(ascii: "=")),
      let name = TagName(field.part(0, equals))
    else { return }
    tags.add(name, field.from(equals + 1))
  }
}
