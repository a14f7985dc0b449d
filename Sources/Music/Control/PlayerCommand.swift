/// A command from beyond the screen: the desktop, a socket, a sub-command.
///
/// Those that the command line of the player has come as its lines; the others say what shall be,
/// where a key only turns what is.
package enum PlayerCommand: Equatable, Sendable {
  case play, pause, playPause, stop
  case next, previous
  /// The same, but what is paused or stopped stays so.
  case nextAsIs, previousAsIs
  case seek(by: Duration)
  /// Ignored where another item is current; nil for whatever is.
  case seekTo(Duration, in: QueueItemID?)
  /// Percent.
  case volume(Int)
  /// Percent points.
  case changeVolume(Int)
  /// Nil turns it around, here and below.
  case mute(Bool?)
  case shuffle(Bool?)
  /// Nil goes on to the next way.
  case repeating(PlayQueue.Repeat?)
  case speed(Double)
  /// Plays files, folders and streams in place of the queue.
  case open([MediaSource])
  case queue([MediaSource], next: Bool)
  case clearQueue
  case goTo(QueueItemID)
  /// Takes an item out of the queue.
  case remove(QueueItemID)
  case playPlaylist(PlaylistID)
  /// Half stars are not among them.
  case rate(Int)
  case react(Reaction)
  /// Takes a reaction back, with those above it; the ones below stay.
  case takeBack(Reaction)
  /// Adds what plays to a mix slot.
  case addToMix(MixSlot)
  /// A line of the player's command line, without its ":". Relative paths in it are of the folder;
  /// nil for that of the terminal that was used last.
  case line(String, folder: FilePath? = nil)
  case quit
}
