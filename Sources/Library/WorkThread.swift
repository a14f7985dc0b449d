import Foundation
import Synchronization

/// Threads for work that takes long, or a priority of its own.
enum WorkThread {
  /// Has a thread work with an owner, of which it lets go when the work ends.
  ///
  /// A thread of Foundation's gives up what its block holds when all that the thread has of its own
  /// is gone already, and a database that is closed then damages the heap.
  static func start<Owner: Sendable>(
    _ name: String, with owner: Owner, _ work: @escaping @Sendable (Owner) -> Void
  ) {
    let held = Held(owner)
    let thread = Thread { held.give(to: work) }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  private final class Held<Owner: Sendable>: Sendable {
    private let owner: Mutex<Owner?>

    init(_ owner: Owner) { self.owner = Mutex(owner) }

    func give(to work: (Owner) -> Void) {
      let taken = owner.withLock { owner in
        defer { owner = nil }
        return owner
      }
      if let taken { work(taken) }
    }
  }
}
