package import Music

/// The window of fits: tracks that mix into the end of a track, the best first.
package struct FitsPanel: Equatable, Sendable {
  package var list: FitList
  package internal(set) var cursor = ListCursor()
  /// The previous tracks, to go back to.
  var history: [TrackID] = []
  /// The track whose fits show because it plays, not because of the cursor.
  let playing: TrackID?
  /// The track that is to be listened to once its Mix In is known.
  var awaited: TrackID?
  /// The track that was listened to last, and its Mix In; nil where it has none.
  private(set) var heard: Heard?

  struct Heard: Equatable, Sendable {
    var track: Track
    var mixIn: Duration?
  }

  package init(_ list: FitList, playing: TrackID? = nil) {
    self.list = list
    self.playing = playing
  }

  package var fit: FitList.Fit? {
    list.fits.indices.contains(cursor.selected) ? list.fits[cursor.selected] : nil
  }

  mutating func move(by step: Int, height: Int) {
    cursor.move(by: step, of: list.fits.count)
    cursor.scroll(height: height, of: list.fits.count)
  }

  /// Shows new fits: for the same track the cursor stays on its row's track, or else at its index.
  mutating func update(_ new: FitList, height: Int) {
    guard new.from.id == list.from.id else {
      (list, cursor) = (new, ListCursor())
      return
    }
    let track = fit?.track.id
    list = new
    let index = new.fits.firstIndex { $0.track.id == track } ?? cursor.selected
    move(by: index - cursor.selected, height: height)
  }

  /// Listens to the awaited track.
  ///
  /// - Returns: False where another one is awaited, or none.
  mutating func receive(_ mixIn: Duration?, of track: TrackID) -> Bool {
    guard awaited == track, let fit = list.fits.first(where: { $0.track.id == track }) else {
      return false
    }
    awaited = nil
    heard = Heard(track: fit.track, mixIn: mixIn)
    return true
  }
}
