import BenchHarness

/// All gates on one collection, player by player, with a second try after a failure.
final class Round {
  private let workplace: Workplace
  private let collection: MeasuredCollection
  private let entrants: [Entrant]
  private let isQuick: Bool
  private var contestants: [Entrant: any Contestant] = [:]
  private var hasScanned: Set<Entrant> = []

  init(_ workplace: Workplace, tracks: Int, _ entrants: [Entrant], isQuick: Bool, withMusic: Bool)
    throws
  {
    self.workplace = workplace
    self.isQuick = isQuick
    collection = MeasuredCollection(
      tracks: tracks, music: withMusic ? try workplace.music(tracks) : nil)
    // Without files only ours can be given a library.
    self.entrants = withMusic ? entrants : entrants.filter { $0 == .ours }
    if withMusic { return }
    contestants[.ours] = Ours(
      try workplace.home(of: .ours, tracks), music: "", library: try workplace.library(tracks))
  }

  func rows(_ gate: any Gate) -> [Row] {
    guard collection.music != nil || !gate.needsMusic else { return [] }
    let measures = gate.measures(of: collection.tracks)
    var rows = measures.map { Row(gate: gate.name, tracks: collection.tracks, measure: $0) }
    for entrant in entrants {
      Progress.show("\(gate.name) \(collection.tracks): \(entrant.title)")
      let readings = read(entrant, gate)
      for index in rows.indices { rows[index].readings[entrant] = readings[index] }
      let cells = rows.map { $0.cell(of: entrant) }.joined(separator: ", ")
      Progress.show("    \(cells) (load \(Machine.load))")
    }
    return rows
  }

  private func read(_ entrant: Entrant, _ gate: any Gate) -> [Reading] {
    for attempt in 1...2 {
      do {
        let player = try contestant(entrant)
        // Gates without music still need a scanned library.
        if collection.music != nil, !gate.needsMusic, !hasScanned.contains(entrant) {
          _ = try player.scan()
        }
        hasScanned.insert(entrant)
        return try gate.read(player, collection, isQuick: isQuick)
      } catch {
        let reason = (error as? BenchFault)?.reason ?? "\(error)"
        Progress.show("    try \(attempt): \(reason)")
        contestants[entrant]?.end()
      }
    }
    return gate.measures(of: collection.tracks).map { _ in .text("failed") }
  }

  private func contestant(_ entrant: Entrant) throws -> any Contestant {
    if let known = contestants[entrant] { return known }
    let home = try workplace.home(of: entrant, collection.tracks)
    let made = try entrant.contestant(home, music: collection.music ?? "")
    contestants[entrant] = made
    return made
  }
}
