import Interface
import Music

extension Crate {
  /// Scenes of mixing: the fits after a track, and a proposed order for a playlist.
  static func mixing(_ stage: inout Stage, _ scene: Scene) {
    if scene == .fits {
      stage.press("w")
      let from = tracks[0]
      let fits = tracks.dropFirst().map {
        FitList.Fit($0, MixFit(from: from.mixPoint, to: $0.mixPoint))
      }.filter(\.fit.fits).sorted { $0.fit.distance < $1.fit.distance }
      stage.send(.mixing(.fitsFound(FitList(from: from, fits: fits, count: fits.count))))
      stage.press("j")
    } else {
      stage.press("Shift-Tab", ":")
      stage.type("arrange")
      stage.press("Enter")
      guard let playlist = stage.app.openPlaylist else { return }
      let entries = [0, 12, 5, 3, 8, 1, 10, 6].enumerated().map {
        Arrangement.Entry(EntryID(Int64($0 + 1)), tracks[$1])
      }
      let order = MixOrder.arrange(entries.map(\.track.mixPoint))
      stage.send(
        .mixing(
          .arrangementFound(
            Arrangement(
              playlist: playlist, name: "Friday at the harbour", entries: entries, order: order,
              isFirstKept: true))))
    }
    stage.app.messages.clear()
  }
}
