import Music

// Requests for tracks and settings of entries that the player knows already.
extension Playing {
  /// The library has changed: titles and findings of the current and the next item, and playback
  /// settings of the prepared ones are loaded again.
  func reload() -> [Effect] {
    [reloadTrack, lookahead.next?.load].compactMap(\.self)
      + upcoming.filter { $0.request.entry != nil }.map { .load(.entryPlayback($0.request)) }
  }

  var reloadTrack: Effect? {
    let entry = audition == nil ? requested?.request.entry : audibleItem?.entry
    return track.map { .load(.track($0.id, entry: entry)) }
  }
}
