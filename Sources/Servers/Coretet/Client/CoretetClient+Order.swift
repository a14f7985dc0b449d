internal import HTTP

extension CoretetClient {
  /// Entries that are moved one by one, in projects without a function for all at once.
  private static let mostMoves = 500

  /// Moves entries of a playlist behind another one; what others have done meanwhile stays.
  func move(
    _ moved: [String], of playlist: String, after anchor: String?
  ) async throws(CoretetError) {
    let order = CoretetOrder(entries: try await order(of: playlist))
    if order.entries.isEmpty, try await !isVisible(playlist) {
      throw .server(.notFound(what: "the playlist"))
    }
    let moves = order.moves(moved, after: anchor)
    guard !moves.isEmpty, try await !moveAtOnce(moves, of: playlist) else { return }
    guard moves.count <= Self.mostMoves else {
      throw .server(.unsupported(what: "moving past \(Self.mostMoves) entries"))
    }
    for move in moves { try await put(move, of: playlist) }
  }

  private struct Positions: Encodable {
    struct Position: Encodable {
      var track_id: String
      var position: Int64
    }
    var p_table_name: String
    var p_parent_id: String
    var p_positions: [Position]
  }

  /// Moves by the project's function, which takes only the owner's requests.
  ///
  /// - Returns: False where it cannot be used.
  private func moveAtOnce(
    _ moves: [CoretetOrder.Move], of playlist: String
  ) async throws(CoretetError) -> Bool {
    let name = names[.positions]
    let positions = Positions(
      p_table_name: names[.entries], p_parent_id: playlist,
      p_positions: moves.map { Positions.Position(track_id: $0.entry.track, position: $0.position) }
    )
    let call = Call(
      method: .post, path: ["rest", "v1", "rpc", name], body: try body(positions),
      what: "the order of the playlist", isRepeated: false)
    do {
      return try await ifThere(name) { () throws(CoretetError) in
        let response = try await self.response(to: call)
        // A page in place of an answer has moved nothing.
        guard response.body.isEmpty || response.text == "null" else {
          throw .server(.badAnswer(reason: "no answer of the function"))
        }
      } != nil
    } catch {
      // The function's own words for somebody who is not the owner.
      guard case .refused(code: "P0001", _) = error else { throw error }
      return false
    }
  }

  private func put(
    _ move: CoretetOrder.Move, of playlist: String
  ) async throws(CoretetError) {
    var one = call(.patch, .entries, "the order of the playlist")
    one.add("select", "id")
    one.add("id", "eq.\(move.entry.id)")
    one.add(names[.entries, "playlist_id"], "eq.\(try valid(playlist, "the playlist"))")
    one.isRepeated = false
    one.body = try body([names[.entries, "position"]: move.position])
    guard try await changed(one, .entries) == 0 else { return }
    // Either it is gone, which is as good, or its place is not ours to change.
    var look = call(.get, .entries, "the order of the playlist")
    look.add("select", "id")
    look.add("id", "eq.\(move.entry.id)")
    guard try await response(to: look).rows(names, .entries).isEmpty else {
      throw .server(.notAllowed(what: "the order of the playlist"))
    }
  }
}
