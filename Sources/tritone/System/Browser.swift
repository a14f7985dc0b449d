import Glibc
import Threads

/// The browser of the desktop.
enum Browser {
  private static let opener = "xdg-open"

  /// Opens an address of http or https, and does not wait for the browser.
  ///
  /// Where there is no browser nothing happens, so the address has to be shown, too.
  ///
  /// - Parameter variables: those of the terminal that asks, whose desktop it is; nil for ours.
  static func open(_ address: String, variables: [String: String]? = nil) {
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return }
    var process: pid_t = 0
    // Its messages would be printed over the screen.
    let code = ChildProcess.start(
      opener, [Array(opener.utf8), Array(address.utf8)],
      streams: [.nothing, .nothing, .nothing], group: .own, variables: variables,
      process: &process)
    guard code == 0 else { return }
    let started = process
    OwnThread.start(named: "browser", stackSize: 64 << 10) {
      // A process that nobody waits for stays in the table of processes.
      while waitpid(started, nil, 0) < 0, errno == EINTR {}
    }
  }
}
