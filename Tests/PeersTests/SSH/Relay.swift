import Foundation
import Synchronization

/// Carries bytes between two sockets, slowly or until some number of them.
final class Relay: Sendable {
  private let passed = Mutex(0)
  private let left: Int32
  private let right: Int32
  private let threads = DispatchGroup()

  var count: Int { passed.withLock { $0 } }

  /// - Parameters:
  ///   - limit: Bytes in the direction that counts, after which both sockets are closed.
  ///   - pause: Microseconds after each 4 KiB.
  init(_ client: Int32, _ server: Int32, limit: Int, countsToServer: Bool, pause: UInt32 = 0) {
    left = client
    right = server
    for (from, to, counts) in [(left, right, countsToServer), (right, left, !countsToServer)] {
      threads.enter()
      Thread.detachNewThread { [self] in
        carry(from, to, counts ? limit : .max, counts, pause)
        threads.leave()
      }
    }
  }

  private func carry(_ from: Int32, _ to: Int32, _ limit: Int, _ counts: Bool, _ pause: UInt32) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var done = 0
    while done < limit {
      let count = read(from, &buffer, min(buffer.count, limit - done))
      guard count > 0 else { break }
      if pause > 0 { usleep(pause) }
      guard send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
      done += count
      if counts { passed.withLock { $0 += count } }
    }
    for socket in [left, right] { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  /// Waits for the threads, which end with the sockets.
  func end() {
    threads.wait()
    close(left)
    close(right)
  }
}
