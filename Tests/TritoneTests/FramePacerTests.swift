import Testing

@testable import tritone

/// Numbers stand for pictures.
private typealias Pacer = FramePacer<Int>

extension Pacer {
  /// Draws a picture as the loop does.
  fileprivate mutating func draw(_ picture: Int, at now: Instant, awaitsRows: Bool = false) {
    handled()
    compared(with: picture)
    drawn(at: now, awaitsRows: awaitsRows)
  }
}

@Suite("When a frame is drawn")
struct FramePacerTests {
  private let start = ContinuousClock.now

  private func time(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  /// A pacer that has drawn 1 at the start.
  private func drawn(awaitsRows: Bool = false) -> Pacer {
    var pacer = Pacer()
    pacer.draw(1, at: start, awaitsRows: awaitsRows)
    return pacer
  }

  @Test("the first frame is drawn at once, also where rows are still on their way")
  func first() {
    var pacer = Pacer()
    #expect(pacer.needsPicture && pacer.next == nil)
    pacer.compared(with: 1)
    #expect(!pacer.needsPicture && pacer.next == 1)
    #expect(pacer.mayDraw(at: start, awaitsRows: true))
    #expect(pacer.mayDraw(at: start, awaitsRows: false))
  }

  @Test("a picture that shows already is not drawn again, and nothing wakes up for it")
  func same() {
    var pacer = drawn()
    #expect(!pacer.needsPicture && pacer.next == nil)
    pacer.handled()
    #expect(pacer.needsPicture)
    pacer.compared(with: 1)
    #expect(!pacer.needsPicture && pacer.next == nil)
    #expect(
      pacer.rest(from: time(5), tick: nil, isEscapePending: false)
        == Pacer.Rest(end: nil, isForDrawing: false))
  }

  @Test("what moves with the sound is drawn into the last picture, unless more has changed")
  func moved() {
    var pacer = Pacer()
    pacer.moved()
    #expect(pacer.needsPicture && pacer.moving == nil)
    pacer.draw(1, at: start)
    pacer.moved()
    #expect(pacer.needsPicture && pacer.moving == 1)
    pacer.compared(with: 2)
    #expect(!pacer.needsPicture && pacer.next == 2)
    pacer.moved()
    #expect(pacer.moving == 2)
    pacer.handled()
    pacer.moved()
    #expect(pacer.needsPicture && pacer.moving == nil)
    pacer.cleared()
    pacer.moved()
    #expect(pacer.needsPicture && pacer.moving == nil)
  }

