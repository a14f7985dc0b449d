import Interface
import Library
import Music

/// What the library knows of one track, as the interface shows it.
struct TrackReading {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// What was found in its sound. Its waveform is made ready to be drawn here, and not on the
  /// thread that draws.
  func analysis(of track: TrackID) async throws -> Event {
    let analysis = try await library.storedAnalysis(of: track)
    let waveform = try await library.waveform(of: track)
    return .track(.analysisLoaded(track, analysis, waveform.flatMap { WaveformLevels($0) }))
  }

  func info(of id: TrackID) async throws -> TrackInfo? {
    guard let track = try await library.tracks([id]).first else { return nil }
    return TrackInfo(
      track: track, analysis: try await library.storedAnalysis(of: id),
      cues: try await library.cues(of: id), added: LocalTime.text(track.added),
      lastPlayed: track.lastPlayed.map { LocalTime.text($0) },
      modified: track.file.modified > 0
        ? LocalTime.text(track.file.modified / 1_000_000_000) : nil)
  }
}
