import Music

// The commands for each kind of row.
extension ContextMenu.Item {
  fileprivate init(_ text: String, _ command: Command) {
    self.init(text: text, command: command)
  }

  fileprivate static let play = Self("Play", .pane(.activate))
  fileprivate static let open = Self("Open", .pane(.activate))
  fileprivate static let addToPlaylist = Self("Add to a playlist…", .row(.addToPlaylist))
  fileprivate static let queue = [
    Self("Play next", .queue(.addNext)), Self("Add to the queue", .queue(.addLast)), addToPlaylist,
  ]
  fileprivate static let rename = Self("Rename…", .playlist(.rename))
  fileprivate static let details = Self("Details", .finding(.info))
  fileprivate static let arranging = [
    Self("Arrange…", .mixing(.arrange)), Self("Export…", .exchange(.export(nil))),
  ]
  fileprivate static let download = Self("Download", .server(.download))
  fileprivate static let mark = Self("Mark", .list(.mark))
  fileprivate static let fits = Self("What fits after this", .mixing(.fits))
  fileprivate static let ofTrack = [
    Self("Cue points…", .cue(.list)), Self("One star more", .track(.cycleRating)),
    Self("Listened", .track(.toggle(.listened))), Self("Liked", .track(.toggle(.liked))),
    Self("Loved", .track(.toggle(.loved))), Self("Note…", .track(.editNote)),
    Self("Labels…", .label(.edit)),
  ]
}

extension ContextMenu {
  typealias Group = [Item]

  /// - Parameter hasServers: Whether there is something to download.
  static func groups(for row: ListRow, hasServers: Bool) -> [Group] {
    var groups = groups(for: row)
    if hasServers { groups[0].append(.download) }
    return groups
  }

  static func groups(for row: ListRow) -> [Group] {
    func removing(_ text: String) -> Group { [Item(text, .row(.remove))] }
    switch row {
    case .track: return [[.play] + Item.queue, [.fits] + Item.ofTrack, [.mark, .details]]
    case .entry:
      return [
        [.play] + Item.queue, [.fits] + Item.ofTrack,
        [
          Item("Add tracks behind it…", .playlist(.addTracks)),
          Item("Edit the entry…", .row(.edit)), .mark,
          .details,
        ],
        removing("Remove from the playlist"),
      ]
    case .queueItem:
      return [
        [.play, .addToPlaylist], [.fits] + Item.ofTrack, [.mark, .details],
        removing("Remove from the queue"),
      ]
    case .group:
      return [
        [.play] + Item.queue,
        [
          Item("Collapse or expand", .template(.toggleGroup)),
          Item("Group by…", .template(.choose)),
        ],
      ]
    case .folder, .artist, .album, .genre, .category, .list: return [[.open] + Item.queue, [.mark]]
    case .playlist:
      return [
        [.open] + Item.queue,
        [
          .rename, Item("Edit…", .row(.edit)), Item("Duplicate", .playlist(.duplicate)),
          Item("Move to a folder…", .playlist(.chooseFolder)),
        ] + Item.arranging,
        removing("Delete the playlist"),
      ]
    case .playlistFolder:
      return [
        [Item("Open or close", .pane(.activate)), Item("New playlist in it…", .playlist(.new))],
        [.rename, Item("Move to a folder…", .playlist(.chooseFolder))],
        removing("Delete the folder"),
      ]
    }
  }

  /// The commands for the current track.
  static let ofPlaying: [Group] = [
    [
      Item("Play or pause", .playing(.playPause)), Item("Next track", .playing(.nextTrack)),
      .addToPlaylist, Item("Go to it in the library", .pane(.goToPlaying)),
    ],
    [.fits] + Item.ofTrack,
    [
      Item("Lyrics", .pane(.lyrics)), Item("Edit the lyrics…", .lyrics(.edit)),
      Item("Tap the times of the lyrics…", .lyrics(.tap)),
    ],
    [Item("Tap the tempo…", .finding(.tap)), .details],
  ]

  /// The commands for a row in the lists of books.
  static func groups(for row: BookListRow) -> [Group] {
    guard let book = row.book else { return [[.open]] }
    return [
      [Item(book.progress.place > .zero ? "Go on" : "Play", .pane(.activate))],
      [
        book.progress.isFinished
          ? Item("Not finished", .book(.unfinished)) : Item("Finished", .book(.finished)),
        Item(
          book.progress.isHidden ? "Show among those to continue" : "Hide from those to continue",
          .book(.hide)),
      ],
      [Item("About the book", .book(.info))], [Item("It is music", .book(.markMusic))],
    ]
  }

  /// The commands for the book that plays.
  static let ofPlayingBook: [Group] = [
    [
      Item("Play or pause", .playing(.playPause)), Item("Chapters…", .book(.chapters)),
      Item("Back to before the last jump", .book(.jumpBack)),
    ],
    [
      Item("Set a bookmark", .book(.bookmark(""))), Item("Bookmarks…", .book(.bookmarks)),
    ],
    [
      Item("Speed…", .book(.chooseSpeed)), Item("Sleep timer…", .sound(.chooseSleep)),
      Item("Equalizer…", .sound(.equalizer)), Item("Bedroom", .book(.bedroom)),
    ],
    [Item("Finished", .book(.finished)), Item("About the book", .book(.info))],
  ]

  static func groups(forSlotWith playlist: Playlist?) -> [Group] {
    let giving = Item("Give it a playlist…", .slot(.assignSelected))
    guard playlist != nil else { return [[giving]] }
    return [
      [.open, giving, .rename], Item.arranging,
      [Item("Take the playlist out", .row(.remove))],
    ]
  }
}
