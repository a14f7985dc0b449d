import Music
import Screen

/// The rows of lists in words: the name first, then the facts of the list's columns.
struct RowWords {
  let app: App
  let list: ListState

  /// The rows that show, and that at the cursor.
  func text(_ title: String, height: Int) -> ReaderText {
    let columns = app.columns(of: list, width: app.size.columns).columns.map(\.kind)
    let shown = list.top..<max(list.top, min(list.count, list.top + height))
    return ReaderText(
      title,
      shown.map { index in list.window[index].map { words(of: $0, at: index, columns) } ?? "…" },
      selected: shown.contains(list.selected) ? list.selected - list.top : nil)
  }

  /// The words and reactions of others about tracks, where the list is that of a shared playlist.
  private var said: SharedLists.Opened? {
    app.browsing.sharedPlaylist(of: list).flatMap { app.shared.opened[$0.id] }
  }

  /// A track with the user's reaction, of the shared playlist alone where it is that.
  private func shown(_ track: Track) -> Track {
    guard app.browsing.sharedPlaylist(of: list)?.hasOwnReactions == true,
      let said = said?[track.id]
    else { return track }
    var track = track
    track.reaction = said.reaction
    return track
  }

  func words(of row: ListRow, at index: Int, _ columns: [TrackColumns.Kind]) -> String {
    let isMarked = list.marks.contains(row.id)
    let parts: [String?]
    switch row {
    case .track(let track, let slots):
      parts = words(of: track, slots, columns)
    case .entry(let entry):
      let note = list.window.notes[entry.id].map { "note " + $0 }
      parts =
        words(
          of: shown(entry.track), entry.slots, columns,
          entry: entry.sound.isVirtualTrack ? entry.id : nil)
        + sound(entry.sound) + (said?[entry.track.id]?.readerWords ?? [])
        + [clash(at: index), note]
    case .queueItem(let queued):
      parts =
        words(of: queued.track, queued.slots, columns, item: queued.item.id)
        + sound(queued.sound)
    case .folder(let folder):
      parts = ["Folder \(folder.name)"] + totals(folder.tracks, folder.duration)
    case .artist(let artist):
      parts =
        [RowView.named(artist.name), artist.albums == 0 ? nil : artist.albums.counted("album")]
        + totals(artist.tracks, artist.duration)
    case .album(let album):
      parts =
        [
          RowView.named(album.key.name), RowView.named(album.key.artist),
          album.year.map(String.init),
        ] + totals(album.tracks, album.duration)
    case .genre(let genre):
      parts = [RowView.named(genre.name)] + totals(genre.tracks, genre.duration)
    case .category(let row):
      parts = [row.category.title] + totals(row.tracks, row.duration)
    case .list(let builtIn):
      parts = [builtIn.list.title] + totals(builtIn.tracks, builtIn.duration)
    case .playlistFolder(let folder, let depth):
      parts = [
        "Folder \(folder.name)", folder.isCollapsed ? "collapsed" : "open",
        folder.playlistCount.counted("playlist"), level(depth),
      ]
    case .playlist(let node): parts = words(of: node)
    case .group(let group):
      parts =
        ["Group \(group.text)", group.isCollapsed == true ? "collapsed" : nil]
        + totals(group.tracks, group.duration)
    }
    return ReaderText.joined((isMarked ? ["Marked"] : []) + parts)
  }

  private func totals(_ tracks: Int, _ duration: Duration) -> [String?] {
    [tracks.counted("track"), duration > .zero ? duration.clockText : nil]
  }

  private func level(_ depth: Int) -> String? { depth == 0 ? nil : "level \(depth + 1)" }

  private func words(of node: ListRow.PlaylistNode) -> [String?] {
    let playlist = node.playlist
    return [playlist.name, playlist.smart == nil ? nil : "smart"]
      + (playlist.isCounted ? totals(playlist.trackCount, playlist.duration) : [])
      + [
        slots(node.slots), playlist.targetBPM.map { "target \($0.shortText) BPM" },
        level(node.depth),
        playlist.notes.isEmpty ? nil : "note " + playlist.notes,
      ]
  }

  // MARK: Tracks

