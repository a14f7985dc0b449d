// Giving a terminal back: to the shell, to an editor, or for good. A terminal that takes no output, or
// that still answers, is waited for by steps, so that its owner can serve others meanwhile.

import Glibc

extension Terminal {
  /// A return that is under way.
  struct Leaving {
    var isForGood: Bool
    /// When the terminal gets its modes back whatever it takes.
    var end: ContinuousClock.Instant
    /// When answers that are under way are no longer waited for; nil where none are.
    var answersEnd: ContinuousClock.Instant?
    /// The number of times that answers may be read: a flood of input cannot hold up the end.
    var readsLeft = 8
    /// Whether what brings the terminal's screen back is written, or waits to be.
    var isWritten = false
  }

  /// How long the next part of an answer may take.
  private static let answerGap = Duration.milliseconds(50)

  /// Releases the terminal for a while: before the program is stopped or an editor runs.
  package func suspend() {
    beginLeaving(forGood: false)
    waitForLeaving()
  }

  /// Restores the terminal; repeated calls do nothing. Others that are open stay as they are.
  package func close() {
    beginLeaving(forGood: true)
    waitForLeaving()
  }

  /// Closes a terminal that another process has restored already, and writes nothing to it.
  package func abandon() {
    guard state != .closed else { return }
    if state == .drawing || leaving?.isWritten == false { _ = screen.end() }
    restoration.disarm()
    finishClosing()
  }

  // MARK: Steps

  /// Whether the terminal is on its way back: poll for `leavingEvents` until `leavingEnd`, and call
  /// `goOnLeaving()` then.
  package var isLeaving: Bool { state == .leaving }

  package var leavingEnd: ContinuousClock.Instant? {
    leaving.map { min($0.end, $0.answersEnd ?? $0.end) }
  }

  /// Of `inputDescriptor` and `outputDescriptor`.
  package var leavingEvents: (input: Bool, output: Bool) {
    (leaving?.answersEnd != nil, leaving != nil && !output.isEmpty)
  }

  /// Begins to give the terminal back, without waiting for it.
  package func beginLeaving(forGood isForGood: Bool) {
    switch state {
    case .closed: return
    case .suspended:
      if isForGood { finishClosing() }
      return
    case .leaving:
      if isForGood { leaving?.isForGood = true }
      return
    case .drawing: break
    }
    let now = ContinuousClock.now
    leaving = Leaving(
      isForGood: isForGood, end: now.advanced(by: TerminalOutput.leavingPatience),
      answersEnd: awaitsLateAnswers ? now.advanced(by: Self.answerGap) : nil)
    state = .leaving
    isNewestKept = false
    // Frames that wait would be gone with the screen.
    output.drop()
    output.append(uploads.removal(), .modes)
    if shownProgress != nil { output.append(TerminalModes.progress(nil), .modes) }
    shownProgress = nil
    goOnLeaving()
  }

  /// Writes what brings the terminal's screen back.
  private func appendEnd() {
    let modes = TerminalModes.leave(hasTitle: entry.hasTitle)
    output.append(modes, .modes)
    output.append(screen.end(), .modes)
    if !entry.hasOwnScreen { output.append(entry.restore, .modes) }
    leaving?.isWritten = true
  }

  /// Writes what the terminal takes, and ends with its modes of before where it has all.
  package func goOnLeaving() {
    guard state == .leaving else { return }
    LineModes.withoutStops {
      output.send(to: file)
      takeLateAnswers()
      guard let leaving else { return }
      let isOver = leaving.end <= .now
      // The terminal looks free only when it is: others may wait for that.
      if !leaving.isWritten, leaving.answersEnd == nil || isOver {
        appendEnd()
        output.send(to: file)
      }
      let isComplete = output.isEmpty && self.leaving?.isWritten == true
      guard isComplete || isOver else { return }
      finishLeaving(leaving)
    }
  }

  private func finishLeaving(_ leaving: Leaving) {
    // The rest of answers would be the shell's input.
    if leaving.answersEnd != nil || leaving.readsLeft < 8 { tcflush(file.input, TCIFLUSH) }
    output.forget()
    restoration.disarm()
    LineModes.set(initialModes, on: file.input)
    self.leaving = nil
    state = .suspended
    if leaving.isForGood { finishClosing() }
  }

  private func finishClosing() {
    state = .closed
    leaving = nil
    newest = nil
    restoration.release()
    screen.release()
    file.close()
  }

  private func waitForLeaving() {
    while let end = leavingEnd {
      let events = leavingEvents
      var descriptors = [
        pollfd(fd: events.input ? file.input : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: events.output ? file.output : -1, events: Int16(POLLOUT), revents: 0),
      ]
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      poll(&descriptors, 2, Int32(max(0, left.rounded(.up))))
      goOnLeaving()
    }
  }

  // MARK: Answers

  /// Takes the answers that are under way.
  private func takeLateAnswers() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while let leaving, let end = leaving.answersEnd {
      var descriptor = pollfd(fd: file.input, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) > 0 else {
        if end <= .now { self.leaving?.answersEnd = nil }
        return
      }
      guard leaving.readsLeft > 1, Glibc.read(file.input, &buffer, buffer.count) > 0 else {
        self.leaving?.readsLeft -= 1
        self.leaving?.answersEnd = nil
        return
      }
      self.leaving?.readsLeft -= 1
      self.leaving?.answersEnd = .now.advanced(by: Self.answerGap)
    }
  }
}
