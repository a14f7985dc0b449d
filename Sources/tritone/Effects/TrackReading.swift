import Interface
import Library
import Music

/// Reads a track's facts from the library for the interface.
struct TrackReading {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// The track's analysis. The waveform is prepared for drawing here, off the drawing thread.
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
