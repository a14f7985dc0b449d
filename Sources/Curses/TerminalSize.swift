import Glibc
import Screen

/// What the terminal says about its size.
enum TerminalSize {
  /// Beyond this no one can see anything; a terminal may claim 65,535 of each.
  private static let most = Size(rows: 500, columns: 1000)

  static func read(_ descriptor: Int32) -> Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0
    else { return Size(rows: 24, columns: 80) }
    return Size(
      rows: min(Int(window.ws_row), most.rows), columns: min(Int(window.ws_col), most.columns))
  }
}
