package import Music
package import Screen

/// Everything that happens to the interface, in the past tense, by the part that handles it.
///
/// Each part has an enum of its own and a switch without a default: a new case without a handler
/// does not compile.
package enum Event: Equatable, Sendable {
  case input(Input)
  case resized(Size)
  /// How the terminal shows pictures, the size of its cells, and whether they can have six parts.
  case imagesChosen(ImageWay, cell: PixelSize, hasSextants: Bool = false)
  /// The terminal's background became known, or has changed.
  case backgroundFound(BackgroundTone)
  /// The terminal's window got the focus.
  case focused
  /// Time passed; the clock is in `App.now`.
  case ticked

  case list(ListEvent)
  case playlists(PlaylistEvent)
  case templates(TemplateEvent)
  case entries(EntryEvent)
  case cues(CueEvent)
  case mixing(MixingEvent)
  case track(TrackEvent)
  case labels(LabelEvent)
  case variations(VariationEvent)
  case comments(CommentEvent)
  case search(SearchEvent)
  case queue(QueueEvent)
  case library(LibraryEvent)
  case exchange(ExchangeEvent)
  case lyrics(LyricsEvent)
  case theme(ThemeEvent)
  case session(SessionEvent)
  case settings(SettingsEvent)
  case build(BuildEvent)
  case device(DeviceEvent)
  case books(BooksEvent)
  case servers(ServersEvent)
  /// A request from beyond the screen.
  case control(ControlEvent)
  case player(PlayerReport)
  /// The sound that is heard was read; nil where it was not kept.
  case heard(HeardSound?)

  case done(Outcome)
  case failed(String)
  /// An effect failed; the text gives the reason.
  case refused(Effect, String)
  /// An edit of rows was done or refused, and all its events have come.
  case editEnded
}
