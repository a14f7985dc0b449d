import FoundationEssentials
internal import GRDB
internal import Music

/// The columns of an analysis in `analyses`.
enum AnalysisRow {
  /// In the order of `track(_:)`.
  private static let columns = """
    parts, a.bpm, a.bpm_confidence, a.bpm_alternative, a.grid_anchor, a.grid_period, a.beats, \
    a.key, a.key_confidence, a.key_alternative, a.tuning, a.loudness, a.loudness_range, \
    a.true_peak, a.histogram, a.sound_start, a.sound_end, a.audible_start, a.audible_end, \
    a.fade_out, a.energy, a.mix_in, a.mix_out
    """

  /// The columns that each analysis part sets.
  private static let columnsOfPart: [AnalysisPart: [String]] = [
    .tempo: [
      "bpm", "bpm_confidence", "bpm_alternative", "is_constant", "grid_anchor", "grid_period",
      "beats", "mix_in", "mix_out",
    ],
    .key: ["key", "key_confidence", "key_alternative", "tuning"],
    .loudness: ["loudness", "loudness_range", "true_peak", "histogram"],
    .edges: ["sound_start", "sound_end", "audible_start", "audible_end", "fade_out"],
    .energy: ["energy"],
    .waveform: [],
  ]

  /// The values of an analysis by the columns that its parts set, their versions included.
  static func values(_ analysis: TrackAnalysis) -> [(column: String, value: DatabaseValue)] {
    var all: [String: DatabaseValue] = [:]
    func set(_ column: String, _ value: Double?) {
      all[column] = value.flatMap { $0.isFinite ? $0.databaseValue : nil } ?? .null
    }
    func set(_ column: String, _ value: Duration?) {
      all[column] = value.map { $0.wholeMicroseconds.databaseValue } ?? .null
    }
    let (tempo, key, loudness, edges) = (
      analysis.tempo, analysis.key, analysis.loudness, analysis.edges
    )
    set("bpm", tempo?.bpm)
    set("bpm_confidence", tempo?.confidence)
    set("bpm_alternative", tempo?.alternative)
    all["is_constant"] = tempo.map { $0.isConstant.databaseValue } ?? .null
    if case .constant(let anchor, let period) = tempo?.grid {
      set("grid_anchor", anchor)
      set("grid_period", period)
    }
    if case .beats(let beats) = tempo?.grid {
      all["beats"] = BeatsBlob.data(beats).databaseValue
    }
    set("mix_in", analysis.mixIn)
    set("mix_out", analysis.mixOut)
    all["key"] = key.map { Int64($0.key.number).databaseValue } ?? .null
    set("key_confidence", key?.confidence)
    all["key_alternative"] =
      key?.alternative.map { Int64($0.number).databaseValue } ?? .null
    set("tuning", key?.tuning)
    set("loudness", loudness?.integrated)
    set("loudness_range", loudness?.range)
    set("true_peak", loudness?.truePeak)
    all["histogram"] = loudness.flatMap { LoudnessBlob.data($0.blocks) }?.databaseValue ?? .null
    set("sound_start", edges?.start)
    set("sound_end", edges?.end)
    set("audible_start", edges?.audibleStart)
    set("audible_end", edges?.audibleEnd)
    set("fade_out", edges?.fadeOut)
    // The catalog compares numbers of single precision.
    set("energy", analysis.energy.map { Double(Float($0.value)) })
    return AnalysisPart.allCases.filter(analysis.parts.contains).flatMap { part in
      [("\(part.rawValue)_version", part.version.databaseValue)]
        + (columnsOfPart[part] ?? []).map { ($0, all[$0] ?? .null) }
    }
  }

