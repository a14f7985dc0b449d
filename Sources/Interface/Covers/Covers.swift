import Music

/// The covers of the current and next tracks.
package struct Covers: Equatable, Sendable {
  /// How this terminal shows pictures.
  package enum Style: String, Sendable, CaseIterable {
    /// Two or four pixels a cell, by block characters in colours of their own.
    case blocks
    case none
  }

  private struct Cover: Equatable {
    /// The file that was asked for its cover.
    var source: MediaSource
    var file: FileStamp
    /// Nil until loaded, and where there is none.
    var picture: Picture?
  }

  package var style = Style.none
  private var known: [TrackID: Cover] = [:]

  /// The longer side of a loaded cover in pixels: some for each quarter of a cell.
  package static let side = 96

  /// The cover of a track; nil until it is loaded, and where there is none.
  subscript(track: TrackID) -> Picture? { known[track]?.picture }

  /// Loads the cover of a track, unless that of its present file is known.
  ///
  /// - Parameter inFront: the current and next tracks; others are dropped.
  mutating func missing(of track: Track, besides inFront: Set<TrackID>) -> [Effect] {
    known = known.filter { $0.key == track.id || inFront.contains($0.key) }
    let before = known[track.id]
    guard style != .none, !track.isStream,
      before?.source != track.source || before?.file != track.file
    else { return [] }
    known[track.id] = Cover(source: track.source, file: track.file, picture: before?.picture)
    return [.load(.cover(track.id))]
  }

  /// Stores a cover, unless its track is no longer current or next.
  mutating func receive(_ picture: Picture?, of track: TrackID) {
    known[track]?.picture = picture
  }
}
