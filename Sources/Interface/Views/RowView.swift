import Music
import Screen

/// One row of a list.
struct RowView {
  let app: App
  let columns: TrackColumns
  /// Whether something is noted on the entry.
  var isNoted = false
  /// Whether it does not mix with the entry before it.
  var isClashing = false

  func draw(_ row: ListRow, into frame: inout Frame, in rect: Rect, ground: Ground, isMarked: Bool)
  {
    if ground != .base { frame.fill(rect, ground: ground) }
    switch row {
    case .track(let track, let slots):
      draw(track, slots: slots, into: &frame, in: rect, ground: ground, isMarked: isMarked)
    case .entry(let entry):
      draw(
        entry.track, of: entry.id, slots: entry.slots, sound: entry.sound, into: &frame, in: rect,
        ground: ground, isMarked: isMarked)
    case .queueItem(let queued):
      draw(
        queued.track, item: queued.item.id, slots: queued.slots, sound: queued.sound, into: &frame,
        in: rect, ground: ground, isMarked: isMarked)
    case .folder(let folder):
      draw(
        "▸ " + folder.name, detail: totals(folder.tracks, folder.duration, rect), into: &frame,
        in: rect, ground: ground)
    case .artist(let artist):
      // A single is on no album.
      let albums =
        rect.columns < 40 || artist.albums == 0 ? "" : artist.albums.counted("album") + "  "
      draw(
        RowView.named(artist.name), detail: albums + totals(artist.tracks, artist.duration, rect),
        into: &frame, in: rect, ground: ground)
    case .album(let album): draw(album, into: &frame, in: rect, ground: ground)
    case .genre(let genre):
      draw(
        RowView.named(genre.name), detail: totals(genre.tracks, genre.duration, rect),
        into: &frame, in: rect, ground: ground)
    case .list(let builtIn):
      draw(
        builtIn.list.title, detail: totals(builtIn.tracks, builtIn.duration, rect), into: &frame,
        in: rect, ground: ground)
    case .playlistFolder(let folder, let depth):
      draw(folder, depth, into: &frame, in: rect, ground: ground)
    case .playlist(let node): draw(node, into: &frame, in: rect, ground: ground)
    case .group(let group):
      draw(
        RowView.sign(group.isCollapsed) + group.text,
        detail: RowView.totals(of: group, columns: rect.columns), face: .header, into: &frame,
        in: rect, ground: ground)
    }
  }

  /// What stands in front of a group's header.
  static func sign(_ isCollapsed: Bool?) -> String { isCollapsed.map { $0 ? "▸ " : "▾ " } ?? "" }

  /// Average tempo where there is room, tracks and time of a group.
  static func totals(of group: ListRow.Group, columns: Int) -> String {
    let tempo = group.bpm.flatMap { columns < 44 ? nil : "\(Int($0.rounded())) BPM  " } ?? ""
    return tempo + RowView.padded(group.tracks.grouped, 3) + "  "
      + RowView.padded(group.duration.clockText, 6)
  }

  /// Tracks, and where there is room how long they take in all.
  private func totals(_ tracks: Int, _ duration: Duration, _ rect: Rect) -> String {
    let count = RowView.padded(tracks.grouped, rect.columns < 40 ? 0 : 6)
    guard rect.columns >= 50, duration > .zero else { return count }
    return count + RowView.padded(duration.clockText, 11)
  }

  static func named(_ name: String) -> String { name.isEmpty ? "Unknown" : name }

  static func padded(_ text: String, _ width: Int) -> String {
    TextWidth.padded(text, to: width, align: .right)
  }

  /// A name at the left, what is known of it at the right.
  func draw(
    _ name: String, detail: String, face: Face = .text, slots: Set<MixSlot> = [],
    into frame: inout Frame, in rect: Rect, ground: Ground
  ) {
    var right = rect.columns - 1
    let width = TextWidth.columns(of: detail)
    if width > 0, rect.columns > width + 12 {
      right -= width
      frame.put(
        detail, row: rect.row, column: rect.column + right, face: .dimmed, ground: ground)
      right -= 1
    }
    if !slots.isEmpty, right > 12 {
      right -= 5
      drawBadges(slots, into: &frame, row: rect.row, column: rect.column + right, ground: ground)
    }
    let text = TextWidth.truncated(name, to: right - 2, keep: .start)
    frame.put(text, row: rect.row, column: rect.column + 2, face: face, ground: ground)
  }

  /// Columns of an album's year, tracks and time.
  static let albumDetail = 21

  private func draw(
    _ album: ListRow.Album, into frame: inout Frame, in rect: Rect, ground: Ground
  ) {
    let detail =
      RowView.padded(album.year.map(String.init) ?? "", 4)
      + RowView.padded(album.tracks.grouped, 8) + RowView.padded(album.duration.clockText, 9)
    let isWide = rect.columns >= 60
    let name = RowView.named(album.key.name)
    draw(
      isWide ? "" : name, detail: isWide || rect.columns > 40 ? detail : "", into: &frame, in: rect,
      ground: ground)
    guard isWide else { return }
    let room = rect.columns - TextWidth.columns(of: detail) - 5
    let artist = room * 2 / 5
    frame.put(
      TextWidth.truncated(name, to: room - artist - 1, keep: .start), row: rect.row,
      column: rect.column + 2, face: .text, ground: ground)
    frame.put(
      TextWidth.truncated(RowView.named(album.key.artist), to: artist, keep: .start), row: rect.row,
      column: rect.column + 2 + room - artist, face: .dimmed, ground: ground)
  }

