package import Music

// The item that is heard is to be played otherwise than it was begun.
extension Player {
  /// Sound that is not worth decoding anew for an earlier end, in seconds.
  private static var shortestRest: Double { 0.3 }

  /// Takes over the gain, the end and the crossfade of an item that is the current one; false where
  /// some of it counts from the next time on only. The gain is heard at once, without a click.
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
    if let end = item.end, (end - position).seconds < Self.shortestRest { return false }
    (new.end, new.crossfade) = (item.end, item.crossfade)
    // What was decoded behind the end, or is to overlap now, is decoded anew.
    note(heard: now)
    begin(new, at: position, isSeek: true)
    return isWhole
  }
}
