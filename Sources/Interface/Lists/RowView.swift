import Music
import Screen

/// One row of a list.
struct RowView {
  let app: App
  let columns: TrackColumns
  /// Whether the entry has a note.
  var isNoted = false
  /// Whether the entry clashes with the one before.
  var isClashing = false
  /// Whether variations stand below their primary one.
  var isFolded = false
  /// The words and reactions of others about the track, in a shared playlist.
  var said: SharedEntry?
  /// The user's reaction in this playlist, where it is not the library's.
  var ownReaction: Reaction?
  /// The number of the row, where rows have one.
  var number: Int?

  private var shape: Shape { app.skins.shape }

  /// Draws a row in one line or two; a header is in the one next to its tracks.
  func draw(_ row: ListRow, on lines: Canvas, isMarked: Bool) {
    if lines.ground != .base { lines.fill() }
    let line = lines.line(0)
    if lines.rows > 1, let track = row.track { drawNames(of: track, on: lines.lastLine) }
    switch row {
    case .track(let track, let slots): draw(track, slots: slots, on: line, isMarked: isMarked)
    case .entry(let entry):
      draw(
        entry.track, of: entry.id, slots: entry.slots, sound: entry.sound, on: line,
        isMarked: isMarked)
    case .queueItem(let queued):
      draw(
        queued.track, item: queued.item.id, slots: queued.slots, sound: queued.sound, on: line,
        isMarked: isMarked)
    case .folder(let folder):
      draw("▸ " + folder.name, detail: totals(folder.tracks, folder.duration, line), on: line)
    case .artist(let artist):
      // A single is on no album.
      let albums =
        line.columns < 40 || artist.albums == 0 ? "" : artist.albums.counted("album") + "  "
      draw(
        RowView.named(artist.name), detail: albums + totals(artist.tracks, artist.duration, line),
        on: line)
    case .album(let album): draw(album, on: line)
    case .genre(let genre):
      draw(RowView.named(genre.name), detail: totals(genre.tracks, genre.duration, line), on: line)
    case .category(let row):
      draw(row.category.title, detail: totals(row.tracks, row.duration, line), on: line)
    case .list(let builtIn):
      draw(builtIn.list.title, detail: totals(builtIn.tracks, builtIn.duration, line), on: line)
    case .playlistFolder(let folder, let depth): draw(folder, depth, on: line)
    case .playlist(let node): draw(node, on: line)
    case .group(let group): GroupHeader(shape: shape, group: group).draw(on: lines.lastLine)
    }
  }

  /// Artist and album below the title.
  private func drawNames(of track: Track, on line: Canvas) {
    let title = columns.columns.first { $0.kind == .title }
    let names = [track.tags.artist ?? track.tags.albumArtist, track.tags.album].compactMap(\.self)
    line.inset(left: title?.start ?? 2, right: 1).put(
      names.joined(separator: " — "),
      track.isMissing || track.fault != nil ? .missing : .dimmed)
  }

  /// The sign in front of a group's header.
  static func sign(_ isCollapsed: Bool?) -> String { isCollapsed.map { $0 ? "▸ " : "▾ " } ?? "" }

  /// Leaders from behind a name to the end of its columns, in the same columns in all rows.
  private func drawLeaders(behind name: Int, on line: Canvas) {
    guard shape.leader != " " else { return }
    let first = name + 1 + (line.rect.column + name) % 2
    for column in stride(from: first, to: line.columns, by: 2) {
      line.put(String(shape.leader), .faint, at: column)
    }
  }

  /// A group's tracks and time, and its average tempo where there is room.
  static func totals(of group: ListRow.Group, columns: Int) -> String {
    let tempo = group.bpm.flatMap { columns < 44 ? nil : "\(Int($0.rounded())) BPM  " } ?? ""
    return tempo + group.tracks.grouped.padded(to: 3) + "  "
      + group.duration.clockText.padded(to: 6)
  }

  /// The number of tracks, and where there is room their total time.
  private func totals(_ tracks: Int, _ duration: Duration, _ line: Canvas) -> String {
    let count = tracks.grouped.padded(to: line.columns < 40 ? 0 : 6)
    guard line.columns >= 50, duration > .zero else { return count }
    return count + duration.clockText.padded(to: 11)
  }

  static func named(_ name: String) -> String { name.isEmpty ? "Unknown" : name }

  /// A name at the left, details at the right.
  func draw(
    _ name: String, detail: String, face: Face = .text, slots: Set<MixSlot> = [], on line: Canvas
  ) {
    var line = line.inset(left: 2, right: 1)
    if line.columns > TextWidth.columns(of: detail) + 9 {
      line.writeRight(detail, .dimmed, gap: 1)
    }
    if !slots.isEmpty, line.columns > 10 {
      drawBadges(slots, on: line.columns(from: line.columns - 5, count: 5))
      line = line.inset(right: 5)
    }
    let used = line.put(name, face)
    if !detail.isEmpty { drawLeaders(behind: used, on: line) }
  }

