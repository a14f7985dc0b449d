internal import Music

/// The tracks of a build while they are collected.
struct CollectedTracks {
  struct Track {
    var built: BuiltTrack
    var duration: Duration?
  }

  private let options: BuildOptions
  private(set) var retrieved = 0
  /// Repeated tracks and variants.
  private(set) var deduped = 0
  private(set) var selected: [Track] = []
  private(set) var leftOut: [LeftOutTrack] = []
  var skipped: [SkippedArtist] = []
  private var ids: Set<String> = []
  private var titles = VariantIndex()

  init(_ options: BuildOptions) { self.options = options }

  /// Whether the playlist has its most tracks.
  var isFull: Bool { options.maxTracks > 0 && selected.count >= options.maxTracks }

  /// Tracks that are asked for of each artist: some more where variants may be among them.
  var tracksPerArtist: Int {
    let limit = max(0, options.limitPerArtist)
    return options.dedupesVariants && limit > 0 ? max(limit + 5, limit * 2) : limit
  }

  /// Adds the top tracks of an artist, the best first.
  mutating func add(_ tracks: [CatalogueTrack], of found: FoundArtist) {
    retrieved += tracks.count
    var added = 0
    for (index, track) in tracks.enumerated() where !track.id.isEmpty {
      guard added < options.limitPerArtist else { return }
      func leaveOut(_ reason: LeftOutTrack.Reason) {
        leftOut.append(
          LeftOutTrack(
            id: track.id, title: track.title, artist: found.artist.name, reason: reason))
      }
      guard !isFull else {
        added += 1
        if !ids.contains(track.id) { leaveOut(.trackLimit) }
        continue
      }
      guard !ids.contains(track.id) else {
        deduped += 1
        leaveOut(.repeated)
        continue
      }
      if options.dedupesVariants, let title = titles.add(track.title, by: track.artists) {
        deduped += 1
        leaveOut(.variant(of: title))
        continue
      }
      ids.insert(track.id)
      added += 1
      let built = BuiltTrack(
        id: track.id, title: track.title, artists: track.artists, artist: found.artist.name,
        source: found.source, rank: index + 1)
      selected.append(Track(built: built, duration: track.duration))
    }
  }

  /// Shuffles the tracks by the seed, so that those of one artist lie apart.
  mutating func shuffle() {
    var random = MersenneTwister(seed: options.seed)
    let order = ArtistSpread.order(of: selected.map { $0.built.artists.first ?? "" }, by: &random)
    selected = order.map { selected[$0] }
  }

  /// Leaves out the tracks that go beyond a length; those of unknown length take none.
  mutating func shorten(to length: Duration) {
    var total = Duration.zero
    selected = selected.filter { track in
      let duration = max(track.duration ?? .zero, .zero)
      if duration <= length - total {
        total += duration
        return true
      }
      let built = track.built
      leftOut.append(
        LeftOutTrack(
          id: built.id, title: built.title, artist: built.artist, reason: .lengthLimit))
      return false
    }
  }

  /// Puts the tracks into the order of these ids; those that are not among them come last.
  mutating func order(by ids: [String]) {
    var places: [String: Int] = [:]
    for (index, id) in ids.enumerated() where places[id] == nil { places[id] = index }
    let last = ids.count
    let placed = selected.enumerated().map { (places[$1.built.id] ?? last, $0, $1) }
    selected = placed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
