package import Music

/// Picks the best fits out of all tracks of a catalog.
package struct FitRanking {
  private let from: MixPoint
  private let rules: MixRules
  private let now: Int64

  /// - Parameter now: Unix seconds.
  package init(from: MixPoint, rules: MixRules, now: Int64) {
    (self.from, self.rules, self.now) = (from, rules, now)
  }

  private struct Ranked {
    var ordinal: Int
    /// The displayed score, which determines the order.
    var score: Int
    /// Among tracks of the same score, the lowest first.
    var rank: Double
  }

  /// The ids of the best fits, the best first.
  package func fits(in catalog: Catalog, leavingOut isLeftOut: (Int64) -> Bool) -> [Int64] {
    let columns = catalog.columns
    let (bpms, keys, ids) = (columns.bpm.values, columns.key.values, columns.id.values)
    let (plays, played) = (columns.plays.values, columns.played.values)
    let (ratings, reactions) = (columns.rating.values, columns.reaction.values)
    let (tunings, energies) = (columns.tuning.values, columns.energy.values)
    let flags = columns.flags.values
    var found: [Ranked] = []
    catalog.visible.forEach { ordinal in
      guard bpms[ordinal] > 0 || keys[ordinal] > 0,
        flags[ordinal].isDisjoint(with: [.offline, .faulty])
      else { return }
      let point = MixPoint(
        bpm: Double(bpms[ordinal]), key: MusicalKey(number: keys[ordinal]),
        tuning: tunings[ordinal] == .min ? 0 : Double(tunings[ordinal]),
        energy: energies[ordinal] == 0 ? nil : Int(energies[ordinal]))
      let fit = MixFit(from: from, to: point, rules: rules)
      guard fit.fits, fit.isKnown, !isLeftOut(ids[ordinal]) else { return }
      let liking = liking(
        reaction: reactions[ordinal], rating: ratings[ordinal], plays: plays[ordinal],
        played: Int64(played[ordinal]))
      found.append(Ranked(ordinal: ordinal, score: fit.score, rank: fit.distance - liking))
    }
    found.sort { (-$0.score, $0.rank, $0.ordinal) < (-$1.score, $1.rank, $1.ordinal) }
    return found.map { ids[$0.ordinal] }
  }

  /// A loved track, or one not played for long, precedes others of the same score.
  private func liking(reaction: UInt8, rating: UInt8, plays: UInt32, played: Int64) -> Double {
    var liking = 0.0
    switch Reaction(rawValue: Int(reaction)) {
    case .loved: liking += 0.25
    case .liked: liking += 0.12
    default: break
    }
    liking += 0.02 * Double(min(5, rating))
    let days = Double(max(0, now - played)) / 86_400
    liking += plays == 0 ? 0.12 : 0.15 * min(1, days / 365)
    return liking
  }
}