  /// Columns of an album's year, tracks and time.
  static let albumDetail = 21

  private func draw(_ album: ListRow.Album, on line: Canvas) {
    let detail =
      (album.year.map(String.init) ?? "").padded(to: 4) + album.tracks.grouped.padded(to: 8)
      + album.duration.clockText.padded(to: 9)
    let name = RowView.named(album.key.name)
    guard line.columns >= 60 else {
      return draw(name, detail: line.columns > 40 ? detail : "", on: line)
    }
    var line = line.inset(left: 2, right: 1)
    line.writeRight(detail, .dimmed, gap: 2)
    let artist = line.columns * 2 / 5
    line.columns(from: line.columns - artist, count: artist).put(
      RowView.named(album.key.artist), .dimmed)
    line.inset(right: artist + 1).put(name, .text)
  }

  private func draw(
    _ track: Track, of entry: EntryID? = nil, item: QueueItemID? = nil, slots: Set<MixSlot>,
    sound: EntryPlayback = EntryPlayback(), on line: Canvas, isMarked: Bool
  ) {
    let isCurrent =
      app.isCurrent(track, of: sound.isVirtualTrack ? entry : nil, item) || hides(playing: track)
    let isDead = track.isMissing || track.fault != nil
    let main: Face = isCurrent ? .playing : isDead ? .missing : track.isOffline ? .dimmed : .text
    let minor: Face = isDead && !isCurrent ? .missing : .dimmed
    let findings = FindingsText(track: track, notation: app.keyNotation)
    for column in columns.columns {
      let whole = line.columns(from: column.start, count: column.width)
      var cell = whole.inset(right: 1)
      let text: String
      var face = minor
      switch column.kind {
      case .state:
        text =
          isMarked
          ? "◆"
          : isCurrent
            ? (app.showsPlaying ? String(shape.playing) : "‖")
            : isDead ? "✕" : track.isOffline ? "◌" : isClashing ? "≠" : ""
        face = isMarked ? .accent : text == "≠" ? .warning : main
        // A dot in the cell behind the state sign, which leaves that cell empty.
        whole.putDot(track.color, at: 1, hasColors: app.hasColors)
      case .number:
        text = track.tags.trackNumber.map(String.init) ?? ""
      case .row: text = number.map { "\($0)." } ?? ""
      case .title:
        // In the same column of all rows.
        if let sign = app.serverSign(of: track), cell.columns > 4 {
          cell.writeRight(sign.text, isDead && !isCurrent ? .missing : sign.face, gap: 1)
        }
        if let said { write(said, in: &cell) }
        write(
          variationSigns(of: track) + (isNoted ? ["✎"] : []) + sound.markers,
          behind: track.title, in: &cell)
        let used = cell.put(title(of: track), main)
        drawLeaders(behind: used, on: cell)
        drawColumnLine(behind: column, on: whole)
        continue
      case .artist: text = track.tags.artist ?? track.tags.albumArtist ?? ""
      case .albumArtist: text = track.tags.albumArtist ?? ""
      case .album: text = track.tags.album ?? ""
      case .genre:
        text =
          track.tags.genres.isEmpty
          ? track.tags.genre ?? "" : track.tags.genres.joined(separator: ", ")
      case .path:
        cell.put(path(of: track), face, keep: .end)
        drawColumnLine(behind: column, on: whole)
        continue
      case .category: text = track.labels.category?.title ?? ""
      case .tags: text = track.labels.tags.joined(separator: ", ")
      case .collection: text = track.labels.collection ?? ""
      case .mood: text = track.labels.mood ?? ""
      case .year: text = track.tags.year.map(String.init) ?? ""
      case .bpm: text = findings.bpmColumn(width: column.width < 7 ? 5 : 7)
      case .key:
        draw(findings, main, on: cell, isWide: column.width > 8)
        drawColumnLine(behind: column, on: whole)
        continue
      case .energy: text = track.findings.energy.map(String.init) ?? ""
      case .loudness: text = track.findings.loudness?.tenths ?? ""
      case .plays: text = track.plays > 0 ? track.plays.grouped : ""
      case .played: text = track.lastPlayed.map { LocalZone.current.date(of: $0) } ?? ""
      case .added: text = track.added > 0 ? LocalZone.current.date(of: track.added) : ""
      case .format: text = track.isStream ? "" : track.audio.formatName
      case .bitRate: text = track.audio.bitRate.map { "\($0 / 1000)" } ?? ""
      case .rating:
        drawRating(track, on: whole)
        drawColumnLine(behind: column, on: whole)
        continue
      case .badges:
        drawBadges(slots, on: whole)
        drawColumnLine(behind: column, on: whole)
        continue
      case .time: text = track.audio.duration?.clockText ?? (track.isStream ? "live" : "–:––")
      }
      cell.put(text, face, align: column.kind.isNumber ? .right : .left)
      drawColumnLine(behind: column, on: whole)
    }
  }

