internal import GRDB
internal import Music

/// The known findings of a track, as columns of track rows.
enum FindingsRow {
  /// Columns, where `m` is the marks of a track and `a` its analysis.
  static let columns = """
    m.set_bpm, m.set_key, a.bpm, a.bpm_alternative, a.bpm_confidence, a.is_constant, a.key, \
    a.key_alternative, a.key_confidence, a.tuning, a.loudness, a.loudness_range, a.true_peak, \
    \(Database.energyGrade), a.fault, \(ValuePreference.isAnalysis), \
    coalesce(a.tempo_version > 0 AND a.key_version > 0, 0)
    """

  /// The number of these columns.
  static let count = 17

  /// - Parameter start: The index of the first of the columns.
  static func findings(_ row: Row, from start: Int, _ tags: Tags) throws -> TrackFindings {
    func number(_ index: Int) throws -> Double? { try row.value(start + index) }
    func key(_ index: Int) throws -> MusicalKey? { AnalysisRow.key(try row.value(start + index)) }
    var findings = TrackFindings()
    let preference: ValuePreference = try row.value(start + 15) ? .analysis : .tags
    findings.foundBPM = try number(2)
    let bpm = try TrackFindings.holding(
      user: number(0), tag: TrackFindings.tempo(tags.bpm), found: findings.foundBPM, preference)
    (findings.bpm, findings.bpmSource) = (bpm?.value, bpm?.source)
    findings.alternativeBPM = try number(3)
    findings.bpmConfidence = try number(4)
    findings.isConstant = try row.value(start + 5)
    findings.foundKey = try key(6)
    let held = try TrackFindings.holding(
      user: key(1), tag: tags.key.flatMap { MusicalKey($0) }, found: findings.foundKey, preference)
    (findings.key, findings.keySource) = (held?.value, held?.source)
    findings.alternativeKey = try key(7)
    findings.keyConfidence = try number(8)
    findings.tuning = try number(9)
    findings.loudness = try number(10)
    findings.loudnessRange = try number(11)
    findings.truePeak = try number(12)
    findings.energy = try row.value(start + 13)
    findings.fault = try row.value(start + 14)
    findings.isAnalysed = try row.value(start + 16)
    return findings
  }
}
