import Music

/// An item of the queue as it was handed to the player; a new request for the same one is another.
struct PlayerItem: Equatable, Sendable {
  var request: PlayRequest
  var item: QueueItemID
  /// Where it is to begin.
  var start: Duration = .zero

  var id: PlayID { request.id }
  var queued: QueuedTrack { QueuedTrack(id.track, entry: request.entry) }
  var load: Effect { .load(.track(id.track, entry: request.entry)) }

  /// Makes them, each with a number of its own.
  struct Maker: Equatable, Sendable {
    private var serial: UInt64 = 0

    mutating func item(at index: Int, of queue: PlayQueue) -> PlayerItem {
      serial += 1
      let queued = queue[index]
      let id = PlayID(track: queued.track, serial: serial)
      return PlayerItem(
        request: PlayRequest(id, entry: queued.entry, neighbors: queue.neighbors(of: index)),
        item: queue.ids[index])
    }
  }

  /// Whether it is what would be handed for an index of the queue.
  func stands(at index: Int?, of queue: PlayQueue) -> Bool {
    guard let index, item == queue.ids[index], id.track == queue.tracks[index] else { return false }
    return request
      == PlayRequest(id, entry: queue[index].entry, neighbors: queue.neighbors(of: index))
  }
}
