import Foundation
import Glibc

/// Runs as root on a thread with another user's file permissions.
package func asUser<Value: Sendable>(
  _ user: UInt32, _ body: @escaping @Sendable () throws -> Value
) throws -> Value {
  let outcome = UserOutcome<Value>()
  Thread.detachNewThread {
    // Glibc's module lacks these calls, which, unlike others, are per thread.
    typealias Setting = @convention(c) (UInt32) -> Int32
    for name in ["setfsgid", "setfsuid"] {
      guard let call = dlsym(nil, name) else { continue }
      _ = unsafeBitCast(call, to: Setting.self)(user)
    }
    outcome.value = Result { try body() }
    outcome.isThere.signal()
  }
  outcome.isThere.wait()
  // because it was set before the signal
  return try outcome.value!.get()
}

private final class UserOutcome<Value: Sendable>: @unchecked Sendable {
  // because the semaphore orders writing before reading
  var value: Result<Value, any Error>?
  let isThere = DispatchSemaphore(value: 0)
}
