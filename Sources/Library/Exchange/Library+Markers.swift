internal import GRDB
package import Music

extension Library {
  /// Markers on the time line of a mix where its tracks start and their cues are, in time order: as
  /// played from its beginning, with the parts of its entries and with crossfades.
  ///
  /// - Parameter skipping: entries that do not sound, as those whose files are gone; the following
  ///   ones move up.
  /// - Parameter starts: known starts of entries in a rendered file; the others follow from the
  ///   lengths of their files.
  package func markers(
    ofMix playlist: PlaylistID, skipping: Set<EntryID> = [], starts: [EntryID: Duration] = [:]
  ) async throws(LibraryError) -> [MixMarker] {
    try await read { db in
      _ = try db.existing(playlist)
      let cues = try db.cues(ofPlaylist: playlist)
      var line = MixLine()
      for entry in try db.mixEntries(of: playlist) where !skipping.contains(entry.id) {
        line.add(entry, at: starts[entry.id], cues: cues[entry.track] ?? [])
      }
      return line.markers
    }
  }
}

/// An entry on the time line of a mix.
struct MixEntry {
  var id: EntryID
  var track: Int64
  var name: String
  var notes: String
  var color: String?
  /// The length of its file; zero where unknown.
  var duration: Duration
  var sound: EntryPlayback
}

/// Places entries on the time line.
struct MixLine {
  private(set) var laid: [MixMarker] = []
  /// The start of the next entry.
  private var next: Duration = .zero

  /// By time; a track's start before cues at the same time.
  var markers: [MixMarker] {
    laid.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// - Parameter start: the entry's start; nil for the end of the one before.
  mutating func add(_ entry: MixEntry, at start: Duration? = nil, cues: [Cue]) {
    let start = start ?? next
    // As the player has it: an end before the start is ignored.
    let first = min(EntryPlayback.latest, max(.zero, entry.sound.start ?? .zero))
    let length = entry.sound.length(of: entry.duration)
    laid.append(
      MixMarker(
        .track, name: entry.name, start: start, length: length, notes: entry.notes,
        color: entry.color))
    for cue in cues where cue.time >= first && cue.time - first <= length {
      let end = cue.end.map { min($0, first + length) } ?? cue.time
      laid.append(
        MixMarker(
          .cue(cue.kind), name: cue.name.isEmpty ? cue.kind.title : cue.name,
          start: start + cue.time - first, length: max(.zero, end - cue.time), color: cue.color))
    }
    let crossfade = min(EntryPlayback.maximumCrossfade, max(.zero, entry.sound.crossfade ?? .zero))
    next = start + length - min(crossfade, length)
  }
}

extension Cue.Kind {
  /// The label of a cue: "Mix In".
  fileprivate var title: String {
    rawValue.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}

extension Database {
  fileprivate func mixEntries(of playlist: PlaylistID) throws -> [MixEntry] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT e.id, e.track, coalesce(e.title, t.title), coalesce(e.artist, t.artist), t.path,
          e.notes, m.color, t.duration, e.crossfade, e.start_offset, e.end_offset, e.gain
        FROM entries e JOIN tracks t ON t.id = e.track LEFT JOIN marks m ON m.track = e.track
        WHERE e.playlist = ? ORDER BY e.position, e.id
        """, arguments: [playlist.rawValue]
    ).map { row in
      let title: String = try row.value(2) ?? TrackRow.path(row, 4).stem
      let artist: String? = try row.value(3)
      return try MixEntry(
        id: EntryID(row.value(0)), track: row.value(1),
        name: (artist.map { $0 + " - " } ?? "") + title,
        notes: row.value(5), color: row.value(6), duration: row.time(7) ?? .zero,
        sound: EntryPlayback(
          crossfade: row.time(8), start: row.time(9), end: row.time(10), gain: row.value(11)))
    }
  }
}
