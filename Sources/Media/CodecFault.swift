internal import CFFmpeg

/// What FFmpeg returned when it failed; the caller knows the file and makes a `MediaError` of it.
struct CodecFault: Error {
  /// An errno, or FFmpeg's own code (negative) where it stands for none.
  let code: Int32

  static let outOfMemory = CodecFault(code: ENOMEM)

  /// Passes on a result that is not negative.
  @discardableResult
  static func check(_ result: Int32) throws(CodecFault) -> Int32 {
    guard result < 0 else { return result }
    // FFmpeg negates errno; its own codes are four characters and so far larger.
    throw CodecFault(code: -result < 4096 ? -result : result)
  }
}
