import Dispatch
internal import GRDB
package import Music

extension Library {
  /// The waveform of a track; nil where none is stored any more.
  package func waveform(of track: TrackID) async throws(LibraryError) -> Waveform? {
    let task = try await read { db in
      try db.analysisTasks(of: [try db.current(track)], forced: AnalysisPart.waveform.bit).first
    }
    guard let task else { return nil }
    let waveform = try await ofWaveforms { try $0.waveform(WaveformStore.Key(task)) }
    // An empty waveform stands for a track without sound.
    return waveform.flatMap { $0.columns.isEmpty ? nil : $0 }
  }

  /// Whether a waveform is stored, an empty one included.
  func hasWaveform(of task: AnalysisTask) async throws(LibraryError) -> Bool {
    try await ofWaveforms { try $0.has(WaveformStore.Key(task)) }
  }

  func saveWaveforms(_ outcomes: [(AnalysisTask, AnalysisOutcome)])
    async throws(LibraryError)
  {
    let waveforms = Library.waveforms(of: outcomes)
    guard !waveforms.isEmpty else { return }
    try await ofWaveforms { try $0.keep(waveforms) }
  }

  /// The requested waveforms; an empty one for a track without sound.
  static func waveforms(of outcomes: [(AnalysisTask, AnalysisOutcome)])
    -> [(key: WaveformStore.Key, waveform: Waveform)]
  {
    outcomes.compactMap { task, outcome in
      guard case .found(let analysis) = outcome, analysis.parts.contains(.waveform) else {
        return nil
      }
      return (WaveformStore.Key(task), analysis.waveform ?? Waveform(columns: []))
    }
  }

  /// Deletes all waveforms; each is computed again when its track plays.
  package func clearWaveforms() async throws(LibraryError) {
    try await ofWaveforms { try $0.clear() }
  }

  /// Calls on a thread that may wait for the disk.
  private func ofWaveforms<Value: Sendable>(
    _ body: @escaping @Sendable (WaveformStore) throws -> Value
  ) async throws(LibraryError) -> Value {
    let waveforms = waveforms
    do {
      return try await withCheckedThrowingContinuation { continuation in
        waveforms.queue.async { continuation.resume(with: Result { try body(waveforms) }) }
      }
    } catch {
      throw LibraryError(error, at: waveforms.location)
    }
  }
}
