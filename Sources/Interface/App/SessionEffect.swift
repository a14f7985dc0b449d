package import Music

/// The parts of a session that are saved for the next start.
package enum SessionEffect: Equatable, Sendable {
  case saveQueue(PlayQueue)
  case saveSession(Session)
}
