import Music

// Playback settings of single playlist entries: their crossfade, part of the file, and gain.
extension App {
  mutating func changeEntry(_ command: EntryCommand) -> [Effect] {
    let entries = chosenEntries
    guard !entries.isEmpty else {
      say("Select an entry of a playlist: this is kept with its place there")
      return []
    }
    switch command {
    case .crossfade(let time): return [.edit(.entries(.change(entries, .crossfade(time))))]
    case .gain(let gain): return [.edit(.entries(.change(entries, .gain(gain))))]
    case .start(.cue(let kind)): return setParts(start: kind)
    case .end(.cue(let kind)): return setParts(end: kind)
    case .start(let time):
      guard let change = change(time, of: entries, .start) else { return [] }
      return [.edit(.entries(.change(entries, change)))]
    case .end(let time):
      guard let change = change(time, of: entries, .end) else { return [] }
      return [.edit(.entries(.change(entries, change)))]
    }
  }

  private enum Bound { case start, end }

  /// The change of one bound of the played part, unless that leaves it without a length.
  private mutating func change(_ time: EntryTime, of entries: [EntryID], _ bound: Bound)
    -> EntryChange?
  {
    let position: Duration
    switch time {
    case .cue: return nil
    case .off: return bound == .start ? .start(nil) : .end(nil)
    case .at(let time): position = time
    case .here:
      guard player.clock != nil, entries.count == 1, let heard = player.item?.track,
        chosenTrack == heard
      else {
        say("“here” is where the entry is heard: play it first", .bad)
        return nil
      }
      position = positionInFile
    }
    let sound = chosenSound
    if bound == .start, let end = sound.end, position >= end {
      say("It ends at \(end.clockText): the start has to be before that", .bad)
      return nil
    }
    if bound == .end, position <= sound.start ?? .zero {
      say("It starts at \((sound.start ?? .zero).clockText): the end has to be after that", .bad)
      return nil
    }
    if let length = chosenLength, bound == .start ? position >= length : position > length {
      say("It is only \(length.clockText) long", .bad)
      return nil
    }
    return bound == .start ? .start(position) : .end(position)
  }

  /// The selected entries: in a playlist, in the queue, or the current one.
  private var chosenEntries: [EntryID] {
    if case .tracks(let queued) = selection { return queued.compactMap(\.entry) }
    return focusedList?.chosen.compactMap { if case .entry(let id) = $0 { id } else { nil } } ?? []
  }

  private var chosenTrack: TrackID? { actsOnPlaying ? player.item?.track : focusedTrack?.id }

  /// The length of the file of the entry under the cursor.
  private var chosenLength: Duration? {
    // A row's duration is its part's; the file's is known where the part goes up to its end.
    let sound = chosenSound
    guard sound.end == nil else { return nil }
    return focusedTrack?.audio.duration.map { $0 + (sound.start ?? .zero) }
  }

  /// The playback settings of the entry under the cursor.
  private var chosenSound: EntryPlayback {
    if let sound = focusedList?.selectedRow?.sound { return sound }
    return player.item.flatMap { actsOnPlaying ? playing.entryPlaybacks[$0] : nil }
      ?? EntryPlayback()
  }
}

extension EntryPlayback {
  /// Playback settings as a row shows them: "⨯5s", "-3dB", "0:30–4:10"; a virtual track's part is
  /// not listed.
  var markers: [String] {
    var parts: [String] = []
    if let crossfade, crossfade > .zero { parts.append("⨯\(crossfade.seconds.shortText)s") }
    if let gain, gain != 0 { parts.append(gain.decibels.replacing(" ", with: "")) }
    if hasPart, !isVirtualTrack {
      parts.append((start?.clockText ?? "") + "–" + (end?.clockText ?? ""))
    }
    return parts
  }
}
