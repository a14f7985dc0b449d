import Music

/// All commands, from keys, the command line and the mouse. Nested by subject, so that each part
/// has a switch of its own without a default.
package enum Command: Hashable, Sendable {
  case playing(PlayingCommand)
  case move(MoveCommand)
  case pane(PaneCommand)
  case list(ListCommand)
  case slot(SlotCommand)
  case queue(QueueCommand)
  case row(RowCommand)
  case track(TrackCommand)
  case label(LabelCommand)
  case variation(VariationCommand)
  case comment(CommentCommand)
  case skin(SkinCommand)
  case library(LibraryCommand)
  case sound(SoundCommand)
  case playlist(PlaylistCommand)
  case changeEntry(EntryCommand)
  case template(TemplateCommand)
  case mixing(MixingCommand)
  case cue(CueCommand)
  case finding(FindingCommand)
  case lyrics(LyricsCommand)
  case analysis(AnalysisControl)
  case exchange(ExchangeCommand)
  case settings(SettingsCommand)
  case build(BuildCommand)
  case device(DeviceCommand)
  case book(BookCommand)
  case server(ServerCommand)
  case shared(SharedCommand)
  /// Begins or ends the tour of hints.
  case hints(Bool)
  case undo, redo
  case commandLine, help, keys, cancel, redraw
  /// Leaves the terminal; the music plays on where it can, and where it may end, as
  /// `player.background` says.
  case leave(mayEndMusic: Bool)
  /// Ends the player.
  case quit
}
