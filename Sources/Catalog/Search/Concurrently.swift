import Dispatch

/// Runs work in parts, on as many threads as there are cores, while the caller waits.
enum Concurrently {
  static func perform(_ parts: Int, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      let work = Work(body: body)
      DispatchQueue.concurrentPerform(iterations: parts) { work.body($0) }
    }
  }

  // because the parts only read shared memory, and each writes to a part of its own
  private struct Work: @unchecked Sendable {
    let body: (Int) -> Void
  }
}
