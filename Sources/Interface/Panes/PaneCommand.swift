/// Navigation between panes and into rows.
package enum PaneCommand: Hashable, Sendable {
  case next, previous, nextTab, previousTab
  case focus(Pane)
  case browse(BrowseMode)
  /// Lists the albums as rows or as covers.
  case view(AlbumView)
  case activate, back, goToPlaying
  /// Shows the lyrics of what plays.
  case lyrics
  /// The current track over the whole screen, and back.
  case fullScreen
  /// The commands for the row at the cursor, in a window.
  case menu
  case layout(LayoutChoice.Form)
  case resetLayout
  case moveBorder(BorderMove)
  /// Writes the screen for a screen reader, or for eyes.
  case screenReader(Bool)
}
