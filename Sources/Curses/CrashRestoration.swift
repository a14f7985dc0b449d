// Restores the terminal when the program crashes. The signal handler touches only memory prepared
// before and calls only what POSIX allows there: write, tcsetattr, signal, raise.

import Glibc

/// The handler's data, in memory of its own that never moves.
private struct Restoration {
  var output: Int32
  var bytes: UnsafeMutablePointer<UInt8>
  var count: Int
  var modes: termios
}

// because a signal handler can reach nothing but globals; written on the main thread only, while
// the handler is not installed.
private nonisolated(unsafe) var restoration: UnsafeMutablePointer<Restoration>?

// because a signal handler can reach nothing but globals; written before the handler is installed.
private nonisolated(unsafe) var finishAfterCrash: (@convention(c) (Int32) -> Void)?

private nonisolated func restoreAfterCrash(_ number: Int32) {
  if let restoration {
    _ = write(restoration.pointee.output, restoration.pointee.bytes, restoration.pointee.count)
    tcsetattr(restoration.pointee.output, TCSANOW, &restoration.pointee.modes)
  }
  finishAfterCrash?(number)
  // The signal is pending during its handler, and ends the program when this returns.
  signal(number, SIG_DFL)
  raise(number)
}

enum CrashRestoration {
  static let crashes = [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE]

  /// Prepares the bytes that a crash writes from now on.
  static func arm(output: Int32, text: String, modes: termios) {
    disarm()
    let text = Array(text.utf8)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, text.count))
    bytes.initialize(from: text, count: text.count)
    let prepared = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
    prepared.initialize(
      to: Restoration(output: output, bytes: bytes, count: text.count, modes: modes))
    restoration = prepared
  }

  static func disarm() {
    guard let prepared = restoration else { return }
    restoration = nil
    prepared.pointee.bytes.deallocate()
    prepared.deallocate()
  }

  /// - Parameter finish: called after the terminal is restored.
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
      sigaction(number, &action, nil)
    }
  }
}

extension Terminal {
  /// Restores the terminal on a crash from now on; `signals` adds others that end the program, such
  /// as SIGTERM.
  ///
  /// - Parameter finish: called in the signal handler, after the terminal is restored.
  package static func restoreOnCrash(
    also signals: [Int32] = [], finish: (@convention(c) (Int32) -> Void)? = nil
  ) {
    CrashRestoration.install(CrashRestoration.crashes + signals, finish: finish)
  }
}
