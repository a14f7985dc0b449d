import Music

/// A stretch of the ring that belongs to one item.
struct Segment: Equatable, Sendable {
  var item: PlayItem
  var start: FrameNumber
  /// The place in the item of its first frame.
  var position: Duration
  /// The item's length by its file's own account.
  var duration: Duration?
  /// Whether one can go to another place in it.
  var isSeekable = true
  /// Where counting from `start` does not lead to the true place, in the order of the frames.
  var shifts: [Shift] = []

  struct Shift: Equatable, Sendable {
    var start: FrameNumber
    var position: Duration
  }
}
