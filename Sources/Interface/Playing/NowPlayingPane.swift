import Music
import Screen

/// The pane of the current track.
struct NowPlayingPane: PaneContent {
  let pane = Pane.nowPlaying
  let title = "Now Playing"
  let actsOnPlaying = true

  func hints(in app: App) -> [(Command, String)] {
    [
      (.playing(.playPause), app.isPlaying ? "pause" : "play"), (.playing(.seek(5)), "seek"),
      (.playing(.nextTrack), "next"), (.slot(.add(.one)), "mix"), (.track(.cycleRating), "rate"),
      (.track(.react), "react"), (.help, "help"),
    ]
  }

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    if app.layout.form == .full,
      let command = NowPlayingBox.command(at: position, in: rect, of: app)
    {
      return .command(pane, command)
    }
    return paneTarget(at: position, in: rect, of: app)
  }

  func draw(into frame: inout Frame, in rect: Rect, of app: App) {
    NowPlayingView(app: app, layout: app.layout).draw(into: &frame, in: rect)
  }
}
