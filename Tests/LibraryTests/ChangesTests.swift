import Library
import Music
import Synchronization
import Testing

@Suite("Notifications")
struct ChangesTests {
  @Test("changes are told, many at once as few, and the last one is never lost")
  func coalesced() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    let last = Mutex<String>("")
    let count = Mutex(0)
    let listener = Task { [library = test.library] in
      for await _ in library.changes {
        let notes = try await library.tracks(ids).first?.notes ?? ""
        last.withLock { $0 = notes }
        count.withLock { $0 += 1 }
      }
    }
    defer { listener.cancel() }
    let began = ContinuousClock.now
    for number in 1...200 { try await test.library.setNotes("\(number)", for: ids) }
    try await eventually { last.withLock { $0 } == "200" }
    // Ten notifications a second, the first and the last.
    let took = began.duration(to: .now)
    #expect(count.withLock { $0 } <= Int(took.seconds * 10) + 3)
  }

  @Test("what no list shows is not told")
  func silent() async throws {
    let library = try Library.inMemory()
    let count = Mutex(0)
    let listener = Task {
      for await _ in library.changes { count.withLock { $0 += 1 } }
    }
    defer { listener.cancel() }
    for number in 0..<20 { try await library.setSession("position", "\(number)") }
    _ = try await library.createPlaylist(named: "L")
    try await eventually { count.withLock { $0 } > 0 }
    #expect(count.withLock { $0 } == 1)
  }
}

/// Polls a condition until it holds; fails after a minute.
func eventually(_ condition: () async throws -> Bool) async throws {
  // Far beyond the time that a busy machine takes, but not for ever.
  let deadline = ContinuousClock.now + .seconds(600)
  while try await !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("it never came true")
      return
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}
