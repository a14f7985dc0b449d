import Interface
import Library
import Music
import Testing

@testable import tritone

@Suite("The stored queue")
struct SessionStoreTests {
  private func queue(_ count: Int) -> PlayQueue {
    PlayQueue(tracks: (1...count).map { TrackID(Int64($0)) }, current: 0)
  }

  @Test("of many changes the last one is written, once")
  func burst() async throws {
    let library = try Library.inMemory()
    let store = SessionStore(library: library, restored: nil)
    for count in 1...50 { try store.perform(.saveQueue(queue(count))) }
    try await store.keep()
    #expect(try await RestoredSession(library).queue == queue(50))
    try await library.setSession("queue", "other")
    try await store.keep()
    #expect(try await RestoredSession(library).queue == nil)
  }

  @Test("a change during the write of a long queue is written next")
  func meanwhile() async throws {
    let library = try Library.inMemory()
    let store = SessionStore(library: library, restored: nil)
    for round in 1...10 {
      try store.perform(.saveQueue(queue(200_000)))
      let first = Task { try await store.keep() }
      // Before, during and behind the encoding.
      try await Task.sleep(for: .milliseconds(4 * round))
      try store.perform(.saveQueue(queue(round)))
      try await first.value
      try await store.keep()
      #expect(try await RestoredSession(library).queue == queue(round))
    }
  }
}
