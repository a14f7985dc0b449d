import CFFmpeg

/// One value of FFmpeg's dictionaries, whose names are case-insensitive.
enum TagValue {
  /// Displayable, bounded text; nil without a value.
  static func text(_ tags: OpaquePointer?, _ name: String, longest: Int = 1024) -> String? {
    guard let value = av_dict_get(tags, name, nil, 0)?.pointee.value else { return nil }
    return text(value, longest: longest)
  }

  static func text(_ value: UnsafePointer<CChar>, longest: Int) -> String? {
    let text = TagText.readable(bytes(UnsafeRawPointer(value), longest: longest))
    return text.isEmpty ? nil : text
  }

  /// Several lines of displayable text.
  static func lines(_ value: UnsafePointer<UInt8>, longest: Int) -> String {
    bytes(value, longest: longest).split(separator: UInt8(ascii: "\n"))
      .map { TagText.readable(UnsafeBufferPointer(rebasing: $0)) }.joined(separator: "\n")
  }

  private static func bytes(
    _ value: UnsafeRawPointer, longest: Int
  ) -> UnsafeBufferPointer<UInt8> {
    let raw = value.assumingMemoryBound(to: UInt8.self)
    var count = 0
    while count < longest, raw[count] != 0 { count += 1 }
    // Not in the middle of a character.
    while count == longest, count > 0, raw[count] & 0xC0 == 0x80 { count -= 1 }
    return UnsafeBufferPointer(start: raw, count: count)
  }
}
