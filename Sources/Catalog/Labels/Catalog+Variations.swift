import Music

/// The variations in a set of tracks whose primary ones are in it, too.
struct FoldedVariations {
  /// All of them.
  let hidden: TrackSet
  /// By the ordinal of their primary one, those that follow it, in order.
  let opened: [UInt32: [UInt32]]
}

extension Catalog {
  /// Nil where no track of a set is hidden.
  func folded(_ set: TrackSet, _ folding: VariationFolding) -> FoldedVariations? {
    guard case .folded(let open) = folding else { return nil }
    let labels = columns.labels
    var hidden = TrackSet(capacity: count)
    var opened: [UInt32: [UInt32]] = [:]
    var hasAny = false
    for row in 0..<labels.count where labels.primary[row] != 0 {
      let track = Int(labels.tracks[row])
      guard set[track], let primary = rowIndex(of: labels.primary[row]), set[primary] else {
        continue
      }
      hidden[track] = true
      hasAny = true
      if open.contains(TrackID(labels.primary[row])) {
        opened[UInt32(primary), default: []].append(UInt32(track))
      }
    }
    return hasAny ? FoldedVariations(hidden: hidden, opened: opened) : nil
  }

  /// A list of the tracks that are not hidden, with opened variations behind their primary ones.
  func unfolded(_ list: TrackList, _ folded: FoldedVariations) -> TrackList {
    guard !folded.opened.isEmpty else { return list }
    var (tracks, set) = ([UInt32](), TrackSet(capacity: count))
    for track in list.tracks.array {
      for shown in [track] + (folded.opened[track] ?? []) {
        tracks.append(shown)
        set[Int(shown)] = true
      }
    }
    return self.list(Column(tracks), set)
  }
}
