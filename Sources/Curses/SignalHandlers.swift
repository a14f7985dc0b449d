import Glibc

/// Saves the signal handlers that ncurses would replace when it opens a terminal.
struct SignalHandlers {
  private let actions: [(number: Int32, action: sigaction)]

  init() {
    actions = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH].map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return (number, action)
    }
  }

  func restore() {
    for (number, action) in actions {
      var action = action
      sigaction(number, &action, nil)
    }
  }
}
