import Music

/// The lyrics of the current and next tracks, and the line under the cursor.
package struct PlayingLyrics: Equatable, Sendable {
  private struct Known: Equatable {
    /// The file that was asked for its lyrics.
    var source: MediaSource
    var file: FileStamp
    var isLoading = true
    /// Whether the net was asked.
    var isFetched = false
    /// Nil until loaded, and where there are none.
    var found: TrackLyrics?
  }

  private struct Cursor: Equatable {
    var track: TrackID
    var line: Int
    /// The end of the time without keys after which the heard line is followed again.
    var until: ContinuousClock.Instant
  }

  private var known: [TrackID: Known] = [:]
  private var cursor: Cursor?

  private static let patience: Duration = .seconds(8)

  subscript(track: TrackID) -> TrackLyrics? { known[track]?.found }

  func isLoading(_ track: TrackID) -> Bool { known[track]?.isLoading ?? false }

  // MARK: Loading

  /// Loads the lyrics of a track, unless those of its present file are known.
  ///
  /// - Parameter inFront: the current and next tracks; others are dropped.
  mutating func missing(of track: Track, besides inFront: Set<TrackID>) -> [Effect] {
    known = known.filter { $0.key == track.id || inFront.contains($0.key) }
    guard !track.isStream else { return [] }
    let before = known[track.id]
    guard before?.source != track.source || before?.file != track.file else { return [] }
    return load(track)
  }

  /// Loads lyrics again: a file beside the music may have changed.
  mutating func load(_ track: Track) -> [Effect] {
    known[track.id] = Known(
      source: track.source, file: track.file, found: known[track.id]?.found)
    return [.load(.lyrics(track.id))]
  }

  /// Loads lyrics again that were written, unless their track is no longer current or next.
  mutating func reload(_ track: TrackID) -> [Effect] {
    guard known[track] != nil else { return [] }
    known[track]?.isLoading = true
    return [.load(.lyrics(track))]
  }

  /// Stores lyrics, unless their track is no longer current or next.
  mutating func receive(_ lyrics: TrackLyrics?, of track: TrackID) {
    guard known[track] != nil else { return }
    // Fetched lyrics stay while the file has none.
    if lyrics != nil || known[track]?.found?.source != .fetched { known[track]?.found = lyrics }
    known[track]?.isLoading = false
    // The line may be gone from a file that was read again.
    if let cursor, cursor.track == track, cursor.line >= lyrics?.lyrics.lines.count ?? 0 {
      self.cursor = nil
    }
  }

  // MARK: The net

  /// Whether a track has no lyrics, and the net was not asked for them.
  func mayFetch(_ track: TrackID) -> Bool {
    known[track].map { !$0.isLoading && !$0.isFetched && $0.found == nil } ?? false
  }

  mutating func fetch(_ track: TrackID) { known[track]?.isFetched = true }

  /// Stores lyrics of the net; files and tags go before them.
  mutating func receiveFetched(_ lyrics: TrackLyrics, of track: TrackID) {
    guard known[track]?.found == nil else { return }
    receive(lyrics, of: track)
  }

  // MARK: The cursor

  /// The line chosen in a track's lyrics; nil while the heard line is followed. Without times, the
  /// first visible line.
  func line(of track: TrackID) -> Int? { cursor?.track == track ? cursor?.line : nil }

  /// - Parameters:
  ///   - heard: the heard line, from which the first step goes.
  ///   - now: the time of the key.
  mutating func move(
    by step: Int, in track: TrackID, from heard: Int?, at now: ContinuousClock.Instant
  ) {
    guard let lyrics = known[track]?.found?.lyrics, !lyrics.lines.isEmpty else { return }
    let start = line(of: track) ?? heard ?? (lyrics.isSynced ? -1 : 0)
    let line = max(0, min(lyrics.lines.count - 1, start.addingReportingOverflow(step).partialValue))
    cursor = Cursor(track: track, line: line, until: now.advanced(by: Self.patience))
  }

  /// Follows the heard line again.
  mutating func follow() { cursor = nil }

  /// Without times the position stays as long as the track.
  mutating func expire(at now: ContinuousClock.Instant) {
    guard let cursor, known[cursor.track]?.found?.lyrics.isSynced != false else { return }
    if cursor.until <= now { self.cursor = nil }
  }

  /// How long until the heard line is followed again.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    guard let cursor, known[cursor.track]?.found?.lyrics.isSynced == true else { return [] }
    return [now.duration(to: cursor.until)]
  }
}
