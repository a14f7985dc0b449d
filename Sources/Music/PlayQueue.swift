/// What is played and in which order: tracks, the place among them, shuffle and repeat.
package struct PlayQueue: Equatable, Sendable, Codable {
  package enum Repeat: String, Sendable, Codable, CaseIterable {
    case off, all, one

    package var next: Repeat {
      switch self {
      case .off: .all
      case .all: .one
      case .one: .off
      }
    }
  }

  /// In the order they were added; what the queue pane shows.
  package private(set) var tracks: [TrackID]
  /// The index in `tracks` of the current one; nil before anything was played.
  package private(set) var current: Int?
  package private(set) var repeating: Repeat
  /// The seed of the shuffled order; nil plays in order.
  package private(set) var shuffleSeed: UInt64?
  /// Indices into `tracks` in the order in which they are played.
  private var order: [Int]
  /// The place of `current` in `order`.
  private var place: Int?

  package init(
    tracks: [TrackID] = [], current: Int? = nil, repeating: Repeat = .off,
    shuffleSeed: UInt64? = nil
  ) {
    self.tracks = tracks
    self.current = current.flatMap { tracks.indices.contains($0) ? $0 : nil }
    self.repeating = repeating
    self.shuffleSeed = shuffleSeed
    order = Array(tracks.indices)
    rebuildOrder()
  }

  package var isShuffled: Bool { shuffleSeed != nil }
  package var isEmpty: Bool { tracks.isEmpty }
  package var currentTrack: TrackID? { current.map { tracks[$0] } }

  /// The index in `tracks` that follows when the current track ends by itself.
  package var upNext: Int? { successor(without: []) }

  /// What follows, passing over some entries; nil when all that is left are those.
  package func successor(without passed: Set<Int>) -> Int? {
    if repeating == .one, let current, !passed.contains(current) { return current }
    let start = min(place.map { $0 + 1 } ?? 0, order.count)
    if let found = order[start...].first(where: { !passed.contains($0) }) { return found }
    guard repeating == .all else { return nil }
    return order[..<start].first { !passed.contains($0) }
  }

  /// The index of what follows when the user asks for the next track, also when repeating one.
  package var skipTarget: Int? { following(wraps: repeating != .off) }

  /// The index of what was before; the first track has nothing before it unless all repeat.
  package var previousTarget: Int? {
    guard let place else { return nil }
    if place > 0 { return order[place - 1] }
    return repeating == .off ? nil : order.last
  }

  private func following(wraps: Bool) -> Int? {
    guard let place else { return order.first }
    if place + 1 < order.count { return order[place + 1] }
    return wraps ? order.first : nil
  }

  /// Tracks still to come after the current one, in playing order, without repeats.
  package var remaining: Int { place.map { order.count - $0 - 1 } ?? order.count }

  package mutating func go(to index: Int) {
    guard tracks.indices.contains(index) else { return }
    current = index
    place = order.firstIndex(of: index)
  }

  /// Begins anew with other tracks, shuffled again if they are to be.
  package mutating func replace(with tracks: [TrackID], startingAt index: Int?) {
    self.tracks = tracks
    current = index.flatMap { tracks.indices.contains($0) ? $0 : nil }
    rebuildOrder()
  }

  package mutating func append(_ added: [TrackID]) {
    insert(added, at: tracks.count)
  }

  /// Adds right behind the current track, so that they are heard next, shuffled or not.
  package mutating func insertNext(_ added: [TrackID]) {
    let at = current.map { $0 + 1 } ?? 0
    tracks.insert(contentsOf: added, at: at)
    let behind = place.map { $0 + 1 } ?? 0
    order = order.map { $0 >= at ? $0 + added.count : $0 }
    order.insert(contentsOf: at..<(at + added.count), at: behind)
  }

  private mutating func insert(_ added: [TrackID], at index: Int) {
    tracks.insert(contentsOf: added, at: index)
    var new = Array(index..<(index + added.count))
    if let shuffleSeed {
      // What is added is shuffled among what has not been heard yet.
      var generator = SeededGenerator(seed: shuffleSeed &+ UInt64(tracks.count))
      let heard = place.map { $0 + 1 } ?? 0
      var unheard = Array(order[heard...]) + new
      unheard.shuffle(using: &generator)
      order.replaceSubrange(heard..., with: unheard)
      new = []
    }
    order += new
  }

  /// Removes by index; the current track stays current unless it is removed itself.
  package mutating func remove(at indices: Set<Int>) {
    guard !indices.isEmpty else { return }
    var shifted = [Int?](repeating: nil, count: tracks.count)
    var kept: [TrackID] = []
    for (index, track) in tracks.enumerated() where !indices.contains(index) {
      shifted[index] = kept.count
      kept.append(track)
    }
    let before = place.map { place in order[..<place].count { shifted[$0] != nil } }
    order = order.compactMap { shifted[$0] }
    tracks = kept
    if let current, let moved = shifted[current] {
      self.current = moved
      place = order.firstIndex(of: moved)
    } else if current != nil {
      // The current one is gone: what came before it is now the place that "next" goes on from.
      current = nil
      place = before.flatMap { $0 > 0 ? $0 - 1 : nil }
    }
  }

  package mutating func move(from index: Int, to target: Int) {
    guard tracks.indices.contains(index), tracks.indices.contains(target) else { return }
    let playing = current
    tracks.insert(tracks.remove(at: index), at: target)
    func moved(_ old: Int) -> Int {
      if old == index { return target }
      if index < old, old <= target { return old - 1 }
      if target <= old, old < index { return old + 1 }
      return old
    }
    current = playing.map(moved)
    order = isShuffled ? order.map(moved) : Array(tracks.indices)
    place = current.flatMap { order.firstIndex(of: $0) }
  }

  package mutating func setRepeat(_ new: Repeat) { repeating = new }

  /// Shuffles with a seed, or goes back to the order of the list; the current track goes on.
  package mutating func setShuffle(seed: UInt64?) {
    shuffleSeed = seed
    rebuildOrder()
  }

  /// Everything once before anything twice: the current track first, then the rest shuffled.
  private mutating func rebuildOrder() {
    order = Array(tracks.indices)
    if let shuffleSeed {
      var generator = SeededGenerator(seed: shuffleSeed)
      if let current {
        order.remove(at: current)
        order.shuffle(using: &generator)
        order.insert(current, at: 0)
      } else {
        order.shuffle(using: &generator)
      }
      place = current == nil ? nil : 0
    } else {
      place = current
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): the
/// same seed gives the same order on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
