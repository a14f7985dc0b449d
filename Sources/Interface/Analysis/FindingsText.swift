import Music

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The findings of a track as short texts that show their confidence.
struct FindingsText {
  let track: Track
  let notation: KeyNotation

  private var findings: TrackFindings { track.findings }

  /// Tempos below this confidence get a question mark.
  static let lowTempoConfidence = 0.5
  /// Tuning differences below this many cents are not shown.
  private static let tuningDifference = 8.0

  // MARK: Tempo

  var bpm: Double? { findings.bpm ?? track.tags.bpm }

  private var bpmSource: TrackFindings.Source? {
    bpm == nil ? nil : findings.bpmSource ?? .tag
  }

  var isTempoDoubtful: Bool {
    bpmSource == .analysis && (findings.bpmConfidence ?? 1) < FindingsText.lowTempoConfidence
  }

  /// "124.0 BPM, or 62.0"; with "?" where the confidence is low.
  var tempo: String? { tempo(orElse: true) }

  private func tempo(orElse isComplete: Bool) -> String? {
    guard let bpm else { return nil }
    var text = "\(bpm.tenths) BPM" + (isTempoDoubtful ? "?" : "")
    if bpmSource == .analysis {
      if findings.isConstant == false { text += " varies" }
      if isComplete, let other = findings.alternativeBPM { text += ", or \(other.tenths)" }
    }
    return text
  }

  // MARK: Key

  var key: MusicalKey? { findings.key ?? track.tags.key.flatMap { MusicalKey($0) } }

  private var keySource: TrackFindings.Source? {
    key == nil ? nil : findings.keySource ?? .tag
  }

  var isKeyDoubtful: Bool {
    keySource == .analysis && (findings.keyConfidence ?? 1) < KeyEstimate.lowConfidence
  }

  /// "8A (Am)"; with "?" where the confidence is low. A tag's text that is no key is unchanged.
  var keyText: String? { keyText(orElse: true) }

  private func keyText(orElse isComplete: Bool) -> String? {
    guard let key else { return track.tags.key }
    guard isKeyDoubtful else { return notation.text(key) }
    guard isComplete else { return notation.text(key) + "?" }
    let other = findings.alternativeKey.map { ", or \(notation.text($0))" } ?? ""
    return notation.text(key) + "?" + other
  }

  /// "A=432", where that is not 440 Hz.
  var tuning: String? {
    guard let cents = findings.tuning, cents.isFinite,
      (FindingsText.tuningDifference...100).contains(cents.magnitude)
    else { return nil }
    // Twelve semitones of 100 cents are an octave.
    return "A=\(Int((440 * exp2(cents / 1200)).rounded()))"
  }

  // MARK: In columns

  /// With a decimal where there is room, and a question mark where the confidence is low.
  func bpmColumn(width: Int) -> String {
    guard let bpm, bpm.isFinite, bpm < 1e5 else { return "" }
    return (width > 5 ? bpm.tenths : "\(Int(bpm.rounded()))") + (isTempoDoubtful ? "?" : "")
  }

  func keyColumn(width: Int) -> String {
    guard let key else { return track.tags.key ?? "" }
    // Both notations where they fit, else the shorter one.
    let text =
      notation == .both
      ? (width > 5 ? "\(key.camelot) \(key.name)" : key.camelot) : notation.text(key)
    return text + (isKeyDoubtful ? "?" : "")
  }

  // MARK: Sources

  private static func name(_ source: TrackFindings.Source) -> String {
    switch source {
    case .user: "you"
    case .tag: "tag"
    case .analysis: "found"
    }
  }

  /// The alternatives shown beside tempo and key.
  enum Alternatives: CaseIterable { case both, tempo, none }

  /// Tempo and key with their sources, named once where both have the same.
  func music(_ alternatives: Alternatives) -> [String] {
    let tempo = tempo(orElse: alternatives != .none)
    let key = keyText(orElse: alternatives == .both)
    let sources = (bpmSource, keySource)
    var parts: [String] = []
    if let tempo, let key, sources.0 == sources.1 {
      parts = [tempo, key]
      if let source = sources.0 { parts.append(FindingsText.name(source)) }
    } else {
      for (value, source) in [(tempo, sources.0), (key, sources.1)] {
        guard let value else { continue }
        parts.append(value + (source.map { " \(FindingsText.name($0))" } ?? ""))
      }
    }
    if let conflict { parts.append(conflict) }
    if let tuning { parts.append(tuning) }
    return parts
  }

  /// Found values that differ from those in force.
  private var conflict: String? {
    var parts: [String] = []
    if bpmSource != .analysis, let bpm, let found = findings.foundBPM,
      (found / max(bpm, 1) - 1).magnitude > 0.01
    {
      parts.append(found.tenths)
    }
    if keySource != .analysis, let found = findings.foundKey, found != key {
      parts.append(notation.text(found))
    }
    return parts.isEmpty ? nil : "found " + parts.joined(separator: ", ")
  }

  // MARK: Loudness

  /// "−9.3 LUFS, 6.1 LU, −0.2 dBTP".
  var loudness: String? {
    let values = [
      findings.loudness.map { "\($0.tenths) LUFS" },
      findings.loudnessRange.map { "\($0.tenths) LU" },
      findings.truePeak.map { "\($0.tenths) dBTP" },
    ].compactMap(\.self)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var sound: [String] {
    [loudness, findings.energy.map { "energy \($0)" }].compactMap(\.self)
  }
}

extension Double {
  /// With one decimal: "124.0", "−0.2".
  var tenths: String {
    guard isFinite, magnitude < 1e9 else { return "–" }
    let tenths = Int((self * 10).rounded())
    return (tenths < 0 ? "−" : "") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
