extension TrackFindings {
  /// The value in effect: the user's, then the preferred one, then the other.
  package static func holding<Value>(
    user: Value?, tag: Value?, found: Value?, _ preference: ValuePreference
  ) -> (value: Value, source: Source)? {
    let source = source(
      hasUser: user != nil, hasTag: tag != nil, hasFound: found != nil, preference)
    return switch source {
    case .user: user.map { ($0, .user) }
    case .tag: tag.map { ($0, .tag) }
    case .analysis: found.map { ($0, .analysis) }
    case nil: nil
    }
  }

  /// The source of the value in effect, by which values exist.
  package static func source(
    hasUser: Bool, hasTag: Bool, hasFound: Bool, _ preference: ValuePreference
  ) -> Source? {
    if hasUser { return .user }
    guard hasTag, hasFound else { return hasTag ? .tag : hasFound ? .analysis : nil }
    return preference == .tags ? .tag : .analysis
  }

  /// A tempo from tags, where it is plausible.
  package static func tempo(_ bpm: Double?) -> Double? {
    bpm.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
  }

  /// Findings of a track with nothing but its tags.
  package init(tags: Tags) {
    self.init()
    if let tempo = TrackFindings.tempo(tags.bpm) { (bpm, bpmSource) = (tempo, .tag) }
    if let named = tags.key.flatMap({ MusicalKey($0) }) { (key, keySource) = (named, .tag) }
  }
}
