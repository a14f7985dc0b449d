import Music

// Where what comes next is short, the player asks what follows that before it is heard.
extension App {
  /// Names what follows one that was named itself, and forgets what was named behind it before.
  mutating func prepareLater(after id: PlayID) -> [Effect] {
    let named = [prepared].compactMap(\.self) + later
    guard let place = named.firstIndex(where: { $0.id == id }) else { return [] }
    later = Array(named[..<(place + 1)].dropFirst())
    let index = queue.index(of: named[place].item).flatMap { successor(of: $0) }
    isLaterOver = index == nil
    guard let index else { return [.prepareLater(nil, after: id)] }
    let next = placing(of: index)
    later.append(next)
    return [.prepareLater(next.request, after: id)]
  }

  /// After an edit that leaves what comes next: the first of the later ones that is now another one
  /// is named anew.
  mutating func checkLater() -> [Effect] {
    guard var before = prepared else { return [] }
    for placing in later {
      let index = queue.index(of: before.item).flatMap { successor(of: $0) }
      guard holds(placing, at: index) else { return prepareLater(after: before.id) }
      before = placing
    }
    return isLaterOver ? prepareLater(after: before.id) : []
  }

  /// What was named is heard now: what was named behind it comes next.
  mutating func prepareFromLater() -> [Effect] {
    // The player was told then that nothing follows the last one.
    let gaveUp = failuresAhead >= App.mostFailures
    failuresAhead = 0
    prepared = later.isEmpty ? nil : later.removeFirst()
    guard let prepared else {
      isLaterOver = false
      return gaveUp ? prepareNext() : []
    }
    let load = Effect.loadTrack(prepared.id.track, entry: prepared.request.entry)
    return gaveUp ? [load] + prepareLater(after: (later.last ?? prepared).id) : [load]
  }

  /// One that was named cannot be played, and the player asks for another in its place.
  ///
  /// - Returns: False where it is not one of those that were named ahead.
  mutating func forgetAhead(_ id: PlayID) -> Bool {
    if let prepared, prepared.id == id {
      unplayable.insert(prepared.item)
    } else if let place = later.firstIndex(where: { $0.id == id }) {
      unplayable.insert(later[place].item)
      later.removeSubrange(place...)
    } else {
      return false
    }
    failuresAhead += 1
    return true
  }

  /// What to name as next; nothing where too much could not be opened: then it is looked for again
  /// when what plays has ended.
  var nextAhead: Int? {
    failuresAhead < App.mostFailures ? queue.successor(without: unplayable) : nil
  }

  private func successor(of index: Int) -> Int? {
    failuresAhead < App.mostFailures ? queue.successor(of: index, without: unplayable) : nil
  }

  /// Whether a placing is what would be named for an index of the queue.
  func holds(_ placing: Placing, at index: Int?) -> Bool {
    guard let index, placing.item == queue.ids[index], placing.id.track == queue.tracks[index]
    else { return false }
    return placing.request
      == PlayRequest(
        placing.id, entry: queue[index].entry, neighbors: queue.neighbors(of: index))
  }
}
