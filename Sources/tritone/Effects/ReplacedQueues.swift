import FoundationEssentials
import Interface
import Library
import Music

/// The history of replaced queues, stored in the library.
struct ReplacedQueues: Sendable {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ order: ReplacedQueueEffect) async throws -> Event? {
    switch order {
    case .keep(let queue, let title):
      try await library.keepReplacedQueue(
        try QueueText.encode(queue), trackCount: queue.tracks.count, title: title,
        at: Int64(Date().timeIntervalSince1970))
      return nil
    case .list:
      let queues = try await library.replacedQueues()
      return .queue(.replacedLoaded(queues, times: queues.map { LocalTime.text($0.time) }))
    case .load(let id, let serial):
      // Only this program writes the value; an unreadable one is dropped.
      guard
        let queue = QueueText.decode(try await library.replacedQueue(id))
      else { return .search(.notFound(serial: serial, "That queue is no longer kept")) }
      return .queue(.replacedFound(queue, serial: serial))
    }
  }
}
