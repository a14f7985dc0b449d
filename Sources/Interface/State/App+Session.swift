import Music

// What is kept from one start to the next.
extension App {
  package var session: Session {
    var session = Session()
    session.mode = mode
    session.focus = focus
    session.showsQueue = showsQueue
    session.openPlaylist = openPlaylist
    session.openPlaylistName = openPlaylist == nil ? nil : openPlaylistName
    if let first = stacks[mode]?.first {
      session.selected = first.selected
      session.sorts = sorts
      session.templates = groups.templates.isEmpty ? nil : groups.templates
      session.sort = first.query.sort.rawValue
      session.isDescending = first.query.isDescending
    }
    session.current = queue.current
    // A live stream is joined where it is by then.
    session.position = isLive ? 0 : Int64(exactly: (position.seconds * 1_000_000).rounded()) ?? 0
    session.volume = audio.volume
    session.isMuted = audio.isMuted
    session.keyNotation = keyNotation == .both ? nil : keyNotation
    session.waveform = waveforms.chosenStyle
    session.showsClashes = showsClashes
    return session
  }

  mutating func restore(_ session: Session, _ queue: PlayQueue) -> [Effect] {
    if let saved = session.mode { mode = saved }
    if let saved = session.focus { focus = saved }
    showsQueue = session.showsQueue ?? false
    if let id = session.openPlaylist {
      playlists.append(ListState(ListQuery(.playlist(id))))
      openPlaylistName = session.openPlaylistName
    }
    sorts = session.sorts ?? sorts
    groups = ListGroups(templates: session.templates ?? [:])
    for mode in BrowseMode.allCases {
      guard var first = stacks[mode]?.first else { continue }
      first.content = .library(groups.applied(to: sorts.applied(to: first.query)))
      first.isStale = true
      stacks[mode]?[0] = first
    }
    var list = library
    if session.sorts == nil, let sort = session.sort.flatMap(SortColumn.init(rawValue:)),
      case .library(var query) = list.content, query.sortColumns.contains(sort)
    {
      query.sort = sort
      query.isDescending = session.isDescending ?? false
      list.content = .library(query)
    }
    list.selected = Int(App.bounded(session.selected.map(Int64.init) ?? 0))
    list.top = max(0, list.selected - height(of: .library) / 2)
    library = list
    keyNotation = session.keyNotation ?? keyNotation
    if let style = session.waveform { waveforms.choose(style) }
    showsClashes = session.showsClashes ?? true
    let effects = audio.restore(volume: session.volume, isMuted: session.isMuted)
    let position = Duration.microseconds(App.bounded(session.position ?? 0, by: App.longest))
    return effects + apply(playing.restore(queue, current: session.current, position: position))
  }

  /// Microseconds of a year.
  private static let longest: Int64 = 31_536_000_000_000

  /// A library's file may be somebody else's: its numbers are any numbers.
  private static func bounded(_ number: Int64, by most: Int64 = 1_000_000_000) -> Int64 {
    min(most, max(0, number))
  }
}

extension App {
  mutating func receive(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .restored(let session, let queue): return restore(session, queue)
    case .soundRestored(let sound, let device):
      return audio.restore(sound, device: device)
    case .startedWithoutMusic(let proposed, let demo):
      proposeMusic(proposed, demo: demo)
      return []
    }
  }
}
