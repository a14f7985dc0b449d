import Music

// Results of searches for fits and better orders.
extension App {
  mutating func receive(_ event: MixingEvent) -> [Effect] {
    switch event {
    case .fitsFound(let fits):
      receive(fits)
      return []
    case .mixInFound(let track, let time): return receive(mixIn: time, of: track)
    case .arrangementFound(let arrangement):
      receive(arrangement)
      return []
    case .arrangementProgressed(let playlist, let part):
      tasks.arrangingProgressed(playlist, part)
      return []
    case .arrangementFailed(let playlist, let text):
      windows.answered(.arrangement)
      tasks.arrangingEnded(playlist)
      say(text, .bad)
      return []
    }
  }
}
