// One pass over the sound of a track, in memory independent of its rate and channels, growing by
// some kilobytes a second at most. Confined to one thread.
package import Media
package import Music

/// Analyses a track's sound from its samples as they arrive.
package final class TrackAnalyzer {
  /// Seconds: of longer tracks, the first twelve hours are analysed.
  package static let maximumLength = 12 * 3600
  /// Frames per block; all meters process one before the next, so that it stays in the cache.
  private static let block = 8192

  /// Seconds of sound consumed.
  package var seconds: Double { Double(position) / Double(rate) }
  /// Whether the track's end is missing: its edges and Mix Out are then unknown.
  package var isCut = false

  private let rate: Int
  private let parts: Set<AnalysisPart>
  private var position: Int64 = 0
  /// Whether mix points are wanted: they need both the beats and the edges.
  private let isMixing: Bool
  private let mean: ChannelMean
  private let loudness: LoudnessMeter?
  private let truePeaks: [TruePeakMeter]
  private let edges: EdgeMeter?
  private let waveform: WaveformBuilder?
  private let front: FrontEnd?
  private let onsets: OnsetSpectrum?
  private let harmony: KeySpectrum?

  /// Analyses sound of a rate in Hz and of these channels for `parts`.
  package init(rate: Int, places: [ChannelPosition], parts: Set<AnalysisPart>) {
    self.rate = rate
    self.parts = parts
    let weights = places.map(LoudnessMeter.weight)
    isMixing = parts.contains(.tempo) || parts.contains(.edges)
    mean = ChannelMean(weights: weights)
    loudness =
      isMixing || parts.contains(.loudness) || parts.contains(.energy)
      ? LoudnessMeter(rate: rate, weights: weights) : nil
    truePeaks =
      parts.contains(.loudness) ? places.map { _ in TruePeakMeter(rate: rate) } : []
    edges = isMixing ? EdgeMeter(rate: rate, channels: places.count) : nil
    waveform = parts.contains(.waveform) ? WaveformBuilder(rate: rate) : nil
    let onsets =
      isMixing || parts.contains(.energy) || parts.contains(.waveform) ? OnsetSpectrum() : nil
    let harmony = parts.contains(.key) ? KeySpectrum() : nil
    self.onsets = onsets
    self.harmony = harmony
    front =
      onsets == nil && harmony == nil
      ? nil
      : FrontEnd(
        rate: rate, rhythm: { onsets?.consume($0) },
        harmony: harmony.map { harmony in { harmony.consume($0) } })
  }

  /// Consumes a block, a plane for each channel.
  package func consume(_ planes: UnsafeBufferPointer<UnsafePointer<Float>>, frames count: Int) {
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: planes.count) { moved in
      for start in stride(from: 0, to: count, by: Self.block) {
        for (channel, plane) in planes.enumerated() {
          moved.initializeElement(at: channel, to: plane + start)
        }
        hear(UnsafeBufferPointer(moved), min(Self.block, count - start))
      }
    }
  }

  private func hear(_ planes: UnsafeBufferPointer<UnsafePointer<Float>>, _ count: Int) {
    position += Int64(count)
    loudness?.consume(planes, frames: count)
    for (channel, meter) in truePeaks.enumerated() { meter.consume(planes[channel], count: count) }
    edges?.consume(planes, frames: count)
    guard waveform != nil || front != nil else { return }
    let samples = mean.of(planes, frames: count)
    waveform?.consume(samples)
    front?.consume(samples)
  }

  /// The results, to be requested once; incomplete if `cancellation` ends it.
  package func finish(cancellation: Cancellation? = nil) -> TrackAnalysis {
    var analysis = TrackAnalysis(parts: parts)
    func isOver() -> Bool { cancellation?.isOver == true }
    front?.finish()
    let measured = loudness?.measurement(truePeak: truePeak())
    if parts.contains(.loudness) { analysis.loudness = measured }
    let edges = findEdges(measured)
    if parts.contains(.edges), !isCut { analysis.edges = edges }
    if !isOver(), parts.contains(.key) { analysis.key = harmony?.finish() }
    if !isOver() { onsets?.finish() }
    if !isOver(), parts.contains(.waveform) { analysis.waveform = outline() }
    // Without sound there is no beat.
    guard !isOver(), !isMixing || edges != nil else { return analysis }
    let tempo =
      isMixing || parts.contains(.energy)
      ? onsets.flatMap { TempoEstimator.estimate($0, cancellation: cancellation) } : nil
    guard !isOver() else { return analysis }
    if parts.contains(.tempo) { analysis.tempo = tempo }
    if parts.contains(.energy) { analysis.energy = energy(measured, tempo) }
    if isMixing, let tempo { addMixPoints(tempo.grid, edges, measured, to: &analysis) }
    return analysis
  }

  private func findEdges(_ measured: LoudnessMeasurement?) -> SoundEdges? {
    edges?.edges(tenths: loudness?.energies ?? [], integrated: measured?.integrated)
  }

  private func outline() -> Waveform? {
    waveform?.waveform(
      bands: onsets?.energies ?? [], bandsPerSecond: OnsetSpectrum.framesPerSecond)
  }

  private func energy(
    _ measured: LoudnessMeasurement?, _ tempo: TempoEstimate?
  ) -> EnergyMeasurement? {
    guard let onsets, let integrated = measured?.integrated,
      let tilt = EnergyMeasurement.tilt(of: onsets.energies)
    else { return nil }
    return EnergyMeasurement(
      loudness: integrated, onsetRate: onsets.onsetRate, tilt: tilt, bpm: tempo?.bpm)
  }

  private func addMixPoints(
    _ grid: BeatGrid, _ edges: SoundEdges?, _ measured: LoudnessMeasurement?,
    to analysis: inout TrackAnalysis
  ) {
    guard let edges, let loudness, let integrated = measured?.integrated,
      let points = MixPoints(
        grid: grid, edges: edges, tenths: loudness.energies, integrated: integrated,
        bands: onsets?.energies ?? [], bandsPerSecond: OnsetSpectrum.framesPerSecond)
    else { return }
    analysis.mixIn = points.mixIn
    analysis.mixOut = isCut ? nil : points.mixOut
  }

  /// dBTP, the maximum of all channels.
  private func truePeak() -> Double? {
    for meter in truePeaks { meter.finish() }
    let peak = truePeaks.reduce(0) { max($0, $1.peak) }
    return peak > 0 ? LoudnessMeter.decibels(ofPeak: peak) : nil
  }
}
