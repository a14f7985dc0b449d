extension TrackRenderer {
  /// Loudness of a file by ffmpeg's ebur128: LUFS and dBTP; nil for silence.
  func measuredLoudness(of path: String) throws -> (integrated: Double?, peak: Double?) {
    let text = try ffmpeg([
      "-i", path, "-af", "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-", "-f", "null",
      "-",
    ])
    // Each frame prints running values: the last ones are those of the whole file.
    var (integrated, peaks): (Double?, [Substring: Double]) = (nil, [:])
    for line in text.split(separator: "\n") where line.hasPrefix("lavfi.r128.") {
      let parts = line.split(separator: "=")
      guard parts.count == 2, let value = Double(parts[1]) else { continue }
      if parts[0].hasSuffix(".I") { integrated = value }
      if parts[0].contains("true_peaks_ch") { peaks[parts[0]] = value }
    }
    // Peaks are printed as parts of full scale.
    let peak = peaks.values.max().flatMap { $0 > 0 ? 20 * decimalLogarithm($0) : nil }
    return (integrated, peak)
  }
}
