extension TrackFindings {
  /// Of the values that there are the one that holds: the user's, then the preferred one, then
  /// the other.
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

  /// The same, of values that are known to be there or not.
  package static func source(
    hasUser: Bool, hasTag: Bool, hasFound: Bool, _ preference: ValuePreference
  ) -> Source? {
    if hasUser { return .user }
    guard hasTag, hasFound else { return hasTag ? .tag : hasFound ? .analysis : nil }
    return preference == .tags ? .tag : .analysis
  }

  /// A tempo as tags have it, where it can be one.
  package static func tempo(_ bpm: Double?) -> Double? {
    bpm.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
  }

  /// What holds of a track of which nothing but its tags is known.
  package init(tags: Tags) {
    self.init()
    if let tempo = TrackFindings.tempo(tags.bpm) { (bpm, bpmSource) = (tempo, .tag) }
    if let named = tags.key.flatMap({ MusicalKey($0) }) { (key, keySource) = (named, .tag) }
  }
}
