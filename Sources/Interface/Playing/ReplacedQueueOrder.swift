package import Music

/// The queues that others took the place of.
package enum ReplacedQueueOrder: Equatable, Sendable {
  /// Another queue takes the place of this one, which was at what the title says.
  case keep(PlayQueue, title: String?)
  case list
  case load(Int64, serial: Int)
}
