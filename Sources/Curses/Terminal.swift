// The terminal: shows frames, reads keys, and restores everything on closing. Its one owner is the
// run loop; calls never overlap, since ncurses keeps its state in globals. Signals of the run loop
// (resize, stop, termination) are never handled here.

import CNcurses
import FoundationEssentials
import Glibc
package import Screen

/// A terminal that is open for full-screen drawing.
package final class Terminal {
  package private(set) var size: Size
  package let depth: ColorDepth
  /// The descriptor to poll for input.
  package let inputDescriptor: Int32
  package let outputDescriptor: Int32
  /// The facts about the terminal's images; its answers come with the input.
  package private(set) var traits: TerminalTraits

  private let entry: TerminalEntry
  private let streams: [UnsafeMutablePointer<FILE>]
  private let screen: OpaquePointer
  private let initialModes: termios
  private var styles: StyleTable
  private var rows = RowWriter()
  private var decoder = KeyDecoder()
  private var uploads: ImageUploads
  private var drawnImages = DrawnImages()
  /// When answers are no longer waited for; nil where nothing was asked.
  private var answersEnd: ContinuousClock.Instant?
  /// The number of times that the terminal was asked.
  private var questions = 0
  /// Whether the colour of the background was asked for again.
  private var awaitsBackground = false
  /// Whether the terminal reports its focus.
  private var reportsFocus = false
  private var shown: Frame?
  private var shownTitle: String?
  private var state = State.drawing

  private enum State { case drawing, suspended, closed }

  /// Opens the terminal at these descriptors, which the caller still owns.
  ///
  /// - Throws: `TerminalError`; the terminal is unchanged then.
  package init(
    input: Int32, output: Int32, environment: [String: String]
  ) throws(TerminalError) {
    var modes = termios()
    guard isatty(input) == 1, isatty(output) == 1, tcgetattr(output, &modes) == 0 else {
      throw .notATerminal
    }
    try TerminalLocale.useUTF8()
    entry = try TerminalEntry(environment: environment, output: output)
    // LINES and COLUMNS of the environment would fix the size for good.
    use_env(false)
    use_tioctl(true)
    let signals = SignalHandlers()
    (screen, streams) = try Self.open(entry.name, input: input, output: output)
    signals.restore()

    inputDescriptor = input
    outputDescriptor = output
    initialModes = modes
    depth = entry.depth
    styles = StyleTable(depth: depth, theme: .fallback)
    traits = TerminalTraits(environment: environment, depth: depth)
    uploads = ImageUploads(isInTmux: traits.isInTmux)
    size = TerminalSize.read(output)
    raw()
    noecho()
    nonl()
    // Else ncurses looks for keys itself while it draws.
    typeahead(-1)
    if depth != .none {
      start_color()
      use_default_colors()
    }
    curs_set(0)
    fitScreen()
    enter()
    ask()
  }

  deinit { close() }

  private static func open(
    _ name: String, input: Int32, output: Int32
  ) throws(TerminalError) -> (OpaquePointer, [UnsafeMutablePointer<FILE>]) {
    // Copies, so that closing the streams leaves the caller's descriptors open.
    guard let reading = fdopen(dup(input), "r") else { throw .refused(name: name, code: errno) }
    guard let writing = fdopen(dup(output), "w") else {
      let code = errno
      fclose(reading)
      throw .refused(name: name, code: code)
    }
    guard let screen = newterm(name, writing, reading) else {
      let code = errno
      fclose(reading)
      fclose(writing)
      throw .refused(name: name, code: code)
    }
    set_term(screen)
    return (screen, [reading, writing])
  }

  /// Whether sextants can be drawn: older C libraries do not know them, so that ncurses would not
  /// print them.
  package var hasSextants: Bool { traits.hasSextants && tritone_columns(0x1FB00) == 1 }

  // MARK: Drawing

  /// The way to keep texts apart that run from right to left.
  package var separation: BidiSeparation {
    get { rows.separation }
    set {
      guard newValue != rows.separation else { return }
      rows.separation = newValue
      shown = nil
    }
  }

  /// Shows a frame; only the cells that differ from the last frame are written.
  package func show(_ frame: Frame, theme: Theme) {
    guard state == .drawing else { return }
    set_term(screen)
    // ncurses scrolls on its own where rows move, and the images would move with them.
    let updatesEachRow = !drawnImages.isEmpty
    if styles.use(theme) || styles.reclaimPairs() {
      shown = nil
      drawnImages.forget()
    }
    let placed = frame.images.first?.image.imageProtocol
    if placed?.usesCells == true { uploads.add(frame.images) }
    if let placed, rows.writesPlaceholders != placed.usesCells {
      rows.writesPlaceholders = placed.usesCells
      shown = nil
    }
    let comparable = shown?.size == frame.size ? shown : nil
    let stale = drawnImages.forgetStale(for: frame)
    setTitle(frame.title)
    if traits.synchronizes { write(TerminalModes.beginUpdate) }
    for row in 0..<size.rows {
      let isStale = stale.contains { $0.contains(row) }
      let isThere = row < frame.size.rows
      if isThere, !isStale, comparable?.hasLine(row, of: frame) == true { continue }
      let line = isThere ? frame.line(row) : []
      rows.write(line, row: row, columns: size.columns, styles: &styles)
      if isStale { wredrawln(tritone_stdscr(), Int32(row), 1) }
      if updatesEachRow { update() }
    }
    moveCursor(of: frame)
    update()
    write(drawnImages.sequences(for: frame))
    if traits.synchronizes { write(TerminalModes.endUpdate) }
    shown = frame
    askAgain()
  }

  private func update() {
    wnoutrefresh(tritone_stdscr())
    doupdate()
  }

  /// Whether parts of images are still to be sent, when the terminal can take them.
  package var hasOutput: Bool { state == .drawing && !uploads.isEmpty }

  /// Sends parts of images as long as the terminal takes them, at most for some milliseconds.
  package func sendOutput() {
    for _ in 0..<16 {
      guard isWritable(within: 0), let piece = uploads.next() else { return }
      write(piece)
    }
  }

  /// Takes the images away that the terminal keeps, when it can take the commands; the next frame
  /// has no cells of theirs.
  package func removeImages() {
    guard state == .drawing else { return }
    uploads.remove()
  }

  /// Reads the terminal's size again, after SIGWINCH; the next frame is drawn whole.
  package func resize() {
    guard state == .drawing else { return }
    set_term(screen)
    size = TerminalSize.read(outputDescriptor)
    fitScreen()
    if questions > 0 { write(TerminalQuestions.cell(isInTmux: traits.isInTmux)) }
  }

  private func fitScreen() {
    resizeterm(Int32(size.rows), Int32(size.columns))
    clearok(tritone_stdscr(), true)
    shown = nil
    drawnImages.forget()
    traits.resize(size, pixels: TerminalSize.pixels(outputDescriptor))
  }

  private func moveCursor(of frame: Frame) {
    guard let position = frame.cursor ?? frame.selection, (0..<size.rows).contains(position.row),
      (0..<size.columns).contains(position.column)
    else {
      curs_set(0)
      return
    }
    wmove(tritone_stdscr(), Int32(position.row), Int32(position.column))
    curs_set(frame.cursor == nil ? 0 : 1)
  }

  /// Puts a short text into the clipboard of the desktop, where the terminal allows that (OSC 52).
  package func copy(_ text: String) {
    guard state == .drawing, entry.hasTitle, text.utf8.count <= Self.longestCopy else { return }
    write(TerminalModes.copy(Data(text.utf8).base64EncodedString()))
  }

  private static let longestCopy = 8_192

  private func setTitle(_ title: String) {
    guard entry.hasTitle, title != shownTitle else { return }
    shownTitle = title
    // The pieces hold no control characters: nothing in a tag can end the sequence.
    let text = TextWidth.truncated(title, to: 200)
    write(TerminalModes.title(text))
  }

  // MARK: Input

  /// Reads the available input without waiting.
  ///
  /// - Throws: `.gone` when the terminal has hung up and nothing is left to read.
  package func read() throws(TerminalError) -> [Input] {
    guard state != .closed else { throw .gone }
    var inputs: [Input] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Bounded, so that a flood of input cannot keep the loop from drawing.
    for _ in 0..<32 {
      var descriptor = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) > 0 else { break }
      let count = Glibc.read(inputDescriptor, &buffer, buffer.count)
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
  private func ask() {
    guard depth != .none, !traits.isMute else { return }
    answersEnd = .now.advanced(by: Terminal.answerPatience)
    questions += 1
    write(TerminalQuestions.text(isInTmux: traits.isInTmux))
  }

  private static let maximumQuestions = 3

  /// Asks through tmux again: it drops what comes before its window is on the terminal outside.
  private func askAgain() {
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

  /// Asks for the colour of the background again, which may have changed.
  private func askBackground() {
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
    // Another terminal may show the session, which has no images yet.
    uploads.forget()
    if let shown { uploads.add(shown.images) }
  }

  /// Takes the answers that are under way, which would be the shell's input.
  private func takeLateAnswers() {
    guard awaitsAnswers, awaitsBackground || !traits.hasAnsweredAll else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Bounded, so that a flood of input cannot hold up the end.
    for _ in 0..<8 {
      var descriptor = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 50) > 0, Glibc.read(inputDescriptor, &buffer, buffer.count) > 0
      else { break }
    }
    tcflush(inputDescriptor, TCIFLUSH)
  }

  // MARK: Leaving and coming back

  /// Releases the terminal for a while: before the program is stopped or an editor runs.
  package func suspend() {
    guard state == .drawing else { return }
    leave()
    state = .suspended
  }

  package func resume() {
    guard state == .suspended else { return }
    state = .drawing
    set_term(screen)
    enter()
    resize()
    if traits.background != nil { askBackground() }
  }

  /// Restores the terminal; repeated calls do nothing.
  package func close() {
    guard state != .closed else { return }
    if state == .drawing { leave() }
    state = .closed
    set_term(screen)
    delscreen(screen)
    for stream in streams { fclose(stream) }
  }

  private func enter() {
    reportsFocus = traits.isInTmux
    let leaving = TerminalModes.leave(hasTitle: entry.hasTitle, reportsFocus: reportsFocus)
    CrashRestoration.arm(
      output: outputDescriptor, text: leaving + entry.restore, modes: initialModes)
    write(TerminalModes.enter(hasTitle: entry.hasTitle, reportsFocus: reportsFocus))
    shownTitle = nil
    shown = nil
  }

  private func leave() {
    // A terminal that no longer reads must not hold up the end of the program.
    if isWritable(within: 250) {
      set_term(screen)
      write(uploads.removal())
      takeLateAnswers()
      write(TerminalModes.leave(hasTitle: entry.hasTitle, reportsFocus: reportsFocus))
      endwin()
      if !entry.hasOwnScreen { write(entry.restore) }
    }
    CrashRestoration.disarm()
    var modes = initialModes
    tcsetattr(outputDescriptor, TCSANOW, &modes)
  }

  private func isWritable(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: outputDescriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
    return descriptor.revents & Int16(POLLOUT) != 0
      && descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
  }

  /// Writes past ncurses, whose buffer is empty between two frames.
  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(outputDescriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A hung-up terminal is reported by the next read.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
