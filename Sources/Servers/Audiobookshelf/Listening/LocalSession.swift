internal import FoundationEssentials

/// A stretch of listening that the server does not have yet.
package struct LocalSession: Equatable, Sendable, Codable, Identifiable {
  /// A UUID, so that a stretch that is sent twice counts once.
  package let id: String
  package private(set) var book: ListenedBook
  /// Milliseconds of the timeline.
  package let startPlace: Int64
  package private(set) var place: Int64
  /// Milliseconds of real listening.
  package private(set) var listened: Int64
  /// Unix time in milliseconds, in this machine's clock.
  package let started: Int64
  package private(set) var updated: Int64
  /// The process that listens, whose session may have told the server of it; nil for any.
  package var owner: String?

  init(_ book: ListenedBook, at place: Duration, now: Int64) {
    id = UUID().uuidString.lowercased()
    self.book = book
    startPlace = Self.milliseconds(place)
    self.place = startPlace
    listened = 0
    started = now
    updated = now
  }

  /// Adds what was heard, to the place where it ended.
  mutating func add(_ heard: Duration, to place: Duration, now: Int64) {
    listened += max(0, Self.milliseconds(heard))
    self.place = Self.milliseconds(place)
    updated = max(updated, now)
  }

  /// Sets the length of a book that was begun without one.
  mutating func measure(_ length: Int64) { book.length = length }

  private static func milliseconds(_ time: Duration) -> Int64 {
    Int64((max(.zero, min(time, .seconds(10_000_000))) / .milliseconds(1)).rounded())
  }

  /// From 0 to the book's length.
  var currentTime: Double {
    Double(book.length > 0 ? min(place, book.length) : place) / 1000
  }
}

/// Stretches of listening on this machine's disk, of one user of one server.
package protocol LocalSessionStore: Sendable {
  /// In the order in which they began.
  func sessions() async -> [LocalSession]

  /// Stores a session in place of one with its id; on the disk when it returns.
  func keep(_ session: LocalSession) async

  func remove(_ ids: [String]) async

  /// The id of this process among those that use the store; nil where no other one does.
  var owner: String? { get async }

  /// The ids of other processes that are alive, whose stretches are theirs to send.
  func livingOwners() async -> Set<String>
}

extension LocalSessionStore {
  package var owner: String? { get async { nil } }

  package func livingOwners() async -> Set<String> { [] }
}
