/// Ways from pane to pane and into what a row stands for.
package enum PaneCommand: Hashable, Sendable {
  case next, previous, nextTab, previousTab
  case focus(Pane)
  case browse(BrowseMode)
  case activate, back, goToPlaying
}
