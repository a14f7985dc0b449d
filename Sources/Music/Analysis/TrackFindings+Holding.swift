extension TrackFindings {
  /// Of the values that there are the one that holds: the user's, then the preferred one, then
  /// the other.
  package static func holding<Value>(
    user: Value?, tag: Value?, found: Value?, _ preference: ValuePreference
  ) -> (value: Value, source: Source)? {
    if let user { return (user, .user) }
    let tag = tag.map { ($0, Source.tag) }
    let found = found.map { ($0, Source.analysis) }
    return preference == .tags ? tag ?? found : found ?? tag
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
