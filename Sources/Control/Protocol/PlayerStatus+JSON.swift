internal import JSON
internal import Music

extension PlayerStatus {
  /// The members of a status as it is at this moment.
  func members(at now: ContinuousClock.Instant = .now) -> [(String, JSONNode?)] {
    [
      ("playback", .text(playback.rawValue)),
      ("position", .seconds(clock.position(at: now))),
      ("at", .number(Int64(MonotonicTime.now.milliseconds))),
      ("advancing", .bool(clock.isAdvancing)),
      ("duration", clock.duration.map { .seconds($0) }),
      ("speed", .number(speed)), ("jumps", .number(jumps)),
      ("volume", .number(volume)), ("muted", .bool(isMuted)),
      ("shuffle", .bool(isShuffled)), ("repeat", .text(repeating.rawValue)),
      ("hasNext", .bool(hasNext)), ("hasPrevious", .bool(hasPrevious)),
      ("canSeek", .bool(canSeek)),
      ("index", index.map { .number($0) }), ("count", .number(count)),
      ("track", item.map { .object($0.members) }),
    ]
  }

  var queueMembers: [(String, JSONNode?)] {
    [
      ("count", .number(count)), ("index", index.map { .number($0) }),
      ("item", item?.id.map { .number($0.rawValue) }), ("version", .number(queueVersion)),
    ]
  }

  /// Whether programs that were told of an earlier status hear of this one. That the position moves
  /// is no news, unless it is elsewhere than it would have moved to.
  func differs(from earlier: PlayerStatus) -> Bool {
    let drift = clock.position - earlier.clock.position(at: clock.at)
    if max(drift, .zero - drift) > Self.mostDrift { return true }
    var other = earlier
    (other.clock.position, other.clock.at) = (clock.position, clock.at)
    other.queueVersion = queueVersion
    // Most are equal. What programs are not told of may differ besides.
    return self != other && told != other.told
  }

  private static let mostDrift: Duration = .milliseconds(500)

  private var told: [UInt8] {
    JSONNode.object(members(at: clock.at).filter { $0.0 != "position" && $0.0 != "at" }).line
  }

  func queueDiffers(from earlier: PlayerStatus) -> Bool {
    queueVersion != earlier.queueVersion || index != earlier.index || count != earlier.count
  }
}

extension PlayerStatus.Item {
  var members: [(String, JSONNode?)] {
    [
      ("item", id.map { .number($0.rawValue) }), ("title", .tag(title)),
      ("artist", artist.map { .tag($0) }), ("chapter", chapter.map { .tag($0) }),
      ("book", isBook ? .bool(true) : nil),
    ] + track.members(titled: false)
  }
}

extension QueueListing {
  /// Bytes of the items in one line: what waits for a program is bounded.
  private static let mostBytes = 512 << 10

  /// With fewer items where their tags are long.
  var members: [(String, JSONNode?)] {
    var nodes: [JSONNode] = []
    var bytes = 0
    for (offset, item) in items.enumerated() {
      let members: [(String, JSONNode?)] = [
        ("place", .number(from + offset)), ("item", .number(item.id.rawValue)),
      ]
      let node = JSONNode.object(members + (item.track.map { $0.members(titled: true) } ?? []))
      bytes += node.line.count
      if bytes > Self.mostBytes, !nodes.isEmpty { break }
      nodes.append(node)
    }
    return [
      ("count", .number(count)), ("index", index.map { .number($0) }),
      ("version", .number(version)), ("from", .number(from)), ("items", .array(nodes)),
    ]
  }
}

extension Track {
  /// - Parameter isTitled: whether title and artist are among them.
  fileprivate func members(titled isTitled: Bool) -> [(String, JSONNode?)] {
    let names: [(String, JSONNode?)] =
      isTitled
      ? [
        ("title", .tag(title)),
        ("artist", (tags.artist ?? tags.albumArtist).map { .tag($0) }),
      ] : []
    return names + [
      ("album", tags.album.map { .tag($0) }),
      ("albumArtist", tags.albumArtist.map { .tag($0) }),
      ("genre", tags.genre.map { .tag($0) }), ("date", tags.date.map { .tag($0) }),
      ("track", tags.trackNumber.map { .number($0) }),
      ("disc", tags.discNumber.map { .number($0) }),
      ("duration", audio.duration.map { .seconds($0) }),
      ("rating", .number(rating.stars)),
      ("reaction", .text(ReactionName(reaction).rawValue)),
      ("plays", .number(plays)), ("stream", isStream ? .bool(true) : nil),
    ] + JSONNode.members(of: source.bytes)
  }
}

extension JSONNode {
  /// The text of a tag, which may be as long as its file.
  fileprivate static func tag(_ text: String) -> JSONNode {
    let longest = 4096
    return .text(text.utf8.count > longest ? String(text.unicodeScalars.prefix(longest)) : text)
  }
}