  @Test("16 ms are between two frames, and the loop wakes for the second when they are over")
  func frameTime() {
    var pacer = drawn()
    pacer.handled()
    pacer.compared(with: 2)
    #expect(!pacer.mayDraw(at: time(1), awaitsRows: false))
    #expect(!pacer.mayDraw(at: time(15), awaitsRows: false))
    #expect(pacer.mayDraw(at: time(16), awaitsRows: false))
    #expect(
      pacer.rest(from: time(5), tick: nil, isEscapePending: false)
        == Pacer.Rest(end: time(16), isForDrawing: true))
    pacer.drawn(at: time(16), awaitsRows: false)
    #expect(pacer.next == nil)
    #expect(!pacer.mayDraw(at: time(31), awaitsRows: false))
    #expect(pacer.mayDraw(at: time(32), awaitsRows: false))
  }

  @Test("the picture is made when it may be drawn, once for all events before that")
  func lateComparison() {
    var pacer = drawn()
    pacer.handled()
    #expect(
      pacer.rest(from: time(5), tick: nil, isEscapePending: false)
        == Pacer.Rest(end: time(16), isForDrawing: true))
    #expect(pacer.needsPicture)
    pacer.compared(with: 1)
    #expect(pacer.rest(from: time(16), tick: nil, isEscapePending: false).end == nil)
  }

  @Test(
    "what other work changes is looked at once in the time of a frame, and an edit's rows at once")
  func unchanged() {
    var pacer = drawn()
    pacer.handled()
    pacer.compared(with: 1)
    pacer.unchanged(at: time(20), awaitsRows: false)
    pacer.handled()
    #expect(!pacer.mayDraw(at: time(21), awaitsRows: false))
    #expect(
      pacer.rest(from: time(21), tick: nil, isEscapePending: false)
        == Pacer.Rest(end: time(36), isForDrawing: true))
    // A key waits for none of these, nor do the rows that it changes.
    pacer.pressed()
    pacer.edited()
    #expect(pacer.mayDraw(at: time(22), awaitsRows: false))
    pacer.compared(with: 1)
    pacer.unchanged(at: time(22), awaitsRows: false)
    pacer.handled()
    #expect(pacer.mayDraw(at: time(24), awaitsRows: false))
    // A key without effect is followed by nothing.
    pacer.compared(with: 2)
    pacer.drawn(at: time(24), awaitsRows: false)
    pacer.pressed()
    pacer.compared(with: 2)
    pacer.unchanged(at: time(41), awaitsRows: false)
    pacer.handled()
    #expect(!pacer.mayDraw(at: time(42), awaitsRows: false))
  }

  @Test(
    "the frame of a key that edits waits for its rows, until it is drawn or found to be the same")
  func edits() {
    var pacer = drawn()
    pacer.pressed()
    pacer.edited()
    #expect(pacer.awaitsEdit)
    pacer.compared(with: 2)
    pacer.drawn(at: time(20), awaitsRows: false)
    #expect(!pacer.awaitsEdit)
    pacer.edited()
    pacer.compared(with: 2)
    #expect(!pacer.awaitsEdit)
  }

  @Test("a key waits for no frame but those of other keys")
  func keys() {
    var pacer = drawn()
    pacer.handled()
    pacer.pressed()
    pacer.compared(with: 2)
    #expect(pacer.mayDraw(at: time(1), awaitsRows: false))
    pacer.drawn(at: time(1), awaitsRows: false)
    pacer.handled()
    pacer.pressed()
    pacer.compared(with: 3)
    #expect(!pacer.mayDraw(at: time(2), awaitsRows: false))
    #expect(pacer.mayDraw(at: time(17), awaitsRows: false))
    pacer.drawn(at: time(17), awaitsRows: false)
    // A key that changes nothing is no reason to draw anything else early.
    pacer.draw(4, at: time(40))
    pacer.handled()
    pacer.pressed()
    pacer.compared(with: 4)
    pacer.handled()
    pacer.compared(with: 5)
    #expect(!pacer.mayDraw(at: time(41), awaitsRows: false))
  }

  @Test(
    "the first that follows from a key is drawn at once; what only moves is not")
  func answers() {
    var pacer = drawn()
    pacer.pressed()
    pacer.draw(2, at: time(1))
    pacer.moved()
    #expect(!pacer.mayDraw(at: time(2), awaitsRows: false))
    pacer.handled()
    pacer.compared(with: 3)
    #expect(pacer.mayDraw(at: time(2), awaitsRows: false))
    pacer.drawn(at: time(2), awaitsRows: false)
    // Another key in between comes first.
    var pressed = pacer
    pressed.pressed()
    #expect(pressed.mayDraw(at: time(3), awaitsRows: true))
    for picture in 4...6 {
      pacer.handled()
      pacer.compared(with: picture)
      // Rows on their way are not waited for before the next key is read.
      #expect(!pacer.mayDraw(at: time(picture), awaitsRows: true))
      #expect(pacer.mayDraw(at: time(picture), awaitsRows: false))
      pacer.drawn(at: time(picture), awaitsRows: false)
    }
    pacer.handled()
    pacer.compared(with: 7)
    #expect(!pacer.mayDraw(at: time(7), awaitsRows: false))
    pacer.pressed()
    #expect(pacer.mayDraw(at: time(7), awaitsRows: false))
    // An edit shows later than its key.
    var edited = drawn()
    edited.pressed()
    edited.edited()
    edited.compared(with: 1)
    edited.draw(2, at: time(30))
    edited.handled()
    edited.compared(with: 3)
    #expect(edited.mayDraw(at: time(31), awaitsRows: false))
    // Long after a key nothing is left of that.
    var late = drawn()
    late.pressed()
    late.draw(2, at: time(1))
    late.draw(3, at: time(40))
    late.handled()
    late.compared(with: 4)
    #expect(!late.mayDraw(at: time(41), awaitsRows: false))
  }

  @Test("what happens while a frame waits for its time replaces it, or makes it needless")
  func replaced() {
    var pacer = drawn()
    pacer.handled()
    pacer.compared(with: 2)
    pacer.handled()
    #expect(pacer.next == nil && pacer.needsPicture)
    pacer.compared(with: 3)
    #expect(pacer.next == 3)
    pacer.handled()
    pacer.compared(with: 1)
    #expect(pacer.next == nil)
    #expect(pacer.rest(from: time(5), tick: nil, isEscapePending: false).end == nil)
  }

  @Test("rows that come too late for their frame are drawn at once, others in their time")
  func lateRows() {
    var pacer = drawn(awaitsRows: true)
    pacer.handled()
    pacer.compared(with: 2)
    #expect(!pacer.mayDraw(at: time(2), awaitsRows: true))
    #expect(pacer.mayDraw(at: time(2), awaitsRows: false))
    #expect(pacer.mayDraw(at: time(16), awaitsRows: true))
    // After the frame with its rows the interval is 16 ms again.
    pacer.drawn(at: time(2), awaitsRows: false)
    pacer.handled()
    pacer.compared(with: 3)
    #expect(!pacer.mayDraw(at: time(3), awaitsRows: false))
    #expect(pacer.mayDraw(at: time(18), awaitsRows: false))
  }

  @Test("rows are waited for longer than they take and shorter than a frame")
  func rowPatience() {
    #expect(Pacer.rowPatience == .milliseconds(12))
    #expect(Pacer.rowPatience < Pacer.frameTime)
  }

  @Test("a tick wakes the loop, and is no frame's; whichever of the two is first counts")
  func ticks() {
    var pacer = drawn()
    #expect(
      pacer.rest(from: time(5), tick: .milliseconds(100), isEscapePending: false)
        == Pacer.Rest(end: time(105), isForDrawing: false))
    pacer.handled()
    pacer.compared(with: 2)
    #expect(
      pacer.rest(from: time(5), tick: .milliseconds(100), isEscapePending: false)
        == Pacer.Rest(end: time(16), isForDrawing: true))
    #expect(
      pacer.rest(from: time(5), tick: .milliseconds(3), isEscapePending: false)
        == Pacer.Rest(end: time(8), isForDrawing: false))
    // Both at once: the tick comes first, and the frame shows its result.
    #expect(
      pacer.rest(from: time(5), tick: .milliseconds(11), isEscapePending: false)
        == Pacer.Rest(end: time(16), isForDrawing: false))
  }

  @Test("an Escape waits 25 ms for the rest of its sequence, a tick before that comes first")
  func escape() {
    let pacer = drawn()
    #expect(
      pacer.rest(from: time(40), tick: nil, isEscapePending: true)
        == Pacer.Rest(end: time(65), isForDrawing: false))
    #expect(
      pacer.rest(from: time(40), tick: .milliseconds(10), isEscapePending: true).end == time(50))
    #expect(
      pacer.rest(from: time(40), tick: .seconds(1), isEscapePending: true).end == time(65))
  }

  @Test("after the screen was cleared the same picture is drawn again, in its time")
  func cleared() {
    var pacer = drawn()
    pacer.cleared()
    #expect(pacer.needsPicture)
    pacer.compared(with: 1)
    #expect(pacer.next == 1)
    #expect(!pacer.mayDraw(at: time(4), awaitsRows: false))
    #expect(pacer.rest(from: time(4), tick: nil, isEscapePending: false).end == time(16))
    pacer.drawn(at: time(16), awaitsRows: false)
    pacer.handled()
    pacer.compared(with: 1)
    #expect(pacer.next == nil)
  }

  @Test("a late frame does not sleep: its time is over")
  func overdue() {
    var pacer = drawn()
    pacer.handled()
    pacer.compared(with: 2)
    let rest = pacer.rest(from: time(30), tick: nil, isEscapePending: false)
    #expect(rest == Pacer.Rest(end: time(16), isForDrawing: true))
  }
}
