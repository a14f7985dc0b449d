/// The values of a queue that are stored. Its items get new ids when it is loaded.
struct QueueRecord: Equatable {
  var queued: QueuedTracks
  var current: Int?
  var gap: Int?
  var position: Int?
  var repeating: PlayQueue.Repeat
  var shuffleSeed: UInt64?
  /// The order of a shuffled queue.
  var order: [UInt32]?

  init(_ queue: PlayQueue) {
    queued = queue.queued
    current = queue.current
    gap = queue.gap
    position = queue.position
    repeating = queue.repeating
    shuffleSeed = queue.shuffleSeed
    order = queue.order.shuffled
  }
}

/// As earlier versions stored it, in JSON.
extension QueueRecord: Decodable {
  private enum CodingKeys: String, CodingKey {
    case tracks, entries, current, gap, repeating, shuffleSeed, order
    case position = "place"
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let tracks = try values.decode([TrackID].self, forKey: .tracks)
    let entries = try values.decodeIfPresent([EntryID?].self, forKey: .entries) ?? []
    queued = QueuedTracks(tracks, entries: entries.count == tracks.count ? entries : [])
    current = try values.decodeIfPresent(Int.self, forKey: .current)
    gap = try values.decodeIfPresent(Int.self, forKey: .gap)
    position = try values.decodeIfPresent(Int.self, forKey: .position)
    repeating = try values.decodeIfPresent(PlayQueue.Repeat.self, forKey: .repeating) ?? .off
    shuffleSeed = try values.decodeIfPresent(UInt64.self, forKey: .shuffleSeed)
    let order = try values.decodeIfPresent([Int].self, forKey: .order)?.map { UInt32(exactly: $0) }
    self.order = shuffleSeed == nil ? nil : order?.compactMap(\.self)
  }
}
