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
  private let restoration = CrashRestoration()
  private let initialModes: termios
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
  /// Whether the terminal reports its focus.
  private var reportsFocus = false
  /// The frame on the screen; nil where the next one is drawn whole.
  var shown: Frame?
  var shownTitle: String?
  /// The newest frame, and whether it waits until the terminal has taken an earlier one.
  var newest: (frame: Frame, theme: Theme)?
  var isNewestKept = false
  var state = State.drawing

  enum State { case drawing, suspended, closed }

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
    enter()
    askCell()
    if traits.background != nil { askBackground() }
  }

  /// Restores the terminal; repeated calls do nothing. Others that are open stay as they are.
  package func close() {
    guard state != .closed else { return }
    if state == .drawing { leave() }
    state = .closed
    newest = nil
    restoration.release()
    screen.release()
    file.close()
  }

  private func enter() {
    reportsFocus = traits.isInTmux
    let leaving = TerminalModes.leave(hasTitle: entry.hasTitle, reportsFocus: reportsFocus)
    restoration.arm(output: file.output, text: leaving + entry.restore, modes: initialModes)
    LineModes.set(LineModes.forDrawing(initialModes), on: file.input)
    begin()
    let entering = TerminalModes.enter(hasTitle: entry.hasTitle, reportsFocus: reportsFocus)
    output.append(entering, .modes)
    output.send(to: file)
  }

  /// Sets the screen up, which is blank then.
  func begin() {
    fitScreen()
    output.append(screen.begin(), .modes)
    shownTitle = nil
  }

  private func leave() {
    let end = ContinuousClock.now.advanced(by: TerminalOutput.leavingPatience)
    LineModes.withoutStops {
      // What waits would be gone with the screen.
      output.drop()
      output.append(uploads.removal(), .modes)
      output.send(to: file, until: end)
      takeLateAnswers(until: end)
      let leaving = TerminalModes.leave(hasTitle: entry.hasTitle, reportsFocus: reportsFocus)
      output.append(leaving, .modes)
      output.append(screen.end(), .modes)
      if !entry.hasOwnScreen { output.append(entry.restore, .modes) }
      output.send(to: file, until: end)
      output.forget()
      restoration.disarm()
      LineModes.set(initialModes, on: file.input)
    }
    isNewestKept = false
  }

  /// Writes past ncurses, whose output is taken after each frame.
  func write(_ text: String) {
    output.append(text, .other)
    output.send(to: file)
  }
}
