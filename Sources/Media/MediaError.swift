package import Music

/// What can go wrong with a media file.
package enum MediaError: Error, Equatable, Sendable {
  /// `code` is an errno.
  case unreadable(FilePath, code: Int32)
  /// A folder, a pipe, a device: anything but a file.
  case notAFile(FilePath)
  case empty(FilePath)
  /// There is no audio stream in it; `code` is FFmpeg's, 0 where it had nothing to say.
  case noAudio(FilePath, code: Int32)
  /// FFmpeg has no decoder for what is in it.
  case noDecoder(FilePath, codec: String)
  case undecodable(FilePath, code: Int32)
  case timedOut(FilePath)
  case cancelled
  case unwritable(FilePath, code: Int32)
}
