import Music
import Screen

// Panes in words. A pane with a list says its name, its tab, its place, and the rows.
extension PaneContent {
  func readerText(in app: App) -> ReaderText {
    if pane == .library, app.browsing.isShelf { return app.browsing.shelf.readerText(in: app) }
    if pane == .library, app.browsing.isSharedShelf {
      return app.browsing.sharedShelf.readerText(in: app)
    }
    guard let slot = slot(in: app.browsing) else { return ReaderText(title) }
    let list = app.browsing[slot]
    let rows = RowWords(app: app, list: list)
    let title = readerTitle(of: list, in: app)
    guard list.count == 0 else { return rows.text(title, height: app.layout.listHeight(of: pane)) }
    let empty = emptyPane(in: app)
    return ReaderText(
      title, [empty.sentence] + empty.keys.map { "\($0.keys) \($0.text)" }, selected: 0)
  }

  private func readerTitle(of list: ListState, in app: App) -> String {
    let tabs = tabs(in: app)
    let tab = tabs.names.indices.contains(tabs.active) ? tabs.names[tabs.active] : ""
    let query = list.query
    let isOrdered = list.content != .queue && query.sortColumns.contains(query.sort)
    let order = "by " + query.heading(of: query.sort).lowercased()
    return ReaderText.joined([
      title, tab == title ? nil : tab, openedName(in: app), list.count.counted("row"),
      isOrdered ? order + (query.isDescending ? ", downwards" : "") : nil,
      query.filter.isEmpty ? nil : "filter " + query.filter,
    ])
  }
}

extension NowPlayingPane {
  func readerText(in app: App) -> ReaderText {
    guard app.player.item != nil, let track = app.playing.track else {
      return ReaderText(
        title, ["Nothing plays", "\(app.key(.pane(.activate))) plays the selected row"], selected: 0
      )
    }
    guard !app.showsLyrics else { return lyrics(in: app) }
    guard !app.showsComments else { return comments(in: app) }
    if let book = app.book { return bookText(book, in: app) }
    let findings = FindingsText(track: track, notation: app.keyNotation)
    var text = ReaderText(title)
    text.add(app.playing.title(of: track), isSelected: true)
    text.add(app.shownArtist(track).map { "by " + $0 })
    text.add(
      ReaderText.joined([track.tags.album.map { "Album " + $0 }, track.tags.year.map(String.init)]))
    text.add(ReaderText.joined(RowWords.words(of: .rating, track, app)))
    text.add(
      ReaderText.joined([findings.tempo, findings.keyText.map { "key " + $0 }] + findings.sound))
    text.add(track.isStream ? "Stream" : NowPlayingText.format(track.audio))
    text.add(app.serverWords(of: track))
    let box = NowPlayingBox(app: app)
    for slot in MixSlot.allCases {
      text.add(
        ReaderText.joined([
          "Mix \(slot.rawValue) \(app.mix[slot]?.name ?? "empty")", box.place(in: slot),
        ]))
    }
    text.add(
      app.playing.nextTrack.map {
        ReaderText.joined(["Next \($0.title)", $0.tags.artist, $0.audio.duration?.clockText])
      })
    return text
  }

  private func comments(in app: App) -> ReaderText {
    let comments = app.comments.comments
    guard !comments.isEmpty else { return ReaderText("Comments", ["No comments"], selected: 0) }
    return ReaderText(
      "Comments",
      comments.map { comment in
        ReaderText.joined([
          comment.place.map { "at \($0.clockText)" }, comment.author ?? "you",
          comment.text.replacing("\n", with: " "), CommentsView.times(of: comment),
        ])
      }, selected: app.comments.cursor.selected)
  }

  /// The lines from a chosen one on. The line that is heard is not followed: nothing here moves by
  /// itself.
  private func lyrics(in app: App) -> ReaderText {
    guard let lyrics = app.playingLyrics, let track = app.playing.track else {
      return ReaderText("Lyrics", ["No lyrics"], selected: 0)
    }
    return ReaderText(
      ReaderText.joined(["Lyrics", app.playing.title(of: track)]), lyrics.lines.map(\.text),
      selected: min(app.lyrics.line(of: track.id) ?? 0, max(0, lyrics.lines.count - 1)))
  }
}

extension MixPane {
  func readerText(in app: App) -> ReaderText {
    if app.browsing.showsLargeList {
      let list = app.browsing[.playlists]
      let name = app.openPlaylistName ?? ""
      return RowWords(app: app, list: list).text(
        ReaderText.joined(["Mix \(app.selectedSlot.rawValue)", name, list.count.counted("row")]),
        height: app.layout.listHeight(of: pane))
    }
    return ReaderText(
      title, MixSlot.allCases.map { words(of: $0, in: app) },
      selected: app.selectedSlot.rawValue - 1)
  }

  private func words(of slot: MixSlot, in app: App) -> String {
    guard let playlist = app.mix[slot] else {
      return
        "Mix \(slot.rawValue), empty, \(app.key(.slot(.add(slot)))) puts the selected track here"
    }
    let details = MixDetails(playlist, app.mix.timelines[slot])
    return ReaderText.joined([
      "Mix \(slot.rawValue) \(playlist.name)", playlist.trackCount.counted("track"), details.total,
      details.tempos.isEmpty ? nil : details.tempos + " BPM",
      details.energy?.replacing("→", with: "to"),
      NowPlayingBox(app: app).place(in: slot),
    ])
  }
}
