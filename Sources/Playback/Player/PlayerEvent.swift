import Media
import Music

/// Events from the player's two threads, in one queue that keeps their order.
enum PlayerEvent: Sendable {
  case decodeThread(DecodeEvent)
  case output(OutputEvent)
  /// A file's seek index is built.
  case indexed(FilePath, SeekIndex)
}
