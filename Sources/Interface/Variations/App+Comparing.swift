import Music

// A/B: what plays goes on as another variation of it, at the same place and equally loud.
extension App {
  mutating func compare(withNext toNext: Bool) -> [Effect] {
    guard let current = playing.requested?.id.track, playing.audition == nil, book == nil else {
      say(player.item == nil ? "Nothing plays" : "Variations are compared while the queue plays")
      return []
    }
    guard comparison.holds(current) else {
      guard playing.track?.id != current || playing.track?.variation != nil else {
        say("There are no variations of what plays; \(key(.variation(.gather))) gathers some")
        return []
      }
      return comparison.wait(for: current, toNext: toNext)
    }
    let place = positionInFile
    guard let step = comparison.step(from: current, toNext: toNext, at: place) else {
      let others = comparison.others(than: current)
      say(
        others.isEmpty
          ? "There is no other variation" : App.text(ofOver: others, at: place))
      return []
    }
    // ReplayGain makes them equally loud already.
    let gain = sound.replayGain == .off ? step.gain ?? 0 : 0
    let skipped = step.skipped.isEmpty ? "" : "; " + App.text(ofOver: step.skipped, at: place)
    say(text(of: step, gain: gain) + skipped)
    return apply(playing.exchange(for: step.track.id, gain: gain, at: now))
  }

  /// "Take 2 is over before 1:23".
  private static func text(ofOver tracks: [Track], at place: Duration) -> String {
    let subject =
      tracks.count == 1
      ? "\(tracks[0].title) is" : "\(tracks.count.counted("variation", .plain)) are"
    return subject + " over before \(place.clockText)"
  }

  private func text(of step: Comparison.Step, gain: Double) -> String {
    let tenths = (gain * 10).rounded() / 10
    let level =
      step.gain == nil && sound.replayGain == .off
      ? ", loudness not measured yet" : tenths == 0 ? "" : ", " + tenths.decibels
    return "Variation \(step.number) of \(step.count): \(step.track.title)" + level
  }
}

extension Playing {
  /// Puts another track in place of the current item and goes on with it where that one is. The
  /// old sound is heard until the new one is decoded.
  mutating func exchange(
    for track: TrackID, gain: Double, at now: ContinuousClock.Instant
  ) -> Response {
    guard let index = queue.current, player.item != nil else { return [] }
    let place = partStart + position(at: now)
    let isPaused = if case .paused = player { true } else { false }
    let changed = changeQueue { queue in
      queue.insertNext([track])
      queue.go(to: index + 1)
      queue.remove(at: [index])
    }
    guard let index = queue.current else { return changed }
    return changed + [.session(.saveQueue(queue))]
      + play(itemAt: index, from: place, isPaused: isPaused, gain: gain)
  }
}
