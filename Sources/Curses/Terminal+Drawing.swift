import CNcurses
import FoundationEssentials
import Glibc
package import Screen

extension Terminal {
  /// Whether sextants can be drawn: older C libraries do not know them, so that ncurses would not
  /// print them.
  package var hasSextants: Bool { traits.hasSextants && tritone_columns(0x1FB00) == 1 }

  /// The way to keep texts apart that run from right to left.
  package var separation: BidiSeparation {
    get { rows.separation }
    set {
      guard newValue != rows.separation else { return }
      rows.separation = newValue
      shown = nil
    }
  }

  /// Whether a frame would be drawn now: the terminal has taken all of the last one.
  package var takesFrames: Bool {
    state == .drawing && !output.hasFrame && !output.isLost && !output.isGone
  }

  /// Shows a frame; only the cells that differ from the last frame are written. While the terminal
  /// takes no frames, the newest is kept for `sendOutput()`.
  package func show(_ frame: Frame, theme: Theme) {
    guard state == .drawing else { return }
    newest = (frame, theme)
    isNewestKept = !takesFrames
    guard !isNewestKept else { return }
    draw(frame, theme)
    output.send(to: file)
    askAgain()
  }

  private func draw(_ frame: Frame, _ theme: Theme) {
    screen.use()
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
    setProgress(frame.progress)
    if traits.synchronizes { output.append(TerminalModes.beginUpdate, .frame) }
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
    output.append(screen.takeOutput(), .frame)
    output.append(drawnImages.sequences(for: frame), .frame)
    if traits.synchronizes { output.append(TerminalModes.endUpdate, .frame) }
    shown = frame
  }

  private func update() {
    wnoutrefresh(tritone_stdscr())
    doupdate()
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

  private func setTitle(_ title: String) {
    guard entry.hasTitle, title != shownTitle else { return }
    shownTitle = title
    // The pieces hold no control characters: nothing in a tag can end the sequence.
    let text = TextWidth.truncated(title, to: 200)
    output.append(TerminalModes.title(text), .frame)
  }

  private func setProgress(_ progress: WorkProgress?) {
    let wanted = progress.flatMap { $0.isForced || traits.showsProgress ? $0 : nil }
    guard wanted != shownProgress else { return }
    shownProgress = wanted
    output.append(TerminalModes.progress(wanted), .frame)
  }

  // MARK: Output that waits

  /// Whether something waits until the terminal takes it: call `sendOutput()` then.
  package var hasOutput: Bool {
    guard state == .drawing, !output.isGone else { return false }
    return !output.isEmpty || output.isLost || isNewestKept || !uploads.isEmpty
  }

  /// Sends what waits, as far as the terminal takes it: frames, then parts of images.
  package func sendOutput() {
    guard state == .drawing else { return }
    output.send(to: file)
    if output.isLost, output.isEmpty { restart() }
    if isNewestKept, let newest { show(newest.frame, theme: newest.theme) }
    // Bounded, so that images cannot keep the loop from drawing.
    for _ in 0..<16 {
      guard output.isEmpty, !output.isGone, let piece = uploads.next() else { return }
      write(piece)
    }
  }

  /// Draws everything again on a screen of which nothing is known.
  private func restart() {
    output.restart()
    _ = screen.end()
    begin()
    uploads.forget()
    isNewestKept = newest != nil
  }

  private func forgetScreen() {
    shown = nil
    drawnImages.forget()
  }

  // MARK: Size

  /// Reads the terminal's size again, after SIGWINCH; the next frame is drawn whole.
  package func resize() {
    guard state == .drawing else { return }
    fitScreen()
    askCell()
  }

  func fitScreen() {
    size = TerminalSize.read(outputDescriptor)
    screen.resize(to: size)
    forgetScreen()
    traits.resize(size, pixels: TerminalSize.pixels(outputDescriptor))
  }

  // MARK: Images and clipboard

  /// Takes the images away that the terminal keeps, when it can take the commands; the next frame
  /// has no cells of theirs.
  package func removeImages() {
    guard state == .drawing else { return }
    uploads.remove()
  }

  /// Puts a short text into the clipboard of the desktop, where the terminal allows that (OSC 52).
  package func copy(_ text: String) {
    guard state == .drawing, entry.hasTitle, text.utf8.count <= Self.longestCopy else { return }
    write(TerminalModes.copy(Data(text.utf8).base64EncodedString()))
  }

  private static let longestCopy = 8_192
}
