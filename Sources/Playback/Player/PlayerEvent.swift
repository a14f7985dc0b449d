import Media
import Music

/// What reaches the player from its two threads, in one queue so that its order is kept.
enum PlayerEvent: Sendable {
  case decodeThread(DecodeEvent)
  case output(OutputEvent)
  /// A file was scanned for its frames.
  case indexed(FilePath, SeekIndex)
}
