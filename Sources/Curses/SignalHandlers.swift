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
    // Else each drawing would ignore SIGTSTP meanwhile, which drops one that is pending. ncurses leaves
    // it alone where the program has a handler of its own.
    var own = sigaction()
    own.__sigaction_handler.sa_handler = ignoreSignal
    sigaction(SIGTSTP, &own, nil)
  }

  func restore() {
    for (number, action) in actions {
      var action = action
      sigaction(number, &action, nil)
    }
  }
}

private func ignoreSignal(_ number: Int32) {}
