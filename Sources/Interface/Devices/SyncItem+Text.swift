import Music

// Items of a plan in words.
extension SyncItem {
  /// At the right end of its row: the size, or what changes where.
  var detail: String {
    switch action {
    case .copy, .replace: bytes.byteText
    case .remove(_, let file), .take(let file), .adopt(_, _, let file): file.size.byteText
    case .move, .exclude: ""
    case .marks(let marks): marks.text
    case .playlist(let playlist): playlist.text
    }
  }

  /// Below the list, while the cursor is on its row.
  var explanation: String {
    switch action {
    case .copy(_, let path): "to \(path.text)"
    case .replace(_, let file, let path):
      file.path == path ? "in place of \(path.text)" : "\(file.path.text) → \(path.text)"
    case .move(_, let file, let path): "\(file.path.text) → \(path.text)"
    case .remove(_, let file): "\(file.path.text) leaves the device"
    case .exclude: "It was removed from the device, and will not be copied to it again"
    case .take(let file): "\(file.path.text) is copied into the library"
    case .adopt(_, _, let file): "\(file.path.text) is there already"
    case .marks(let marks): marks.text
    case .playlist(let playlist): playlist.text
    }
  }
}

extension MarksSync {
  /// "plays 3 → 5 here, ★★★ there".
  var text: String {
    let parts =
      (here.map { change in
        var after = change.after
        let plays = change.before.plays.addingReportingOverflow(change.plays)
        after.plays = plays.overflow ? .max : plays.partialValue
        return MarksSync.parts(from: change.before, to: after, "here")
      } ?? [])
      + (there.map { MarksSync.parts(from: beforeThere, to: $0, "there") } ?? [])
    return parts.isEmpty ? "last played" : parts.joined(separator: ", ")
  }

  private static func parts(
    from old: DeviceMarks, to new: DeviceMarks, _ side: String
  ) -> [String] {
    var parts: [String] = []
    if old.plays != new.plays {
      parts.append("plays \(old.plays.grouped) → \(new.plays.grouped) \(side)")
    }
    if old.rating != new.rating {
      let stars = String(repeating: "★", count: max(0, min(5, new.rating)))
      parts.append((stars.isEmpty ? "no rating" : stars) + " " + side)
    }
    if old.isFavorite != new.isFavorite {
      parts.append((new.isFavorite ? "favourite " : "no favourite ") + side)
    }
    return parts
  }
}

extension PlaylistSync {
  /// "+3 −1 here, new there".
  var text: String {
    func side(_ added: Int, _ removed: Int, _ isNew: Bool, _ name: String) -> String? {
      let counts = [
        added > 0 ? "+\(added.grouped)" : nil, removed > 0 ? "−\(removed.grouped)" : nil,
      ]
      .compactMap(\.self).joined(separator: " ")
      if isNew { return (counts.isEmpty ? "new " : "new, \(counts) ") + name }
      return (counts.isEmpty ? "order " : counts + " ") + name
    }
    let parts = [
      here.flatMap { side(addedHere, removedHere, $0.id == nil, "here") },
      deletedThere == nil
        ? there.flatMap { _ in side(addedThere, removedThere, beforeThere.isEmpty, "there") }
        : "deleted there",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension SyncConflict {
  /// Beside its name: "rating, the device's stays".
  var detail: String {
    switch winner {
    case .library: "\(value), the library's stays"
    case .device: "\(value), the device's stays"
    case .both: "\(value), both are joined"
    }
  }
}
