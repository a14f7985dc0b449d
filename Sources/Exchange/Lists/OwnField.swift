import Music

/// Tritone's own fields of a track in formats without them: a name and a value, stored where other
/// programs do not look (docs/formats.md).
enum OwnField: String, CaseIterable {
  case title, artist, album, genre, year, duration, bpm, key, rating, notes
  case start, end, crossfade, gain, piece, cue

  /// The field's values in a track.
  func values(in track: DocumentTrack) -> [String] {
    let value: String? =
      switch self {
      case .title: track.title
      case .artist: track.artist
      case .album: track.album
      case .genre: track.genre
      case .year: track.year.map { "\($0)" }
      case .duration: track.duration.map(Seconds.text)
      case .bpm: track.bpm.map { "\($0)" }
      case .key: track.key
      case .rating: track.rating == .none ? nil : "\(track.rating.stars)"
      case .notes: track.notes.isEmpty ? nil : track.notes
      case .start: track.sound.start.map(Seconds.text)
      case .end: track.sound.end.map(Seconds.text)
      case .crossfade: track.sound.crossfade.map(Seconds.text)
      case .gain: track.sound.gain.map { "\($0)" }
      case .piece: track.sound.isVirtualTrack ? "yes" : nil
      case .cue: nil
      }
    if self == .cue { return track.cues.map(OwnField.text) }
    return value.map { [OneLine.encoded($0)] } ?? []
  }

  /// Sets the field; false for an invalid value. "" removes a text.
  func set(_ value: String, in track: inout DocumentTrack) -> Bool {
    let text = OneLine.decoded(value)
    let optional = text.isEmpty ? nil : text
    switch self {
    case .title: track.title = optional
    case .artist: track.artist = optional
    case .album: track.album = optional
    case .genre: track.genre = optional
    case .key: track.key = optional
    case .notes: track.notes = text
    case .piece: track.sound.isVirtualTrack = text == "yes"
    case .year:
      return OwnField.put(Int(text).flatMap { (1...9_999).contains($0) ? $0 : nil }, &track.year)
    case .duration: return OwnField.put(Seconds.duration(text), &track.duration)
    case .bpm: return OwnField.put(OwnField.number(text, in: 0.001...10_000), &track.bpm)
    case .gain:
      return OwnField.put(OwnField.number(text, in: EntryPlayback.gains), &track.sound.gain)
    case .start:
      return OwnField.put(OwnField.time(text, to: EntryPlayback.latest), &track.sound.start)
    case .end: return OwnField.put(OwnField.time(text, to: EntryPlayback.latest), &track.sound.end)
    case .crossfade:
      let time = OwnField.time(text, to: EntryPlayback.maximumCrossfade)
      return OwnField.put(time, &track.sound.crossfade)
    case .rating:
      guard let stars = Int(text), (0...5).contains(stars) else { return false }
      track.rating = Rating(stars: stars)
    case .cue:
      guard track.cues.count < OwnField.maximumCues, let cue = OwnField.cue(value) else {
        return false
      }
      track.cues.append(cue)
    }
    return true
  }

  private static let maximumCues = 1_000

  private static func put<Value>(_ value: Value?, _ field: inout Value?) -> Bool {
    guard let value else { return false }
    field = value
    return true
  }

  static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }

  private static func time(_ text: String, to latest: Duration) -> Duration? {
    Seconds.duration(text).flatMap { $0 <= latest ? $0 : nil }
  }

  /// `time;end;kind;color;name`, of which end, color and name may be empty.
  private static func text(_ cue: Cue) -> String {
    let color = cue.color.map { $0.replacing(";", with: " ") } ?? ""
    return OneLine.encoded(
      [
        Seconds.text(cue.time), cue.end.map(Seconds.text) ?? "", cue.kind.rawValue, color, cue.name,
      ].joined(separator: ";"))
  }

  private static func cue(_ value: String) -> Cue? {
    let parts = OneLine.decoded(value)
      .split(separator: ";", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let time = Seconds.duration(parts[0]),
      let kind = Cue.Kind(rawValue: parts[2])
    else { return nil }
    let end = Seconds.duration(parts[1])
    guard parts[1].isEmpty || end.map({ $0 > time }) == true else { return nil }
    return Cue(
      id: CueID(0), time: time, end: end, kind: kind, name: parts[4],
      color: parts[3].isEmpty ? nil : parts[3])
  }
}
