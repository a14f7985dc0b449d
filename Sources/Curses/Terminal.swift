// A terminal: shows frames, reads keys, and restores everything on closing. Several can be open. One
// thread has them all, that of the run loop: ncurses keeps the current screen in globals. Signals of the
// run loop (resize, stop, termination) are never handled here.

import CNcurses
import Glibc
package import Screen

/// A terminal that is open for full-screen drawing.
package final class Terminal {
  package internal(set) var size: Size
  package let depth: ColorDepth
  /// The descriptor to poll for input.
  package let inputDescriptor: Int32
  /// The descriptor to poll for output.
  package let outputDescriptor: Int32
  /// The facts about the terminal's images; its answers come with the input.
  package internal(set) var traits: TerminalTraits

  let entry: TerminalEntry
  let screen: CursesScreen
  let file: TerminalFile
  var output = TerminalOutput()
  let restoration = CrashRestoration()
  let initialModes: termios
  var styles: StyleTable
  var rows = RowWriter()
  var decoder = KeyDecoder()
  var uploads: ImageUploads
  var drawnImages = DrawnImages()
  /// When answers are no longer waited for; nil where nothing was asked.
  var answersEnd: ContinuousClock.Instant?
  /// The number of times that the terminal was asked.
  var questions = 0
  /// Whether the colour of the background was asked for again.
  var awaitsBackground = false
  /// Whether its window has got the focus since `takeFocus`.
  var hasGotFocus = false
  /// The frame on the screen; nil where the next one is drawn whole.
  var shown: Frame?
  var shownTitle: String?
  var shownProgress: WorkProgress?
  /// The newest frame, and whether it waits until the terminal has taken an earlier one.
  var newest: (frame: Frame, theme: Theme)?
  var isNewestKept = false
  var state = State.drawing
  var leaving: Leaving?

  enum State { case drawing, leaving, suspended, closed }

  /// Opens the terminal at these descriptors, which the caller still owns, and keeps until the end.
  ///
  /// - Parameter environment: that of the program which runs in the terminal.
  /// - Throws: `TerminalError`; the terminal is unchanged then.
  package init(
    input: Int32, output: Int32, environment: [String: String]
  ) throws(TerminalError) {
    initialModes = try TerminalFile.modes(input: input, output: output)
    try TerminalLocale.useUTF8()
    entry = try TerminalEntry(environment: environment)
    screen = try CursesScreen.take(entry, environment: environment)
    file = TerminalFile(input: input, output: output)
    inputDescriptor = input
    outputDescriptor = output
    depth = entry.depth
    styles = StyleTable(depth: depth, theme: .fallback)
    traits = TerminalTraits(environment: environment, depth: depth)
    uploads = ImageUploads(isInTmux: traits.isInTmux)
    size = TerminalSize.read(output)
    enter()
    ask()
  }

  deinit { close() }

  // MARK: Entering

  package func resume() {
    guard state == .suspended else { return }
    state = .drawing
    enter()
    askCell()
    if traits.background != nil { askBackground() }
  }

  private func enter() {
    let leaving = TerminalModes.leave(hasTitle: entry.hasTitle)
    restoration.arm(output: file.output, text: leaving + entry.restore, modes: initialModes)
    LineModes.set(LineModes.forDrawing(initialModes), on: file.input)
    begin()
    let entering = TerminalModes.enter(hasTitle: entry.hasTitle)
    output.append(entering, .modes)
    output.send(to: file)
  }

  /// Sets the screen up, which is blank then.
  func begin() {
    fitScreen()
    output.append(screen.begin(), .modes)
    shownTitle = nil
    if shownProgress != nil { output.append(TerminalModes.progress(nil), .modes) }
    shownProgress = nil
  }

  /// Writes past ncurses, whose output is taken after each frame.
  func write(_ text: String) {
    output.append(text, .other)
    output.send(to: file)
  }
}
