package import Music

/// Commands about the sound.
package enum SoundCommand: Hashable, Sendable {
  /// Opens the equalizer.
  case equalizer
  case preset(EqualizerPreset)
  case cycleReplayGain
  case replayGain(ReplayGainMode)
  /// dB.
  case preamp(Double)
  case togglePeaks
  case peaks(isProtected: Bool)
  /// -100 is left only, 100 right only.
  case balance(Int)
  case toggleMono
  /// Steps of 0.05.
  case changeSpeed(Int)
  case speed(Double)
  /// dB, in books.
  case boost(Double)
  case chooseCrossfade
  /// Between all tracks; zero is off.
  case crossfade(Duration)
  case chooseOutput
  case output(String)
  case nextVisual
  case visual(VisualStyle)
  case chooseSleep
  case sleep(SleepSetting)
}

/// The end of the music by the sleep timer.
package enum SleepSetting: Hashable, Sendable {
  case after(Duration)
  /// Extends the running timer; without one the same as `after`.
  case extend(Duration)
  case endOfTrack
  /// Of a book.
  case endOfChapter
  case off

  static let maximumLength: Duration = .seconds(24 * 3600)

  /// Reads "30" for minutes, "1:30" for hours and minutes, "+5", "end", "chapter" and "off".
  init?(_ text: String) {
    switch text.lowercased() {
    case "off", "0": self = .off
    case "end": self = .endOfTrack
    case "chapter": self = .endOfChapter
    default:
      let isMore = text.hasPrefix("+")
      let parts = text.dropFirst(isMore ? 1 : 0).split(
        separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
      guard numbers.count == parts.count, (1...2).contains(parts.count),
        numbers.allSatisfy({ (0...1440).contains($0) }), numbers.count == 1 || numbers[1] < 60
      else { return nil }
      let minutes = numbers.reduce(0) { $0 * 60 + $1 }
      guard (1...1440).contains(minutes) else { return nil }
      let time = Duration.seconds(minutes * 60)
      self = isMore ? .extend(time) : .after(time)
    }
  }

  static func text(minutes: Int) -> String {
    guard minutes >= 120 else { return minutes.counted("minute") }
    let rest = minutes % 60
    return "\(minutes / 60) hours" + (rest == 0 ? "" : " \(rest) min")
  }
}

/// Commands about the playback settings of playlist entries.
package enum EntryCommand: Hashable, Sendable {
  /// Nil removes it.
  case crossfade(Duration?)
  case start(EntryTime)
  case end(EntryTime)
  /// dB; nil removes it.
  case gain(Double?)
}

package enum EntryTime: Hashable, Sendable {
  case at(Duration)
  /// At the track's cue of a kind.
  case cue(Cue.Kind)
  /// At the audible position.
  case here
  case off
}
