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

  /// The frame at which the item reaches a position behind its start in the ring; the shift's where
  /// that skips the position.
  func frame(of wanted: Duration, rate: Int) -> FrameNumber {
    let index = shifts.lastIndex { $0.position <= wanted }
    let base = index.map { shifts[$0] } ?? Shift(start: start, position: position)
    let next = index.map { $0 + 1 } ?? 0
    let limit = next < shifts.count ? shifts[next].start : .max
    return min(
      limit, base.start + FrameNumber(seconds: (wanted - base.position).seconds, rate: rate))
  }
}
