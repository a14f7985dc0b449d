import Glibc
package import Screen

extension Terminal {
  /// Reads the available input without waiting.
  ///
  /// - Throws: `.gone` when the terminal has hung up and nothing is left to read.
  package func read() throws(TerminalError) -> [Input] {
    guard state != .closed else { throw .gone }
    var inputs: [Input] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Bounded, so that a flood of input cannot keep the loop from drawing.
    for _ in 0..<32 {
      var descriptor = pollfd(fd: file.input, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) > 0 else {
        if output.isGone, inputs.isEmpty { throw .gone }
        break
      }
      let count = Glibc.read(file.input, &buffer, buffer.count)
      if count > 0 {
        decoder.awaitsAnswers = awaitsAnswers
        inputs += decoder.decode(buffer[..<count])
        for answer in decoder.takeAnswers() { take(answer) }
      } else if count < 0, errno == EINTR || errno == EAGAIN {
        break
      } else {
        if inputs.isEmpty { throw .gone }
        break
      }
    }
    return inputs
  }

  /// Whether an Escape may still begin a sequence: call `flushEscape()` after 25 ms without input.
  package var pendingEscape: Bool { decoder.isPending }

  package func flushEscape() -> [Input] { decoder.flush() }

  // MARK: Answers

  private static let answerPatience = Duration.seconds(2)

  /// Asks the terminal about its images, without waiting: answers come with the input.
  func ask() {
    guard depth != .none, !traits.isMute else { return }
    answersEnd = .now.advanced(by: Terminal.answerPatience)
    questions += 1
    write(TerminalQuestions.text(isInTmux: traits.isInTmux))
  }

  private static let maximumQuestions = 3

  /// Asks through tmux again: it drops what comes before its window is on the terminal outside.
  func askAgain() {
    guard traits.isInTmux, !traits.hasAnsweredAll, let answersEnd, answersEnd < .now,
      questions < Terminal.maximumQuestions
    else { return }
    self.answersEnd = .now.advanced(by: Terminal.answerPatience)
    questions += 1
    write(TerminalQuestions.outside)
  }

  private var awaitsAnswers: Bool {
    answersEnd.map { ContinuousClock.now < $0 } ?? false
  }

  /// Asks for the size of a cell again, which may have changed with that of the window.
  func askCell() {
    if questions > 0 { write(TerminalQuestions.cell(isInTmux: traits.isInTmux)) }
  }

  /// Asks for the colour of the background again, which may have changed.
  func askBackground() {
    guard questions > 0 else { return }
    answersEnd = .now.advanced(by: Terminal.answerPatience)
    awaitsBackground = true
    write(TerminalQuestions.background)
  }

  private func take(_ answer: TerminalAnswer) {
    guard answer == .focused else {
      switch answer {
      // The first answer comes before that about the colour.
      case .tone: if traits.background != nil { askBackground() }
      case .background: awaitsBackground = false
      case .name, .attributes, .cell, .area, .mode, .reordering, .focused: break
      }
      traits.take(answer)
      guard uploads.isInTmux != traits.isInTmux else { return }
      uploads.isInTmux = traits.isInTmux
      return uploads.forget()
    }
    hasGotFocus = true
    guard traits.isInTmux else { return }
    // Another terminal may show the session, which has no images yet.
    uploads.forget()
    if let shown { uploads.add(shown.images) }
  }

  /// Whether its window has got the focus since the last call.
  package func takeFocus() -> Bool {
    defer { hasGotFocus = false }
    return hasGotFocus
  }

  /// Whether answers are under way, which would be the shell's input.
  var awaitsLateAnswers: Bool { awaitsAnswers && (awaitsBackground || !traits.hasAnsweredAll) }
}