  /// The stored analysis of a track without its waveform; nil where nothing was found.
  static func analysis(of track: Int64, _ db: Database) throws -> TrackAnalysis? {
    let parts = AnalysisPart.allCases.map { "(a.\($0.rawValue)_version > 0) * \($0.bit)" }
      .joined(separator: " + ")
    let row = try Row.fetchOne(
      try db.cachedStatement(
        sql: """
          SELECT \(columns.replacing("parts,", with: "\(parts),")), m.set_bpm, m.set_key,
            coalesce(m.shifts_grid, 0), a.is_constant
          FROM analyses a JOIN tracks t ON t.id = a.track LEFT JOIN marks m ON m.track = a.track
          WHERE a.track = ?
          """), arguments: [track])
    guard let row, try row.value(0) as Int64 != 0 else { return nil }
    return try analysis(row)
  }

  private static func analysis(_ row: Row) throws -> TrackAnalysis {
    var analysis = TrackAnalysis(parts: AnalysisPart.parts(try row.value(0)))
    func time(_ index: Int) throws -> Duration? { try row.time(index) }
    analysis.tempo = try tempo(row)
    analysis.key = try key(row.value(7)).map {
      try KeyEstimate(
        key: $0, confidence: row.value(8) ?? 0, alternative: key(row.value(9)),
        tuning: row.value(10) ?? 0)
    }
    if analysis.parts.contains(.loudness) {
      analysis.loudness = try LoudnessMeasurement(
        integrated: row.value(11), range: row.value(12), truePeak: row.value(13),
        blocks: LoudnessBlob.histogram(row.value(14)))
    }
    if let start = try time(15), let end = try time(16), let audible = try time(17),
      let last = try time(18)
    {
      analysis.edges = try SoundEdges(
        start: start, end: end, audibleStart: audible, audibleEnd: last, fadeOut: time(19))
    }
    analysis.energy = (try row.value(20) as Double?).map { EnergyMeasurement(value: $0) }
    (analysis.mixIn, analysis.mixOut) = (try time(21), try time(22))
    try correct(&analysis, bpm: row.value(23), key: key(row.value(24)), shiftsGrid: row.value(25))
    return analysis
  }

  private static func tempo(_ row: Row) throws -> TempoEstimate? {
    guard let bpm: Double = try row.value(1) else { return nil }
    let grid: BeatGrid
    if let beats = (try row.value(6) as Data?).flatMap(BeatsBlob.beats) {
      grid = .beats(beats)
    } else if let anchor: Double = try row.value(4), let period: Double = try row.value(5) {
      grid = .constant(anchor: anchor, period: period)
    } else {
      grid = .beats([])
    }
    return try TempoEstimate(
      bpm: bpm, confidence: row.value(2) ?? 0, alternative: row.value(3), grid: grid)
  }

  static func key(_ number: Int64?) -> MusicalKey? {
    number.flatMap { UInt8(exactly: $0) }.flatMap { MusicalKey(number: $0) }
  }

  /// Replaces analysed values by the user's.
  private static func correct(
    _ analysis: inout TrackAnalysis, bpm: Double?, key: MusicalKey?, shiftsGrid: Bool
  ) {
    if let key {
      analysis.key = analysis.key ?? KeyEstimate(key: key, confidence: 1)
      analysis.key?.key = key
    }
    if let bpm { analysis.tempo = analysis.tempo?.at(bpm) }
    guard shiftsGrid, let tempo = analysis.tempo else { return }
    analysis.tempo?.grid = tempo.grid.shiftedByHalf
    let half = Duration.seconds(30 / max(1, tempo.bpm))
    analysis.mixIn = analysis.mixIn.map { $0 + half }
    analysis.mixOut = analysis.mixOut.map { $0 + half }
  }
}

extension AnalysisPart {
  /// The part's bit in `pending_analyses.parts`.
  var bit: Int64 { 1 << Int64(AnalysisPart.allCases.firstIndex(of: self) ?? 0) }

  static func parts(_ bits: Int64) -> Set<AnalysisPart> {
    Set(allCases.filter { bits & $0.bit != 0 })
  }

  static func bits(_ parts: Set<AnalysisPart>) -> Int64 { parts.reduce(0) { $0 | $1.bit } }

  static let allBits = bits(Set(allCases))
}
