package import Music
package import Screen

/// Everything that happens to the interface, in the past tense, by the part of it that takes it.
///
/// Each part takes an enum of its own and has a switch without a default: a new case that nobody
/// takes does not compile.
package enum Event: Equatable, Sendable {
  case input(Input)
  case resized(Size)
  /// Time went on; the clock is in `App.now`.
  case ticked

  case list(ListEvent)
  case playlists(PlaylistEvent)
  case templates(TemplateEvent)
  case entries(EntryEvent)
  case cues(CueEvent)
  case mixing(MixingEvent)
  case track(TrackEvent)
  case search(SearchEvent)
  case queue(QueueEvent)
  case library(LibraryEvent)
  case exchange(ExchangeEvent)
  case theme(ThemeEvent)
  case session(SessionEvent)
  case player(PlayerReport)

  case done(Outcome)
  case failed(String)
  /// An effect could not be done; the text says why.
  case refused(Effect, String)
  /// An edit of what lists show was done or refused, and everything it had to say was said.
  case editEnded
}