  /// Whether what plays is a variation that is folded behind this track.
  private func hides(playing track: Track) -> Bool {
    guard isFolded, !app.browsing.groups.isOpen(track.id), app.player.item != nil else {
      return false
    }
    return app.playing.track?.variation == .variation(of: track.id)
  }

  /// "×3" at a track that stands for its variations.
  private func variationSigns(of track: Track) -> [String] {
    if case .primary(let count) = track.variation { ["×\(count)"] } else { [] }
  }

  /// The title, behind the artist where the skin has them together and no column has the artist.
  private func title(of track: Track) -> String {
    if isFolded, case .variation(let primary) = track.variation,
      app.browsing.groups.isOpen(primary)
    {
      return "└ " + track.title
    }
    guard shape.rows.contains(.artistFirst),
      !columns.columns.contains(where: { $0.kind == .artist }),
      let artist = track.tags.artist ?? track.tags.albumArtist
    else { return track.title }
    return artist + " - " + track.title
  }

  /// The path below the folder that was given to the library.
  private func path(of track: Track) -> String {
    if case .server(let address) = track.source {
      return (app.servers.name(of: address.server) ?? "Server") + " · " + address.track
    }
    let text = track.source.text
    guard let root = track.root?.text, text.hasPrefix(root + "/") else { return text }
    return String(text.dropFirst(root.count + 1))
  }

  private func drawColumnLine(behind column: TrackColumns.Column, on whole: Canvas) {
    guard shape.rows.contains(.columns), column.kind.hasLine else { return }
    whole.put("│", .border, at: column.width - 1)
  }

  /// The key in its colour; a dot is in front of a key that fits what plays.
  private func draw(_ findings: FindingsText, _ main: Face, on cell: Canvas, isWide: Bool) {
    var text = findings.keyColumn(width: isWide ? 9 : 5)
    guard let key = findings.key, main != .missing else {
      cell.put(text, main == .missing ? .missing : .dimmed, align: isWide ? .left : .right)
      return
    }
    let fits =
      main != .playing
      && playingKey.map { KeyRelation(from: $0, to: key) != .clash } ?? false
    // The sign of a fit comes before that of doubt.
    if fits, text.hasSuffix("?"), TextWidth.columns(of: text) >= cell.columns { text.removeLast() }
    if fits { text = "•" + text }
    if isWide, !fits { text = " " + text }
    let colors =
      app.hasColors && shape.keys == .wheel
      ? key.textColors(on: cell.ground, in: app.skins.theme, isBold: fits) : nil
    let plain: Face = shape.keys == .accent ? .accent : .dimmed
    cell.put(text, fits ? .title : plain, align: isWide ? .left : .right, colors: colors)
  }

  /// The key of the current track.
  private var playingKey: MusicalKey? {
    guard app.player.item != nil, let track = app.playing.track else { return nil }
    return FindingsText(track: track, notation: app.keyNotation).key
  }

  /// An entry's playback markers behind its title, as many as leave room for that.
  private func write(_ markers: [String], behind title: String, in cell: inout Canvas) {
    var markers = markers
    let room = cell.columns - 1 - min(12, TextWidth.columns(of: title))
    while !markers.isEmpty, TextWidth.columns(of: markers.joined(separator: " ")) > room {
      markers.removeLast()
    }
    cell.writeRight(markers.joined(separator: " "), .dimmed, gap: 1)
  }

  private func drawRating(_ track: Track, on cell: Canvas) {
    cell.put(track.rating.starText, .rating)
    let reaction = ownReaction ?? track.reaction
    cell.put(reaction.sign, reaction.face, at: 6)
    if !track.notes.isEmpty { cell.put("✎", .dimmed, at: 7) }
  }

  /// One column for each slot, so that a slot is always in the same column.
  private func drawBadges(_ slots: Set<MixSlot>, on cell: Canvas) {
    for slot in slots { cell.put("\(slot.rawValue)", slot.badge, at: slot.rawValue - 1) }
  }
}

extension MixSlot {
  var face: Face {
    switch self {
    case .one: .slot1
    case .two: .slot2
    case .three: .slot3
    }
  }

  var badge: Face {
    switch self {
    case .one: .badge1
    case .two: .badge2
    case .three: .badge3
    }
  }
}
