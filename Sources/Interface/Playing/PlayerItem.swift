import Music

/// An item of the queue as sent to the player; each new request for it has a new id.
struct PlayerItem: Equatable, Sendable {
  var request: PlayRequest
  var item: QueueItemID
  /// The position to begin at.
  var start: Duration = .zero

  var id: PlayID { request.id }
  var queued: QueuedTrack { QueuedTrack(id.track, entry: request.entry) }
  var load: Effect { .load(.track(id.track, entry: request.entry)) }

  /// Creates items, each with an id of its own.
  struct Maker: Equatable, Sendable {
    private var serial: UInt64 = 0

    mutating func item(at index: Int, of queue: PlayQueue) -> PlayerItem {
      PlayerItem(
        request: request(queue[index], neighbors: queue.neighbors(of: index)),
        item: queue.ids[index])
    }

    mutating func request(_ queued: QueuedTrack, neighbors: [TrackID] = []) -> PlayRequest {
      serial += 1
      let id = PlayID(track: queued.track, serial: serial)
      return PlayRequest(id, entry: queued.entry, neighbors: neighbors)
    }
  }

  /// Whether the item equals a new one for an index of the queue.
  func isCurrent(at index: Int?, of queue: PlayQueue) -> Bool {
    guard let index, item == queue.ids[index], id.track == queue.tracks[index] else { return false }
    return request
      == PlayRequest(id, entry: queue[index].entry, neighbors: queue.neighbors(of: index))
  }
}
