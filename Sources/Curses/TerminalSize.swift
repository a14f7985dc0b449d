import Glibc
import Screen

/// The size that the terminal reports.
enum TerminalSize {
  /// A limit beyond any real screen; a terminal may report 65,535 of each.
  private static let maximum = Size(rows: 500, columns: 1000)

  static func read(_ descriptor: Int32) -> Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0
    else { return Size(rows: 24, columns: 80) }
    return Size(
      rows: min(Int(window.ws_row), maximum.rows), columns: min(Int(window.ws_col), maximum.columns)
    )
  }

  /// Width and height of the window in pixels; 0 where the terminal does not say.
  static func pixels(_ descriptor: Int32) -> PixelSize {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else {
      return PixelSize(width: 0, height: 0)
    }
    return PixelSize(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel))
  }
}
