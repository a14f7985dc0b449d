import CNcurses
import Glibc
import Screen

/// A screen of ncurses that is drawn into memory: ncurses would wait for a terminal that takes no
/// output.
///
/// ncurses has one list of the windows of all screens. It deletes all of them with any screen, so that
/// screens are kept for other terminals of the same kind until none is in use; and it adapts all of
/// them to a new size of any screen.
final class CursesScreen {
  private let kind: [String?]
  private let stream: UnsafeMutablePointer<FILE>
  private let screen: OpaquePointer
  private var isUsed = true
  /// The memory that is kept between frames.
  private static let keptBytes = 65_536
  /// The size of a screen that is not in use.
  private static let smallest = Size(rows: 1, columns: 1)

  // because ncurses has one owner, the run loop's thread.
  private nonisolated(unsafe) static var all: [CursesScreen] = []

  /// A screen for terminals of this entry.
  static func take(
    _ entry: TerminalEntry, environment: [String: String]
  ) throws(TerminalError) -> CursesScreen {
    let kind = [entry.name] + TerminfoSearch.values(environment)
    if let screen = all.first(where: { !$0.isUsed && $0.kind == kind }) {
      screen.isUsed = true
      screen.use()
      reset_color_pairs()
      return screen
    }
    let screen = try CursesScreen(entry, kind, environment)
    all.append(screen)
    return screen
  }

  private init(
    _ entry: TerminalEntry, _ kind: [String?], _ environment: [String: String]
  ) throws(TerminalError) {
    let memory = tritone_memory_file()
    guard memory >= 0 else { throw .refused(name: entry.name, code: errno) }
    guard let stream = fdopen(memory, "w+") else {
      let code = errno
      Glibc.close(memory)
      throw .refused(name: entry.name, code: code)
    }
    let signals = SignalHandlers()
    let screen = try TerminfoSearch.within(environment) { () throws(TerminalError) in
      tritone_new_screen(entry.name, stream)
    }
    signals.restore()
    guard let screen else {
      let code = errno
      fclose(stream)
      throw .refused(name: entry.name, code: code)
    }
    (self.kind, self.stream, self.screen) = (kind, stream, screen)
    // The terminal passes newlines on as they are.
    nonl()
    // Else ncurses looks for keys itself while it draws.
    typeahead(-1)
    if entry.depth != .none {
      start_color()
      use_default_colors()
    }
    curs_set(0)
    // What was written is for the size that the entry names: begin() writes it again.
    _ = end()
  }

  /// Makes the screen current: calls of ncurses are about the current one.
  func use() { set_term(screen) }

  func resize(to size: Size) {
    for other in CursesScreen.all where other !== self { other.protectWindows(true) }
    use()
    resizeterm(Int32(size.rows), Int32(size.columns))
    for other in CursesScreen.all where other !== self { other.protectWindows(false) }
    use()
    clearok(tritone_stdscr(), true)
  }

  private func protectWindows(_ isProtected: Bool) {
    use()
    tritone_protect_windows(isProtected)
  }

  /// What sets the terminal up, and clears its screen.
  func begin() -> [UInt8] {
    use()
    curs_set(0)
    werase(tritone_stdscr())
    wnoutrefresh(tritone_stdscr())
    doupdate()
    return takeOutput()
  }

  /// What brings the terminal back as it was.
  func end() -> [UInt8] {
    use()
    endwin()
    return takeOutput()
  }

  /// What ncurses has written since the last call.
  func takeOutput() -> [UInt8] {
    let memory = fileno(stream)
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, pread(memory, buffer.baseAddress, count, 0))
    }
    lseek(memory, 0, SEEK_SET)
    if count > CursesScreen.keptBytes { ftruncate(memory, 0) }
    return bytes
  }

  /// Leaves the screen to other terminals; frees all where none is in use.
  func release() {
    isUsed = false
    if CursesScreen.all.contains(where: \.isUsed) { return resize(to: CursesScreen.smallest) }
    for screen in CursesScreen.all { screen.free() }
    CursesScreen.all = []
  }

  private func free() {
    use()
    delscreen(screen)
    fclose(stream)
  }
}
