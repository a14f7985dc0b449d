import Music

/// A stretch of the ring that belongs to one item.
struct Segment: Equatable, Sendable {
  var item: PlayItem
  var start: FrameNumber
  /// The item position of its first frame.
  var position: Duration
  /// The item's length as its file states it.
  var duration: Duration?
  /// Whether the item can be seeked.
  var isSeekable = true
  /// Position shifts against frame counting, in the order of the frames.
  var shifts: [Shift] = []

  struct Shift: Equatable, Sendable {
    var start: FrameNumber
    var position: Duration
  }
}
