internal import CFFmpeg

/// An FFmpeg error; the caller knows the file and turns it into a `MediaError`.
struct CodecFault: Error {
  /// An errno, or FFmpeg's own (negative) code if it has none.
  let code: Int32

  static let outOfMemory = CodecFault(code: ENOMEM)

  /// Returns a result that is not negative.
  @discardableResult
  static func check(_ result: Int32) throws(CodecFault) -> Int32 {
    guard result < 0 else { return result }
    // FFmpeg negates errno; its own codes are four characters and thus far larger.
    throw CodecFault(code: -result < 4096 ? -result : result)
  }
}
