/// Work outside of the interface, by receiver. The results come back as events.
///
/// Each receiver has an enum of its own and a switch without a default: a new case without a
/// handler does not compile.
package enum Effect: Equatable, Sendable {
  case terminal(TerminalEffect)
  case list(ListRequest)
  case load(LoadRequest)
  case find(TrackSearch)
  case player(PlayerEffect)
  case monitor(MonitorEffect)
  case edit(Edit)
  case history(HistoryEffect)
  case replacedQueues(ReplacedQueueEffect)
  case session(SessionEffect)
  case settings(SettingsEffect)
  case library(LibraryEffect)
  case analysis(AnalysisEffect)
  case lyrics(LyricsEffect)
  case arrangement(ArrangementEffect)
  case exchange(ExchangeEffect)
  case theme(ThemeEffect)
  case build(BuildEffect)
  case device(DeviceEffect)
  case books(BooksEffect)
  case servers(ServersEffect)
  case control(ControlEffect)
}
