import Music

/// A track's analysis as `search --json` prints it.
struct FindingsRecord: Encodable {
  /// "user", "tag" or "analysis".
  var bpmSource, keySource: String?
  /// The analysis' values, effective or not, with its second choice.
  var bpm, bpmAlternative, bpmConfidence: Double?
  var constant: Bool?
  /// By the Camelot wheel.
  var key, keyAlternative: String?
  var keyConfidence: Double?
  /// Cents from 440 Hz.
  var tuning: Double?
  /// LUFS, LU and dBTP.
  var loudness, loudnessRange, truePeak: Double?
  /// 1 to 10, relative to the library.
  var energy: Int?
  /// The reason of the last analysis failure.
  var fault: String?

  /// Nil if only tags are known.
  init?(_ findings: TrackFindings) {
    var plain = TrackFindings()
    plain.isAnalysed = findings.isAnalysed
    (plain.bpm, plain.bpmSource) = (findings.bpm, findings.bpmSource)
    (plain.key, plain.keySource) = (findings.key, findings.keySource)
    let isOfTags = [findings.bpmSource, findings.keySource].allSatisfy { $0 == nil || $0 == .tag }
    if plain == findings, isOfTags { return nil }
    bpmSource = findings.bpmSource?.rawValue
    keySource = findings.keySource?.rawValue
    bpm = findings.foundBPM?.rounded(to: 1000)
    bpmAlternative = findings.alternativeBPM?.rounded(to: 1000)
    bpmConfidence = findings.bpmConfidence?.rounded(to: 1000)
    constant = findings.isConstant
    key = findings.foundKey?.camelot
    keyAlternative = findings.alternativeKey?.camelot
    keyConfidence = findings.keyConfidence?.rounded(to: 1000)
    tuning = findings.tuning?.rounded(to: 10)
    loudness = findings.loudness?.rounded(to: 100)
    loudnessRange = findings.loudnessRange?.rounded(to: 100)
    truePeak = findings.truePeak?.rounded(to: 100)
    energy = findings.energy
    fault = findings.fault
  }
}

extension Track {
  /// The effective tempo; an analysed one is rounded to its precision.
  var tempoThatHolds: Double? {
    guard let bpm = findings.bpm else { return tags.bpm }
    return findings.bpmSource == .tag ? tags.bpm : bpm.rounded(to: 100)
  }

  /// The effective key in the spelling of tags; an equal tag keeps its own spelling.
  var keyThatHolds: String? {
    guard let key = findings.key else { return tags.key }
    return tags.key.flatMap { MusicalKey($0) } == key ? tags.key : key.name
  }
}
