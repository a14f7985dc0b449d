package import Music

// Changes to the current item while it plays.
extension Player {
  /// The shortest remainder, in seconds, that is decoded again for an earlier end.
  private static var minimumRest: Double { 0.3 }

  /// Applies the gain, end and crossfade of the current item; false where some of them take effect
  /// only next time. The gain changes at once, without a click.
  package func adjust(_ item: PlayItem) -> Bool {
    guard var new = current?.item, new.id == item.id else { return false }
    if new.gain != item.gain {
      new.gain = item.gain
      current?.item = new
      decodeThread.setGain(of: new)
    }
    let isWhole = new.start == item.start
    guard new.end != item.end || new.crossfade != item.crossfade else { return isWhole }
    guard let landed, link.isReady, output.isRealTime, timeline.current?.isSeekable ?? true
    else { return false }
    let now = SuspendingClock.now
    let position = timeline.position(of: heard(of: landed.clock, at: now))
    if let end = item.end, (end - position).seconds < Self.minimumRest { return false }
    (new.end, new.crossfade) = (item.end, item.crossfade)
    // Sound behind the new end, or in the new overlap, is decoded again.
    note(heard: now)
    begin(new, at: position, isSeek: true)
    return isWhole
  }
}