  private func words(
    of track: Track, _ slots: Set<MixSlot>, _ columns: [TrackColumns.Kind], entry: EntryID? = nil,
    item: QueueItemID? = nil
  ) -> [String?] {
    let facts = columns.filter { $0 != .artist }.flatMap { Self.words(of: $0, track, app) }
    let artist = columns.contains(.artist) ? Self.words(of: .artist, track, app) : []
    let state =
      app.isCurrent(track, of: entry, item)
      ? (app.showsPlaying ? "playing" : "paused")
      : track.isMissing || track.fault != nil
        ? "file missing or unreadable"
        : track.isOffline ? "drive not there" : app.serverWords(of: track)
    // The beginning of a line is heard first, and its end may be beyond the screen.
    return [track.title, state] + artist + [self.slots(slots)] + facts + [
      track.color.map { "colour \($0)" }, track.notes.isEmpty ? nil : "has a note",
      words(of: track.variation),
    ]
  }

  private func words(of role: VariationRole?) -> String? {
    switch role {
    case nil: nil
    case .primary(let count): count.counted("variation")
    case .variation: "variation"
    }
  }

  /// The fact of a column; none for an empty one, and for those that all rows have.
  static func words(of column: TrackColumns.Kind, _ track: Track, _ app: App) -> [String?] {
    let findings = FindingsText(track: track, notation: app.keyNotation)
    switch column {
    case .state, .title, .row, .badges: return []
    case .number: return [track.tags.trackNumber.map { "track \($0)" }]
    case .artist: return [track.tags.artist ?? track.tags.albumArtist]
    case .albumArtist: return [track.tags.albumArtist.map { "album artist \($0)" }]
    case .album: return [track.tags.album]
    case .genre:
      return [
        track.tags.genres.isEmpty ? track.tags.genre : track.tags.genres.joined(separator: " and ")
      ]
    case .year: return [track.tags.year.map(String.init)]
    case .bpm:
      return [
        findings.bpm.map { "\($0.tenths) BPM" + (findings.isTempoDoubtful ? " uncertain" : "") }
      ]
    case .key:
      return [
        findings.key.map {
          let name = app.keyNotation == .both ? $0.camelot : app.keyNotation.text($0)
          return "key \(name)" + (findings.isKeyDoubtful ? " uncertain" : "")
        }
      ]
    case .energy: return [track.findings.energy.map { "energy \($0)" }]
    case .loudness: return [track.findings.loudness.map { "\($0.tenths) LUFS" }]
    case .rating:
      return [
        track.rating.stars > 0 ? track.rating.stars.counted("star") : nil, track.reaction.name,
      ]
    case .plays: return [track.plays > 0 ? track.plays.counted("play") : nil]
    case .played: return [track.lastPlayed.map { "played \(LocalZone.current.date(of: $0))" }]
    case .added: return [track.added > 0 ? "added \(LocalZone.current.date(of: track.added))" : nil]
    case .format: return [track.isStream ? nil : track.audio.formatName]
    case .bitRate: return [track.audio.bitRate.map { "\($0 / 1000) kilobit" }]
    case .category: return [track.labels.category.map { "category \($0.title)" }]
    case .tags:
      let tags = track.labels.tags
      return [tags.isEmpty ? nil : "tags " + tags.joined(separator: " and ")]
    case .collection: return [track.labels.collection.map { "collection \($0)" }]
    case .mood: return [track.labels.mood.map { "mood \($0)" }]
    case .path: return [track.source.text]
    case .time: return [track.audio.duration?.clockText ?? (track.isStream ? "live" : nil)]
    }
  }

  private func slots(_ slots: Set<MixSlot>) -> String? {
    let numbers = slots.map(\.rawValue).sorted().map(String.init)
    return numbers.isEmpty ? nil : "in mix " + numbers.joined(separator: " and ")
  }

  private func sound(_ sound: EntryPlayback) -> [String?] {
    [
      sound.start.map { "from \($0.clockText)" }, sound.end.map { "to \($0.clockText)" },
      sound.crossfade.map { "crossfade \($0.clockText(decimals: 1))" },
      sound.gain.map { "gain \($0.decibels)" },
    ]
  }

  private func clash(at index: Int) -> String? {
    app.showsClashes ? list.clash(at: index).map { "clashes: " + $0.text() } : nil
  }
}
