import Glibc
import Music

/// A file's analysis as `analyze --json` prints it.
struct AnalysisRecord: Encodable {
  var path: String
  var pathBytes: String?
  /// "found", or "failed" with a reason.
  var status: String
  var reason: String?
  var tempo: TempoRecord?
  var key: KeyRecord?
  var loudness: LoudnessRecord?
  var sound: EdgesRecord?
  /// Seconds of the file.
  var mixIn, mixOut: Double?
  /// Without a unit: the grade from 1 to 10 depends on the library.
  var energy: Double?
  /// Processor time of decoding and analysis.
  var cpuSeconds: Double?

  struct TempoRecord: Encodable {
    var bpm, confidence: Double
    var alternative: Double?
    var constant: Bool
    /// Seconds: one beat, and the beat period; for a constant tempo.
    var anchor, period: Double?
    /// Seconds, for a varying tempo.
    var beats: [Double]?

    init(_ estimate: TempoEstimate) {
      bpm = estimate.bpm.rounded(to: 1000)
      confidence = estimate.confidence.rounded(to: 1000)
      alternative = estimate.alternative?.rounded(to: 1000)
      constant = estimate.isConstant
      switch estimate.grid {
      case .constant(let anchor, let period):
        self.anchor = anchor.rounded(to: 100_000)
        self.period = period.rounded(to: 10_000_000)
      case .beats(let beats): self.beats = beats.map { $0.rounded(to: 1000) }
      }
    }
  }

  struct KeyRecord: Encodable {
    /// In musical notation, and by the Camelot wheel.
    var name, camelot: String
    var confidence: Double
    /// The second choice, in both notations.
    var alternativeName, alternative: String?
    /// Cents from 440 Hz.
    var tuning: Double

    init(_ estimate: KeyEstimate) {
      name = estimate.key.name
      camelot = estimate.key.camelot
      confidence = estimate.confidence.rounded(to: 1000)
      alternative = estimate.alternative?.camelot
      alternativeName = estimate.alternative?.name
      tuning = estimate.tuning.rounded(to: 10)
    }
  }

  struct LoudnessRecord: Encodable {
    /// LUFS, LU and dBTP.
    var integrated, range, truePeak: Double?

    init(_ measurement: LoudnessMeasurement) {
      integrated = measurement.integrated?.rounded(to: 100)
      range = measurement.range?.rounded(to: 100)
      truePeak = measurement.truePeak?.rounded(to: 100)
    }
  }

  struct EdgesRecord: Encodable {
    /// Seconds of the file.
    var start, end, audibleStart, audibleEnd: Double
    var fadeOut: Double?

    init(_ edges: SoundEdges) {
      start = edges.start.seconds.rounded(to: 1000)
      end = edges.end.seconds.rounded(to: 1000)
      audibleStart = edges.audibleStart.seconds.rounded(to: 1000)
      audibleEnd = edges.audibleEnd.seconds.rounded(to: 1000)
      fadeOut = edges.fadeOut?.seconds.rounded(to: 1000)
    }
  }

  init(_ path: FilePath, _ found: TrackAnalysis?, _ reason: String?) {
    self.path = path.text
    pathBytes = path.bytesWhereInexact
    self.reason = reason
    status = found == nil ? "failed" : "found"
    tempo = found?.tempo.map(TempoRecord.init)
    key = found?.key.map(KeyRecord.init)
    loudness = found?.loudness.map(LoudnessRecord.init)
    sound = found?.edges.map(EdgesRecord.init)
    mixIn = found?.mixIn?.seconds.rounded(to: 1000)
    mixOut = found?.mixOut?.seconds.rounded(to: 1000)
    energy = found?.energy?.value.rounded(to: 1000)
  }
}

/// A file's analysis as one printed line.
enum AnalysisText {
  static func line(_ found: TrackAnalysis) -> String {
    var parts: [String] = []
    if let tempo = found.tempo {
      var text = tempo.bpm.text(1) + " BPM"
      if !tempo.isConstant { text += ", varies" }
      if let other = tempo.alternative { text += " (or \(other.text(1)))" }
      parts.append(text)
    } else if found.parts.contains(.tempo) {
      parts.append("no tempo")
    }
    if let key = found.key {
      let doubt = key.confidence < KeyEstimate.lowConfidence ? "?" : ""
      let other = key.alternative.map { " (or \($0.camelot))" } ?? ""
      parts.append("\(key.key.camelot) \(key.key.name)\(doubt)\(other)")
    } else if found.parts.contains(.key) {
      parts.append("no key")
    }
    if let loudness = found.loudness {
      if let value = loudness.integrated { parts.append(value.text(1) + " LUFS") }
      if let value = loudness.range { parts.append(value.text(1) + " LU") }
      if let value = loudness.truePeak { parts.append(value.text(1) + " dBTP") }
      if loudness.truePeak == nil { parts.append("silence") }
    }
    if let edges = found.edges {
      parts.append(
        "sound from \(edges.start.clockText(decimals: 2)) to \(edges.end.clockText(decimals: 2))")
    }
    return parts.joined(separator: "\t")
  }
}

extension Double {
  func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }

  /// With so many decimals, as C's `%.2f` prints it.
  func text(_ decimals: Int) -> String {
    withVaList([Int32(decimals), self]) { values in
      // Room for the largest number and its decimals.
      String(unsafeUninitializedCapacity: 400) { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
          min(max(0, Int(vsnprintf($0.baseAddress, $0.count, "%.*f", values))), $0.count - 1)
        }
      }
    }
  }
}
