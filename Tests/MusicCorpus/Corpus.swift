internal import BenchHarness
internal import Foundation

/// A folder of music with the truth about each file, rendered from nothing but a seed.
///
/// The music is synthetic: General MIDI sounds, no voices, tempos and chords of our own choosing.
/// It ranks methods of analysis and catches regressions; it proves nothing about real music.
package struct Corpus: Sendable {
  package let folder: String
  package let tracks: [CorpusTrack]

  /// Opens a completely rendered corpus.
  package init(reading folder: String) throws(CorpusError) {
    self.folder = folder
    tracks = try TruthFile.tracks(at: "\(folder)/\(TruthFile.name)")
  }

  package static func isComplete(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(TruthFile.name)")
  }

  /// Renders a corpus into a new folder; the truth table comes last.
  ///
  /// - Parameter rendered: called with the number of finished tracks, from any thread.
  package init(
    rendering settings: RenderingSettings, into folder: String,
    rendered: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws {
    try SoundFonts.checkPrograms()
    let fonts = try SoundFonts(isQuick: settings.isQuick)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let renderer = TrackRenderer(settings: settings, fonts: fonts, folder: folder)
    let tracks = try await Self.inLanes(settings.lanes, count: settings.count, rendered) {
      try renderer.render($0)
    }
    let table = URL(fileURLWithPath: "\(folder)/\(TruthFile.name)")
    try Data(TruthFile.text(of: tracks).utf8).write(to: table, options: .atomic)
    self.folder = folder
    self.tracks = tracks
  }

  /// Runs jobs by number, a few at once; returns their results in order.
  private static func inLanes(
    _ lanes: Int, count: Int, _ done: @escaping @Sendable (Int) -> Void,
    _ work: @escaping @Sendable (Int) throws -> CorpusTrack
  ) async throws -> [CorpusTrack] {
    try await withThrowingTaskGroup(of: (Int, CorpusTrack).self) { group in
      var results: [Int: CorpusTrack] = [:]
      var next = 0
      func start() {
        guard next < count else { return }
        let number = next
        next += 1
        group.addTask { (number, try work(number)) }
      }
      for _ in 0..<max(1, lanes) { start() }
      while let (number, track) = try await group.next() {
        results[number] = track
        done(results.count)
        start()
      }
      return (0..<count).compactMap { results[$0] }
    }
  }

  package func path(of track: CorpusTrack) -> String { "\(folder)/\(track.file)" }

  /// Seconds of each beat of a track.
  package func beats(of track: CorpusTrack) throws(CorpusError) -> [Double] {
    try BeatFile.read(track.number, in: folder)
  }

  /// Seconds of the first beat of each bar of a track.
  package func downbeats(of track: CorpusTrack) throws(CorpusError) -> [Double] {
    try BeatFile.read(track.number, in: folder, onlyFirst: true)
  }
}
