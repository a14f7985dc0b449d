import Music

extension CommandLineReader {
  static let findingUsages: [Usage] = [
    Usage(
      form: "bpm VALUE", summary: "the tempo is 124, x2, /2, x3/2, x2/3, tap or off",
      words: TempoRatio.allCases.map(\.rawValue) + ["tap", "off"]
    ) {
      tempo($0.lowercased())
    },
    Usage(
      form: "key NAME", summary: "the key is Am, 8A or 1m; off goes back to what was found",
      words: ["off"]
    ) {
      if $0.lowercased() == "off" { return .finding(.correct(.key(nil))) }
      return MusicalKey($0).map { .finding(.correct(.key($0))) }
    },
    Usage(
      form: "key-names HOW", summary: "write keys as camelot, names or both",
      words: KeyNotation.allCases.map(\.rawValue)
    ) {
      KeyNotation(rawValue: $0.lowercased()).map { .finding(.keyNames($0)) }
    },
    Usage(
      form: "prefer WHICH", summary: "which tempo and key hold: those of tags or of analysis",
      words: ValuePreference.allCases.map(\.rawValue)
    ) {
      ValuePreference(rawValue: $0.lowercased()).map { .finding(.prefer($0)) }
    },
    Usage(
      form: "zoom SECONDS", summary: "show 4 to 60 s of the waveform, or all", words: ["all"]
    ) {
      let text = $0.lowercased()
      if text == "all" || text == "off" { return .finding(.zoomTo(nil)) }
      return Double(text).flatMap {
        (4...60).contains($0) ? .finding(.zoomTo(.milliseconds(($0 * 1000).rounded()))) : nil
      }
    },
    Usage(
      form: "waveform HOW", summary: "draw it with blocks, ascii or off",
      words: WaveformStyle.allCases.map(\.rawValue)
    ) {
      WaveformStyle(rawValue: $0.lowercased()).map { .finding(.waveform($0)) }
    },
  ]

  /// Reads "124", "123.98", "x2", "/2", "tap" and "off".
  private static func tempo(_ text: String) -> Command? {
    switch text {
    case "off": return .finding(.correct(.tempo(nil)))
    case "tap": return .finding(.tap)
    default: break
    }
    if let ratio = TempoRatio(rawValue: text.replacing("×", with: "x")) {
      return .finding(.correct(.multiplyTempo(ratio)))
    }
    return Double(text).flatMap {
      Correction.tempos.contains($0) ? .finding(.correct(.tempo($0))) : nil
    }
  }
}
