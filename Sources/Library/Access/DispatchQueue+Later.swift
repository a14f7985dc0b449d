import Dispatch

extension DispatchQueue {
  /// Runs work after a pause. Tasks sleep beside one another; Dispatch has a thread of its own for
  /// timers.
  func async(after pause: Duration, _ work: @escaping @Sendable () -> Void) {
    Task.detached {
      try? await Task.sleep(for: pause, clock: .suspending)  // nobody cancels it
      self.async(execute: work)
    }
  }
}
