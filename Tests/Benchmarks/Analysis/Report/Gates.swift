import MusicCorpus

extension BenchReport {
  /// Limits of the analysis on any seed; the last ones only if the peers are installed.
  var gates: [Gate] {
    guard let ours = rows.first(where: { $0.name == Ours.name }) else { return [] }
    var gates: [Gate] = []
    func gate(
      _ title: String, _ value: Double?, _ bound: Gate.Bound, _ limit: Double, unit: String = "%",
      decimals: Int = 1
    ) {
      gates.append(
        Gate(
          title: title, unit: unit, value: value, bound: bound, limit: limit, decimals: decimals))
    }
    gate("tempo, accuracy 1", ours.tempo?.accuracy1, .atLeast, 92)
    gate("tempo, accuracy 2", ours.tempo?.accuracy2, .atLeast, 99)
    gate("tempo within 0.2 %, constant", ours.tempo?.exactOfConstant, .atLeast, 88)
    gate("beats, F-measure", ours.tempo?.beatF, .atLeast, 0.86, unit: "", decimals: 3)
    gate("key, exact", ours.key?.exact, .atLeast, 86)
    gate("key, MIREX weighted", ours.key?.weighted, .atLeast, 90, unit: "")
    gate("silence at the start within 10 ms", ours.levels?.startWithin10, .atLeast, 98)
    gate("silence at the end within 10 ms", ours.levels?.endWithin10, .atLeast, 90)
    gate(
      "loudness beside ebur128, at most", ours.levels?.loudnessDifference, .atMost, 0.1,
      unit: "LU", decimals: 3)
    gate(
      "true peak beside ebur128, at most", ours.levels?.peakDifference, .atMost, 0.2, unit: "dB",
      decimals: 3)
    gate("speed without decoding", speed, .atLeast, 700, unit: "x", decimals: 0)
    for row in rows {
      if row.name == "essentia multifeature", let limit = row.tempo?.accuracy1 {
        gate("accuracy 1 above essentia multifeature", ours.tempo?.accuracy1, .above, limit)
      }
      if row.name == "essentia edma", let limit = row.key?.weighted {
        gate("MIREX above essentia edma", ours.key?.weighted, .above, limit, unit: "")
      }
      if row.name == "aubio", let limit = row.speed.tempo {
        gate("everything below aubio's tempo", cost, .below, limit, unit: "ms/min")
      }
    }
    return gates
  }
}
