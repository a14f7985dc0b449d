/// Work outside of the interface, by receiver. The results come back as events.
///
/// Each receiver has an enum of its own and a switch without a default: a new case without a
/// handler does not compile.
package enum Effect: Equatable, Sendable {
  case terminal(TerminalOrder)
  case list(ListRequest)
  case load(LoadRequest)
  case find(TrackSearch)
  case player(PlayerOrder)
  case edit(Edit)
  case history(HistoryOrder)
  case replacedQueues(ReplacedQueueOrder)
  case session(SessionOrder)
  case library(LibraryOrder)
  case analysis(AnalysisOrder)
  case arrangement(ArrangementOrder)
  case exchange(ExchangeOrder)
  case theme(ThemeOrder)
}
