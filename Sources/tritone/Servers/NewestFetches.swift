import Music

/// Fetches of files for the screen, two at a time and the newest first: those that a held key has
/// left behind are dropped.
actor NewestFetches {
  enum Result: Equatable, Sendable {
    case file(FilePath)
    /// Nobody has it, or nobody sends it now.
    case nothing
    /// Dropped behind newer ones.
    case dropped
  }

  typealias Fetch = @Sendable () async -> FilePath?

  private struct Waiting {
    var name: String
    var fetch: Fetch
    var callers: [CheckedContinuation<Result, Never>]
  }

  /// The newest at the end.
  private var waiting: [Waiting] = []
  private var running: [String: [CheckedContinuation<Result, Never>]] = [:]

  static let mostWaiting = 64
  private static let atOnce = 2

  /// Those that run and wait.
  var count: Int { running.count + waiting.count }

  /// - Parameter name: that of the file; what is asked for twice is fetched once.
  func result(of name: String, _ fetch: @escaping Fetch) async -> Result {
    await withCheckedContinuation { caller in
      if running[name] != nil {
        running[name]?.append(caller)
        return
      }
      var callers = [caller]
      if let index = waiting.firstIndex(where: { $0.name == name }) {
        callers += waiting.remove(at: index).callers
      }
      waiting.append(Waiting(name: name, fetch: fetch, callers: callers))
      if waiting.count > Self.mostWaiting {
        for caller in waiting.removeFirst().callers { caller.resume(returning: .dropped) }
      }
      startNext()
    }
  }

  private func startNext() {
    while running.count < Self.atOnce, let next = waiting.popLast() {
      running[next.name] = next.callers
      Task { end(next.name, await next.fetch()) }
    }
  }

  private func end(_ name: String, _ file: FilePath?) {
    for caller in running.removeValue(forKey: name) ?? [] {
      caller.resume(returning: file.map { .file($0) } ?? .nothing)
    }
    startNext()
  }
}
