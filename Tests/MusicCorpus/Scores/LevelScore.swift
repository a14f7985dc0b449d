/// Accuracy of silences and levels.
package struct LevelScore: Encodable {
  /// Percent within 10 ms of the true start.
  package var startWithin10 = 0.0
  package var silences = 0
  /// Percent within 10 ms of the true fall below -60 dBFS, of the files where it is known.
  package var endWithin10 = 0.0
  package var ends = 0
  /// Largest difference from ffmpeg's ebur128 in LU and dB, with the file.
  package var loudnessDifference = 0.0
  package var loudnessWorst = ""
  package var peakDifference = 0.0
  package var peakWorst = ""
  /// Number of files with levels.
  package var levels = 0

  package init?(_ answers: Answers, at tracks: [CorpusTrack]) {
    let found = tracks.compactMap { track in
      answers.detections[track.file].map { (track, $0) }
    }
    guard found.contains(where: { $0.1.startSilence != nil || $0.1.loudness != nil }) else {
      return nil
    }
    for (track, detection) in found {
      if let start = track.startSilence {
        silences += 1
        if abs((detection.startSilence ?? .infinity) - start) <= 0.01 { startWithin10 += 1 }
      }
      if track.isEndKnown, let end = track.endSilence {
        ends += 1
        if abs((detection.endSilence ?? .infinity) - end) <= 0.01 { endWithin10 += 1 }
      }
      if let truth = track.loudness, let peak = track.truePeak {
        levels += 1
        let loudness = abs((detection.loudness ?? .infinity) - truth)
        if loudness > loudnessDifference {
          (loudnessDifference, loudnessWorst) = (loudness, track.file)
        }
        let difference = abs((detection.truePeak ?? .infinity) - peak)
        if difference > peakDifference { (peakDifference, peakWorst) = (difference, track.file) }
      }
    }
    startWithin10 *= 100 / Double(max(1, silences))
    endWithin10 *= 100 / Double(max(1, ends))
  }
}
