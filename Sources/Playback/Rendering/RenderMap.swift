/// Maps frames output since the last jump to ring frames; at speeds other than 1 the counts differ.
/// For the output's thread.
struct RenderMap: ~Copyable {
  private struct Mark {
    var given: FrameNumber = 0
    var frame: Double = 0
    var speed = 1.0
  }

  private static var capacity: Int { 512 }
  private var marks = InlineArray<512, Mark>(repeating: Mark())
  /// Marks set since the last jump; the last `capacity` of them are stored.
  private var count = 0

  /// Starts over at a jump.
  @_noLocks @_noAllocation
  mutating func begin(at frame: FrameNumber) {
    marks[0] = Mark(frame: Double(frame))
    count = 1
  }

  /// From output frame `given` on, the ring position is `frame` and moves at `speed`.
  @_noLocks @_noAllocation
  mutating func note(given: FrameNumber, frame: Double, speed: Double) {
    guard count > 0 else { return }
    let last = marks[(count &- 1) & (Self.capacity &- 1)]
    // At a constant speed one mark suffices.
    let expected = last.frame + Double(given &- last.given) * last.speed
    if speed == last.speed, abs(expected - frame) < 1 { return }
    if given > last.given { count &+= 1 }
    marks[(count &- 1) & (Self.capacity &- 1)] = Mark(given: given, frame: frame, speed: speed)
  }

  /// The ring frame of an output frame, and the speed there.
  func frame(ofGiven given: FrameNumber) -> (frame: FrameNumber, speed: Double) {
    let (frame, speed) = position(ofGiven: given)
    return (FrameNumber(frame.rounded()), speed)
  }

  /// The position in the ring of an output frame, and the speed there.
  @_noLocks @_noAllocation
  func position(ofGiven given: FrameNumber) -> (frame: Double, speed: Double) {
    let oldest = max(0, count &- Self.capacity)
    var index = max(oldest, count &- 1)
    while index > oldest, marks[index & (Self.capacity &- 1)].given > given { index &-= 1 }
    let mark = marks[index & (Self.capacity &- 1)]
    // Before the first frame nothing is heard yet, whatever the speed.
    let speed = given < mark.given ? 1 : mark.speed
    return (mark.frame + Double(given &- mark.given) * speed, mark.speed)
  }
}
