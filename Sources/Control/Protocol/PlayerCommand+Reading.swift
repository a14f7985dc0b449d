internal import JSON
internal import Music

/// The names of commands in requests.
enum CommandName: String, CaseIterable {
  case play, pause, toggle, stop, next, previous, seek, volume, mute, shuffle
  case `repeat`, open, queue, clear, goto, remove, rate, react, mix, speed, quit
}

extension PlayerCommand {
  /// Seconds; longer than anything that plays.
  private static let longest = 1e7
  private static let largestID = Int(Int32.max)

  init(_ arguments: RequestArguments, named value: JSONNode) throws(RequestMistake) {
    let name: CommandName = try RequestMistake.choice(value, "do")
    switch name {
    case .play: self = .play
    case .pause: self = .pause
    case .toggle: self = .playPause
    case .stop: self = .stop
    case .next: self = .next
    case .previous: self = .previous
    case .seek: self = try Self.seek(arguments)
    case .volume:
      if let points = try arguments.integer("by", in: -100...100) {
        self = .changeVolume(points)
      } else {
        self = .volume(
          try arguments.needed(try arguments.integer("to", in: 0...100), "to” or “by"))
      }
    case .mute: self = .mute(try arguments.bool("on"))
    case .shuffle: self = .shuffle(try arguments.bool("on"))
    case .repeat: self = .repeating(try arguments.choice("mode"))
    case .open:
      if let playlist = try arguments.integer("playlist", in: 1...Self.largestID) {
        self = .playPlaylist(PlaylistID(Int64(playlist)))
      } else {
        self = .open(try arguments.sources())
      }
    case .queue:
      self = .queue(try arguments.sources(), next: try arguments.bool("next") ?? false)
    case .clear: self = .clearQueue
    case .goto: self = .goTo(try Self.item(arguments))
    case .remove: self = .remove(try Self.item(arguments))
    case .rate:
      self = .rate(try arguments.needed(try arguments.integer("stars", in: 0...5), "stars"))
    case .react:
      let reaction: ReactionName = try arguments.needed(
        try arguments.choice("reaction"), "reaction")
      let isOff = try arguments.bool("off") == true
      self = isOff ? .takeBack(reaction.reaction) : .react(reaction.reaction)
    case .mix:
      let number = try arguments.needed(try arguments.integer("slot", in: 1...3), "slot")
      self = try arguments.needed(MixSlot(rawValue: number).map { .addToMix($0) }, "slot")
    case .speed:
      self = .speed(try arguments.needed(try arguments.number("to", in: 0.5...3), "to"))
    case .quit: self = .quit
    }
  }

  private static func item(_ arguments: RequestArguments) throws(RequestMistake) -> QueueItemID {
    let item = try arguments.needed(try arguments.integer("item", in: 0...largestID), "item")
    return QueueItemID(Int64(item))
  }

  private static func seek(_ arguments: RequestArguments) throws(RequestMistake) -> PlayerCommand {
    if let seconds = try arguments.number("by", in: -longest...longest) {
      return .seek(by: .seconds(seconds))
    }
    let seconds = try arguments.needed(
      try arguments.number("to", in: 0...longest), "to” or “by")
    let item = try arguments.integer("item", in: 0...largestID)
    return .seekTo(.seconds(seconds), in: item.map { QueueItemID(Int64($0)) })
  }
}

/// The names of reactions.
enum ReactionName: String, CaseIterable {
  case none, listened, liked, loved

  init(_ reaction: Reaction) {
    switch reaction {
    case .none: self = .none
    case .listened: self = .listened
    case .liked: self = .liked
    case .loved: self = .loved
    }
  }

  var reaction: Reaction {
    switch self {
    case .none: .none
    case .listened: .listened
    case .liked: .liked
    case .loved: .loved
    }
  }
}
