package import Music

/// Accuracy of keys, in percent of the tracks with a key.
package struct KeyScore: Encodable {
  package var tracks = 0
  package var exact = 0.0
  package var fifth = 0.0
  package var relative = 0.0
  package var parallel = 0.0
  /// MIREX: 1 for the key, .5 for a fifth away in either direction, .3 for the relative, .2 for the
  /// parallel one.
  package var weighted = 0.0

  package enum Kinship: Double {
    case none = 0
    case parallel = 0.2
    case relative = 0.3
    case fifth = 0.5
    case same = 1
  }

  package init?(_ answers: Answers, at tracks: [CorpusTrack]) {
    let tracks = tracks.filter(\.hasKey)
    guard tracks.contains(where: { answers.detections[$0.file]?.key != nil }) else { return nil }
    let share = 100 / Double(tracks.count)
    for track in tracks {
      guard let key = answers.detections[track.file]?.key else { continue }
      let kinship = Self.kinship(of: key, to: track.key)
      weighted += kinship.rawValue * share
      switch kinship {
      case .same: exact += share
      case .fifth: fifth += share
      case .relative: relative += share
      case .parallel: parallel += share
      case .none: break
      }
    }
    self.tracks = tracks.count
  }

  package static func kinship(of key: MusicalKey, to truth: MusicalKey) -> Kinship {
    if key == truth { return .same }
    let hours = (key.hour - truth.hour + 12) % 12
    guard key.isMajor == truth.isMajor else {
      if hours == 0 { return .relative }
      // The parallel minor is three hours back on the wheel.
      return hours == (truth.isMajor ? 9 : 3) ? .parallel : .none
    }
    return hours == 1 || hours == 11 ? .fifth : .none
  }
}
