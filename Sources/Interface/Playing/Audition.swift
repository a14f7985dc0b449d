package import Music

/// Tracks that are listened to without being queued, and where the queue goes on afterwards.
package struct Audition: Equatable, Sendable {
  /// The item that was interrupted.
  struct Resumption: Equatable, Sendable {
    var item: QueueItemID
    var position: Duration
    var isPaused: Bool
  }

  /// At least one.
  let requests: [PlayRequest]
  /// The start in the first one.
  package let start: Duration
  /// Nil where nothing played.
  let resumption: Resumption?

  /// The first track, which the audition is about.
  package var track: TrackID { requests[0].id.track }

  func contains(_ id: PlayID) -> Bool { requests.contains { $0.id == id } }

  /// Answers the player's request for the item behind one.
  func next(after id: PlayID, heard: PlayID?) -> [Effect] {
    guard let index = requests.firstIndex(where: { $0.id == id }) else { return [] }
    let next = index + 1 < requests.count ? requests[index + 1] : nil
    let isCurrent = index == 0 || id == heard
    return [
      .player(isCurrent ? .prepareNext(next, after: id) : .prepareLater(next, after: id))
    ]
  }
}

extension PlayRequest {
  var queued: QueuedTrack { QueuedTrack(id.track, entry: entry) }
}