  private func draw(
    _ track: Track, of entry: EntryID? = nil, item: QueueItemID? = nil, slots: Set<MixSlot>,
    sound: EntrySound = EntrySound(), into frame: inout Frame, in rect: Rect, ground: Ground,
    isMarked: Bool
  ) {
    let isCurrent = isPlaying(track, of: sound.isPiece ? entry : nil, item)
    let isDead = track.isMissing || track.fault != nil
    let main: Face = isCurrent ? .playing : isDead ? .missing : track.isOffline ? .dimmed : .text
    let minor: Face = isDead && !isCurrent ? .missing : .dimmed
    let findings = FindingsText(track: track, notation: app.keyNotation)
    for column in columns.columns {
      let text: String
      var face = minor
      switch column.kind {
      case .state:
        text =
          isMarked
          ? "◆"
          : isCurrent
            ? (app.isPlaying ? "▶" : "‖")
            : isDead ? "✕" : track.isOffline ? "◌" : isClashing ? "≠" : ""
        face = isMarked ? .accent : text == "≠" ? .warning : main
        drawColor(of: track, into: &frame, in: rect, column: column, ground: ground)
      case .number:
        text = track.tags.trackNumber.map(String.init) ?? ""
      case .title:
        let room = drawMarker(
          (isNoted ? ["✎"] : []) + sound.markers, of: track, into: &frame, in: rect, column: column,
          ground: ground)
        let title = TextWidth.truncated(track.title, to: column.width - 1 - room, keep: .start)
        (text, face) = (title, main)
      case .artist: text = track.tags.artist ?? track.tags.albumArtist ?? ""
      case .album: text = track.tags.album ?? ""
      case .year: text = track.tags.year.map(String.init) ?? ""
      case .bpm: text = findings.bpmColumn(width: column.width)
      case .key: text = findings.keyColumn(width: column.width)
      case .energy: text = track.findings.energy.map(String.init) ?? ""
      case .loudness: text = track.findings.loudness?.tenths ?? ""
      case .plays: text = track.plays > 0 ? track.plays.grouped : ""
      case .rating:
        drawRating(track, into: &frame, in: rect, column: column, ground: ground)
        continue
      case .badges:
        drawBadges(
          slots, into: &frame, row: rect.row, column: rect.column + column.start, ground: ground)
        continue
      case .time: text = track.audio.duration?.clockText ?? (track.isStream ? "live" : "–:––")
      }
      let cut = TextWidth.truncated(text, to: column.width - 1, keep: .start)
      let at =
        column.kind.isNumber
        ? column.start + column.width - 1 - TextWidth.columns(of: cut) : column.start
      frame.put(
        cut, row: rect.row, column: rect.column + at, limit: column.width, face: face,
        ground: ground)
    }
  }

  /// How an entry is played stands behind its title, as much of it as leaves room for that; the
  /// columns used.
  private func drawMarker(
    _ markers: [String], of track: Track, into frame: inout Frame, in rect: Rect,
    column: TrackColumns.Column, ground: Ground
  ) -> Int {
    var markers = markers
    let room = column.width - 2 - min(12, TextWidth.columns(of: track.title))
    while !markers.isEmpty, TextWidth.columns(of: markers.joined(separator: " ")) > room {
      markers.removeLast()
    }
    let marker = markers.joined(separator: " ")
    let width = TextWidth.columns(of: marker)
    guard width > 0 else { return 0 }
    frame.put(
      marker, row: rect.row, column: rect.column + column.start + column.width - 1 - width,
      face: .dimmed, ground: ground)
    return width + 1
  }

  /// Of the pieces of a file only the one that is heard is the playing one.
  /// In the queue only the item that plays is the playing one, not every copy of its track.
  private func isPlaying(_ track: Track, of piece: EntryID?, _ item: QueueItemID?) -> Bool {
    guard app.player.item?.track == track.id else { return false }
    if let item { return app.queue.current.map { app.queue.ids[$0] } == item }
    return piece == nil || piece == app.heard?.entry
  }

  private func drawRating(
    _ track: Track, into frame: inout Frame, in rect: Rect, column: TrackColumns.Column,
    ground: Ground
  ) {
    let at = rect.column + column.start
    frame.put(
      String(repeating: "★", count: track.rating.stars), row: rect.row, column: at, face: .rating,
      ground: ground)
    let mark =
      switch track.reaction {
      case .none: ""
      case .listened: "✓"
      case .liked: "♡"
      case .loved: "♥"
      }
    frame.put(mark, row: rect.row, column: at + 5, face: .reaction, ground: ground)
    if !track.notes.isEmpty, column.width > 6 {
      frame.put("✎", row: rect.row, column: at + 6, face: .dimmed, ground: ground)
    }
  }

  /// A dot behind the sign of what a track is doing, which leaves that cell empty.
  private func drawColor(
    of track: Track, into frame: inout Frame, in rect: Rect, column: TrackColumns.Column,
    ground: Ground
  ) {
    guard column.width > 1, let color = track.color.flatMap(TrackColor.init(rawValue:)) else {
      return
    }
    frame.put(
      "●", row: rect.row, column: rect.column + column.start + 1, face: color.face, ground: ground)
  }

  /// One column a slot, so that the same slot is always found at the same place.
  func drawBadges(
    _ slots: Set<MixSlot>, into frame: inout Frame, row: Int, column: Int, ground: Ground
  ) {
    for slot in slots {
      frame.put(
        "\(slot.rawValue)", row: row, column: column + slot.rawValue - 1, face: slot.badge,
        ground: ground)
    }
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
