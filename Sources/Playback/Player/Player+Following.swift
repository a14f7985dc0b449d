// What follows what is heard: one item as a rule, more where they are so short that the output would
// have nothing before it could be asked what follows the next.
package import Music

extension Player {
  /// Sound that is to be known behind the end of the current item, in seconds.
  private static var lookahead: Double { 2 }
  /// Sound that is waited for where the first items are short, in seconds: enough for the answers
  /// about what follows to come in time on a busy machine.
  private static var primingTime: Double { 0.25 }
  /// For how long that sound is waited for at most, in seconds.
  private static var longestPriming: Double { 1 }

  /// What was said to follow the current item.
  var answer: NextItem { current?.successors.first ?? .unknown }

  /// Names what follows the current item or one that was named to follow it, nil for nothing; what
  /// was named behind that is forgotten where it is another one than before.
  package func setNext(_ item: PlayItem?, after id: PlayID) {
    guard let current, let index = current.successors.index(behind: id, current: current.item.id)
    else { return }
    let answer = item.map { NextItem.item($0) } ?? .nothing
    self.current?.successors.name(answer, behind: id, at: index)
    if let superseded = current.successors.superseded, timeline.follower(of: id) == superseded {
      self.current?.successors.superseded = nil
    }
    // An order that waits for a rate takes the answer along.
    if delayedOrder == nil { decodeThread.setNext(answer, after: id) }
    settle()
  }

  /// Asks once per item what follows it: the current one, and the last that was named if all of it
  /// is decoded and that is not much.
  func askForNext() {
    guard let current else { return }
    var last = current.item.id
    switch current.successors.answers.last {
    case .nothing: return
    case .unknown, nil: break
    case .item(let item):
      guard output.isRealTime, !current.successors.isFull, let rate,
        timeline.segments.last?.item.id == item.id, let end = timeline.end,
        let boundary = timeline.boundary,
        Double(end - boundary) < Self.lookahead * Double(rate)
      else { return }
      last = item.id
    }
    if self.current?.successors.ask(behind: last) == true { report(.wantsNext(after: last)) }
  }

  /// What follows an item may have been named before the lane was at it, as after a seek.
  func repeatAnswer(after id: PlayID) {
    guard let current,
      let index = current.successors.index(behind: id, current: current.item.id), index > 0,
      index < current.successors.answers.count
    else { return }
    decodeThread.setNext(current.successors.answers[index], after: id)
  }

  /// What was named last cannot be played: something else is asked for.
  func forgetAnswer(_ id: PlayID) {
    if current?.successors.forget(id) == true { askForNext() }
  }

  /// Whether a server would have run dry before what follows is there.
  func isTooShort(from start: FrameNumber) -> Bool {
    // An item whose end is not decoded yet has more to come by itself.
    guard output.isRealTime, let rate, timeline.boundary != nil, !isAllThere else { return false }
    let writing = start.nearest(ringEnds(ring.memory).writing)
    return Double(writing - start) < Self.primingTime * Double(rate)
  }

  /// Whether the ring holds everything that will ever be heard.
  private var isAllThere: Bool {
    guard let answers = current?.successors.answers else { return false }
    return answers.last == .nothing && timeline.segments.count == answers.count
      && timeline.end != nil
  }

  /// Waits a little for what follows a short beginning, then plays in any case.
  func awaitMore(from start: FrameNumber) {
    let alarm = Alarm(
      Task { [serial] in
        for _ in 0..<Int(Self.longestPriming * 200) where isTooShort(from: start) {
          try? await Task.sleep(for: .milliseconds(5), clock: .suspending)
        }
        if !Task.isCancelled, serial == self.serial, isOpening { begin(at: start) }
      })
    current?.stage = .opening(.priming(alarm))
  }
}
