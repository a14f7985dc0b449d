// Restores all terminals when the program crashes. The signal handler touches only memory prepared
// before and calls only what POSIX allows there: poll, write, tcsetattr, signal, raise.

import CNcurses
import Glibc

/// The handler's data for a terminal, in memory that is never freed: the crash may be in another
/// thread than that which changes it.
private struct Restoration {
  var isUsed = false
  var output: Int32 = -1
  var modes = termios()
  var bytes: UnsafeMutablePointer<UInt8>?
  var capacity = 0
  /// 0 while there is nothing to restore.
  var count = 0
}

/// Beyond any number of terminals on one machine that a person looks at.
private let maximumTerminals = 64

// because a signal handler can reach nothing but globals; written on the terminals' thread only.
private nonisolated(unsafe) let restorations = {
  let all = UnsafeMutablePointer<Restoration>.allocate(capacity: maximumTerminals)
  all.initialize(repeating: Restoration(), count: maximumTerminals)
  return all
}()

// because a signal handler can reach nothing but globals; written before the handler is installed.
private nonisolated(unsafe) var prepared: UnsafeMutablePointer<Restoration>?

// because a signal handler can reach nothing but globals; written before the handler is installed.
private nonisolated(unsafe) var finishAfterCrash: (@convention(c) (Int32) -> Void)?

private nonisolated func restoreAfterCrash(_ number: Int32) {
  if let prepared {
    var index = 0
    while index < 64 {
      let restoration = prepared + index
      index += 1
      guard restoration.pointee.count > 0 else { continue }
      let output = restoration.pointee.output
      var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      if poll(&descriptor, 1, 0) > 0 {
        _ = write(output, restoration.pointee.bytes, restoration.pointee.count)
      }
      tcsetattr(output, TCSANOW, &restoration.pointee.modes)
    }
  }
  finishAfterCrash?(number)
  // The signal is pending during its handler, and ends the program when this returns.
  signal(number, SIG_DFL)
  raise(number)
}

/// A terminal's place among those that a crash restores.
struct CrashRestoration {
  static let crashes = [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE]

  private let restoration: UnsafeMutablePointer<Restoration>?

  /// Takes a place; with none left, the terminal is not restored.
  init() {
    prepared = restorations
    restoration = (0..<maximumTerminals).map { restorations + $0 }.first { !$0.pointee.isUsed }
    restoration?.pointee.isUsed = true
  }

  /// Prepares the bytes that a crash writes from now on.
  func arm(output: Int32, text: String, modes: termios) {
    disarm()
    guard let restoration else { return }
    // The terminal may be in the middle of a sequence.
    let text = Array((TerminalOutput.endOfSequence + text).utf8)
    if restoration.pointee.capacity < text.count {
      restoration.pointee.bytes = .allocate(capacity: text.count)
      restoration.pointee.capacity = text.count
    }
    restoration.pointee.bytes?.update(from: text, count: text.count)
    restoration.pointee.output = output
    restoration.pointee.modes = modes
    restoration.pointee.count = text.count
  }

  func disarm() { restoration?.pointee.count = 0 }

  /// Gives the place to another terminal.
  func release() {
    disarm()
    restoration?.pointee.isUsed = false
  }

  /// - Parameter finish: called after the terminals are restored.
  static func install(_ signals: [Int32], finish: (@convention(c) (Int32) -> Void)? = nil) {
    finishAfterCrash = finish
    // A stack of its own, since the crash may be a stack overflow.
    let size = 64 * 1024
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
    for number in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = restoreAfterCrash
      action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
      // A terminal that another program has in the foreground does not stop this one.
      sigaddset(&action.sa_mask, SIGTTOU)
      sigaction(number, &action, nil)
    }
  }
}

extension Terminal {
  /// Restores all terminals on a crash from now on; `signals` adds others that end the program, such
  /// as SIGTERM.
  ///
  /// - Parameter finish: called in the signal handler, after the terminals are restored.
  package static func restoreOnCrash(
    also signals: [Int32] = [], finish: (@convention(c) (Int32) -> Void)? = nil
  ) {
    CrashRestoration.install(CrashRestoration.crashes + signals, finish: finish)
  }
}
