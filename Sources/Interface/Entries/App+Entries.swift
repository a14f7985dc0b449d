import Music

// Loaded facts of entries, and finished edits of them.
extension App {
  mutating func receive(_ event: EntryEvent) -> [Effect] {
    switch event {
    case .factsLoaded(let facts):
      editEntries(facts)
      return []
    case .skippedLoaded(let tracks):
      listLeftOut(tracks)
      return []
    case .remainingLoaded(let playlist, let entry, let total):
      browsing.receive(total, of: playlist, from: entry)
      return []
    case .relocationsFound(let plan):
      receive(plan)
      return []
    case .relocated(let moves): return relocated(moves)
    }
  }
}
