package import Music

/// What can go wrong with a media file.
package enum MediaError: Error, Equatable, Sendable {
  /// `code` is an errno.
  case unreadable(FilePath, code: Int32)
  /// A folder, a pipe, a device: anything but a file.
  case notAFile(FilePath)
  case empty(FilePath)
  /// There is no audio stream in it; `code` is FFmpeg's, 0 where it had nothing to say.
  case noAudio(MediaSource, code: Int32)
  /// FFmpeg has no decoder for what is in it.
  case noDecoder(MediaSource, codec: String)
  case undecodable(MediaSource, code: Int32)
  /// It was decoded to its end, and not a frame came out.
  case soundless(MediaSource)
  /// Next to nothing is left of what its header says is in it.
  case cutOff(MediaSource, of: Duration)
  /// A sampling rate that nobody records at.
  case unplayableRate(MediaSource, hertz: Int)
  case timedOut(MediaSource)
  case cancelled
  case unwritable(FilePath, code: Int32)
  /// The server of a stream could not be found or reached, or was lost; `code` is an errno.
  case unreachable(StreamAddress, code: Int32)
  /// What the server answered; 400 and 500 also stand for what FFmpeg does not tell apart.
  case httpStatus(StreamAddress, status: Int)
  /// No secure connection: a certificate that is not trusted, or no TLS at all.
  case insecure(StreamAddress)
  /// FFmpeg's libraries cannot be loaded, for a reason in the system's words.
  case noLibraries(reason: String)
  /// A live stream, in which one cannot go elsewhere.
  case notSeekable(MediaSource)
}
