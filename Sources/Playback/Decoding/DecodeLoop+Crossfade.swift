// The lengths of crossfades: an item's own, else that of the sound settings where it applies.
import Music

extension DecodeLoop {
  /// Changes the crossfade of items without one of their own; unheard joins are made anew.
  func setCrossfade(_ new: Duration) {
    guard new != crossfade else { return }
    let old = crossfade
    crossfade = new
    guard let job else { return }
    for (index, join) in job.joins.enumerated() {
      let (before, after) = (join.predecessor.item, join.follower)
      guard
        fadeFrames(from: before, into: after, setting: old)
          != fadeFrames(from: before, into: after), undo(join)
      else { continue }
      return forgetJoins(from: index, next: .item(after))
    }
    commit()
  }

  /// The length of an item's end that may overlap its successor, nil while that is unknown.
  func fadeFrames(from old: PlayItem, into new: PlayItem?) -> FrameNumber {
    fadeFrames(from: old, into: new, setting: crossfade)
  }

  private func fadeFrames(
    from old: PlayItem, into new: PlayItem?, setting: Duration
  ) -> FrameNumber {
    let most = FrameNumber(Self.highWater) - frames(1)
    let fade = old.crossfade ?? (old.mayCrossfade(into: new) ? setting : .zero)
    return max(0, min(frames(fade.seconds), most))
  }
}

extension PlayItem {
  /// Whether the crossfade of the sound settings applies: not to streams, starts that were set on
  /// purpose, a track into itself, the parts of one file and neighbours on an album.
  fileprivate func mayCrossfade(into next: PlayItem?) -> Bool {
    guard !source.isStream else { return false }
    guard let next else { return true }
    guard !next.source.isStream, !next.hasOwnStart else { return false }
    if source == next.source, start == next.start || end == next.start { return false }
    guard let album, let following = next.album else { return true }
    return !album.isFollowed(by: following)
  }
}
