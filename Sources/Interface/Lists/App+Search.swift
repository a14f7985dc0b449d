import Music

// Results of searches for tracks to play or queue.
extension App {
  mutating func receive(_ event: SearchEvent) -> [Effect] {
    switch event {
    case .foundToPlay(let tracks, let start, let serial):
      return answered(serial, .play(tracks, start: start))
    case .foundToQueue(let tracks, let next, let serial):
      return answered(serial, .queue(tracks, next: next))
    case .notFound(let serial, let text):
      say(text, .bad)
      return apply(playing.requestFailed(serial, at: now))
    case .pathsAdded(let tracks, let isComplete):
      return apply(playing.pathsAdded(tracks, isComplete: isComplete, at: now))
    }
  }
}
