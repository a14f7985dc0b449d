internal import Music

// The plan: the best file for each missing track, and whether the match is certain.
extension RelocationSearch {
  /// The rank of a match, lower for a better one.
  private struct Rank: Comparable {
    var evidence: Int
    var penalties: Int

    static func < (left: Rank, right: Rank) -> Bool {
      (left.evidence, left.penalties) < (right.evidence, right.penalties)
    }
  }

  func plan(_ folders: [FilePath: FilePath]) -> RelocationPlan {
    var plan = RelocationPlan()
    var ranks: [Rank] = []
    for (file, found) in zip(gone, found) {
      let ranked = found.map { (rank($0, for: file, folders), $0) }
        .sorted {
          $0.0 == $1.0 ? $0.1.file.path.bytes.precedes($1.1.file.path.bytes) : $0.0 < $1.0
        }
      guard let best = ranked.first else {
        plan.unfound.append(file.path)
        continue
      }
      let isAmbiguous = ranked.count > 1 && ranked[1].0 == best.0
      plan.relocations.append(
        Relocation(
          track: TrackID(file.id), path: file.path, title: file.title ?? file.path.stem,
          candidates: ranked.map {
            Relocation.Candidate(
              track: TrackID($0.1.file.id), path: $0.1.file.path, evidence: $0.1.evidence)
          }, isAmbiguous: isAmbiguous,
          // Copies of the same audio are equally good.
          isSure: !best.1.isGuess && (!isAmbiguous || best.1.evidence == .audioHash)))
      ranks.append(best.0)
    }
    resolveRivals(&plan, ranks)
    let order = plan.relocations.sorted { $0.path.bytes.precedes($1.path.bytes) }
    plan.relocations = order
    plan.unfound.sort { $0.bytes.precedes($1.bytes) }
    return plan
  }

  private func rank(_ found: Found, for file: File, _ folders: [FilePath: FilePath]) -> Rank {
    let isMapped = file.path.parent.flatMap { folders[$0] } == found.file.path.parent
    let hasName = found.file.name == file.name
    let hasWords = found.file.words == file.words
    return Rank(
      evidence: found.evidence.rawValue,
      penalties: (isMapped ? 0 : 4) + (hasName ? 0 : 2) + (hasWords ? 0 : 1))
  }

  /// Two tracks are not merged into one unasked, unless they have the same audio.
  private func resolveRivals(_ plan: inout RelocationPlan, _ ranks: [Rank]) {
    var claims: [TrackID: [Int]] = [:]
    for (index, relocation) in plan.relocations.enumerated() where relocation.isSure {
      guard let best = relocation.candidates.first else { continue }
      claims[best.track, default: []].append(index)
    }
    for rivals in claims.values where rivals.count > 1 {
      let first = rivals.map { ranks[$0] }.min()
      let winners = rivals.filter { ranks[$0] == first }
      for index in rivals where plan.relocations[index].candidates[0].evidence != .audioHash {
        if winners == [index] { continue }
        plan.relocations[index].isSure = false
        plan.relocations[index].isAmbiguous = true
      }
    }
  }
}
