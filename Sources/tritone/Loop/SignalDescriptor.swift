import CLinux
import Glibc

/// Signals as a descriptor to poll, handled like other events.
struct SignalDescriptor {
  let descriptor: Int32

  /// Blocks the signals for this thread and all that it starts; call it first.
  init(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = tritone_signalfd(&set)
  }

  /// The signals since the last call.
  func takeAll() -> [Int32] {
    var signals: [Int32] = []
    var info = signalfd_siginfo()
    while read(descriptor, &info, MemoryLayout.size(ofValue: info)) > 0 {
      signals.append(Int32(info.ssi_signo))
    }
    return signals
  }
}
