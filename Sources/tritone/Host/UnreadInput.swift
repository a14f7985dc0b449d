import CLinux
import Glibc

/// Notices that another process, which has the terminal, leaves its input unread.
///
/// Keys wake this process once, to look again later; while none come it sleeps.
struct UnreadInput {
  /// Readable once for each burst of input; -1 where that cannot be watched.
  let descriptor: Int32
  private let terminal: Int32
  private(set) var nextLook: ContinuousClock.Instant?
  /// The looks in a row that found something.
  private var found = 0

  private static let pause = Duration.seconds(2)
  /// So often a player that is only busy may leave something.
  private static let most = 5

  init(of terminal: Int32) {
    self.terminal = terminal
    descriptor = tritone_watch_input(terminal)
  }

  /// Ends a burst of input.
  ///
  /// - Returns: Whether there was one.
  func endBurst() -> Bool { tritone_end_burst(descriptor) != 0 }

  /// Begins anew, with a player that reads.
  mutating func forget() { (nextLook, found) = (nil, 0) }

  /// - Returns: Nil where nothing waits or it is too early to tell, else whether it waits for long.
  mutating func look() -> Bool? {
    if endBurst(), nextLook == nil {
      nextLook = .now.advanced(by: Self.pause)
    }
    guard let nextLook, nextLook <= .now else { return nil }
    guard tritone_waiting_bytes(terminal) > 0 else {
      forget()
      return nil
    }
    found += 1
    self.nextLook = .now.advanced(by: Self.pause)
    return found >= Self.most
  }
}
