import Library
import Music
import Servers

// Moves that were undone or redone in the library.
extension SharedActing {
  /// Moves tracks at the server as a step of the history has moved them in the library, where it is a
  /// move that the server has or is to have.
  ///
  /// - Returns: Whether anything is to be sent.
  func follow(_ reorder: SharedReorder) async throws -> Bool {
    let contents = try await contents(reorder.playlist)
    guard let move = reorder.move(in: contents.entries) else { return false }
    try await self.move(move.entries, in: reorder.playlist, after: move.anchor)
    return true
  }

  /// The server does not get a move that the library has.
  func takeBackOrder(of id: SharedPlaylistID) async throws {
    try await exchange(try await server(id.server)).takeBackOrder(of: id.id)
  }
}

extension SharedReorder {
  /// The entries to move, and the one before them; nil for a step that is none of the server's: that
  /// has not moved entries which follow each other, or ones that stand elsewhere there than before it.
  ///
  /// - Parameter shown: the playlist as it shows, with changes that wait.
  func move(in shown: [SharedEntry]) -> (entries: [String], anchor: String?)? {
    let ids = Dictionary(shown.map { ($0.serverTrack, $0.id) }) { first, _ in first }
    // Tracks that the user has added here are unknown there.
    func known(_ tracks: [String]) -> [String] {
      var seen: Set<String> = []
      return tracks.compactMap { track in seen.insert(track).inserted ? ids[track] : nil }
    }
    let (before, after) = (known(before), known(after))
    guard before != after, let range = Self.block(before, after) else { return nil }
    let block = Array(before[range])
    let order = shown.map(\.id)
    guard let first = order.firstIndex(of: block[0]), order[first...].starts(with: block),
      Self.predecessor(of: block[0], in: order) == Self.predecessor(of: block[0], in: before)
    else { return nil }
    return (block, Self.predecessor(of: block[0], in: after))
  }

  private static func predecessor(of id: String, in order: [String]) -> String? {
    guard let index = order.firstIndex(of: id), index > 0 else { return nil }
    return order[index - 1]
  }

  /// The shorter one of two blocks of the old order that have changed places; nil where more has moved.
  private static func block(_ before: [String], _ after: [String]) -> Range<Int>? {
    guard before.count == after.count else { return nil }
    let head = zip(before, after).prefix { $0 == $1 }.count
    let tail = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    let (old, new) = (before[head..<before.count - tail], after[head..<after.count - tail])
    guard let first = new.first, let middle = old.firstIndex(of: first),
      old[middle...] + old[..<middle] == new
    else { return nil }
    return middle - head <= old.count / 2 ? head..<middle : middle..<old.endIndex
  }
}
