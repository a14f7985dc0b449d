import Music

// Where what comes next is short, the player asks what follows that before it is heard.
extension App {
  /// Names what follows one that was named itself, and forgets what was named behind it before.
  mutating func prepareLater(after id: PlayID) -> [Effect] {
    let named = [prepared].compactMap(\.self) + later
    guard let place = named.firstIndex(where: { $0.id == id }) else { return [] }
    later = Array(named[..<(place + 1)].dropFirst())
    let index = queue.successor(of: named[place].index, without: unplayable)
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
      let index = queue.successor(of: before.index, without: unplayable)
      guard holds(placing, at: index) else { return prepareLater(after: before.id) }
      before = placing
    }
    return isLaterOver ? prepareLater(after: before.id) : []
  }

  /// What was named is heard now: what was named behind it comes next.
  mutating func prepareFromLater() -> [Effect] {
    prepared = later.isEmpty ? nil : later.removeFirst()
    guard let prepared else {
      isLaterOver = false
      return []
    }
    return [.loadTrack(prepared.id.track, entry: prepared.request.entry)]
  }

  /// One that was named cannot be played, and the player asks for another in its place.
  mutating func forgetLater(_ id: PlayID) -> Bool {
    guard let place = later.firstIndex(where: { $0.id == id }) else { return false }
    unplayable.insert(later[place].index)
    later.removeSubrange(place...)
    return true
  }

  /// Whether a placing is what would be named for an index of the queue.
  func holds(_ placing: Placing, at index: Int?) -> Bool {
    guard let index, placing.index == index, placing.id.track == queue.tracks[index] else {
      return false
    }
    return placing.request
      == PlayRequest(
        placing.id, entry: queue[index].entry, neighbors: queue.neighbors(of: index))
  }
}
