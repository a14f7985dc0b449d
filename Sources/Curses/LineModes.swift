import CNcurses
import Glibc

/// The modes of the terminal's line, which the kernel keeps.
enum LineModes {
  /// The modes that raw(), noecho() and nonl() of ncurses set, if ncurses writes to the terminal
  /// itself.
  static func forDrawing(_ modes: termios) -> termios {
    var modes = modes
    modes.c_iflag &= ~tcflag_t(BRKINT | PARMRK | IXON | ICRNL | INLCR | IGNCR)
    modes.c_oflag &= ~tcflag_t(ONLCR | TAB3)
    modes.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHONL)
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return modes
  }

  static func set(_ modes: termios, on descriptor: Int32) {
    var modes = modes
    // A hung-up terminal refuses, which the next read reports.
    while tcsetattr(descriptor, TCSANOW, &modes) != 0, errno == EINTR {}
  }

  /// Calls `body`, in which the terminal does not stop the program if another one has the foreground.
  static func withoutStops(_ body: () -> Void) {
    var (stop, before) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stop, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
