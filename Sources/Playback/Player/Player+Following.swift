// The successors of the current item: one as a rule, several where they are so short that the
// output would run dry before the next could be requested.
package import Music

extension Player {
  /// The sound wanted behind the end of the current item, in seconds.
  private static var lookahead: Double { 2 }
  /// The sound awaited where the first items are short, in seconds: enough for answers about the
  /// next items to arrive on a busy machine.
  private static var primingTime: Double { 0.25 }
  /// The longest wait for that sound, in seconds.
  private static var maximumPriming: Double { 1 }

  /// The current item's successor.
  var answer: NextItem { current?.successors.first ?? .unknown }

  /// Sets the successor of the current item or of a later one, nil for nothing; drops the later
  /// ones if it changes.
  package func setNext(_ item: PlayItem?, after id: PlayID) {
    guard let current, let index = current.successors.index(behind: id, current: current.item.id)
    else { return }
    let answer = item.map { NextItem.item($0) } ?? .nothing
    self.current?.successors.name(answer, behind: id, at: index)
    if let superseded = current.successors.superseded, timeline.follower(of: id) == superseded {
      self.current?.successors.superseded = nil
    }
    // A request that waits for a rate carries the answer along.
    if delayedRequest == nil { decodeThread.setNext(answer, after: id) }
    handleBoundaries()
  }

  /// Requests each item's successor once: for the current item, and for the last known one when
  /// all of it is decoded and that is too short.
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

  /// Repeats a successor that was set before its predecessor was decoded, as after a seek.
  func repeatAnswer(after id: PlayID) {
    guard let current,
      let index = current.successors.index(behind: id, current: current.item.id), index > 0,
      index < current.successors.answers.count
    else { return }
    decodeThread.setNext(current.successors.answers[index], after: id)
  }

  /// Drops the last named successor, which cannot be played, and requests another.
  func forgetAnswer(_ id: PlayID) {
    if current?.successors.forget(id) == true { askForNext() }
  }

  /// Whether a server would run dry before the next item is there.
  func isTooShort(from start: FrameNumber) -> Bool {
    // An item whose end is not decoded yet has more to come.
    guard output.isRealTime, let rate, timeline.boundary != nil, !isAllThere else { return false }
    let writing = start.nearest(ringEnds(ring.memory).writing)
    return Double(writing - start) < Self.primingTime * Double(rate)
  }

  /// Whether the ring holds the end of playback.
  private var isAllThere: Bool {
    guard let answers = current?.successors.answers else { return false }
    return answers.last == .nothing && timeline.segments.count == answers.count
      && timeline.end != nil
  }

  /// Waits a little for more sound behind a short beginning, then plays in any case.
  func awaitMore(from start: FrameNumber) {
    let alarm = Alarm(
      Task { [serial] in
        for _ in 0..<Int(Self.maximumPriming * 200) where isTooShort(from: start) {
          try? await Task.sleep(for: .milliseconds(5), clock: .suspending)
        }
        if !Task.isCancelled, serial == self.serial, isOpening { begin(at: start) }
      })
    current?.stage = .opening(.priming(alarm))
  }
}
