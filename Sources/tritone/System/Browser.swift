import CLinux
import FoundationEssentials
import Glibc
import Threads

/// The browser of the desktop.
enum Browser {
  private static let opener = "xdg-open"

  /// Opens an address of http or https, and does not wait for the browser.
  ///
  /// Where there is no browser nothing happens, so the address has to be shown, too.
  static func open(_ address: String) {
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return }
    guard let process = start(opener, address) else { return }
    OwnThread.start(named: "browser", stackSize: 64 << 10) {
      // A process that nobody waits for stays in the table of processes.
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
  }

  private static func start(_ program: String, _ argument: String) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Its messages would be printed over the screen.
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Ctrl-C is not for the browser.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
    var words = [strdup(program), strdup(argument), nil]
    var settings = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, program, &actions, &attributes, &words, &settings)
    return code == 0 ? process : nil
  }
}
