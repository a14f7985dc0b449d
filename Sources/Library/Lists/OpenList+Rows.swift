internal import Catalog
internal import GRDB
internal import Music

extension OpenList {
  /// The key of a row's group, where its header is further up.
  func openGroup(at index: Int) -> String? {
    guard case .grouped(let grouped) = content, index >= grouped.headCount, index < count else {
      return nil
    }
    return grouped.key(grouped.group(atRow: index - grouped.headCount))
  }

  /// The first and the last rows.
  func ends(of rows: Int, _ db: Database) throws -> [ListPart] {
    try [0, count - rows].map { start in
      let rows = try self.rows(start..<start + rows, db)
      return ListPart(
        start: start, rows: rows, openGroup: openGroup(at: start), notes: try db.notes(of: rows))
    }
  }

  /// Rows with everything needed to draw them.
  func rows(_ range: Range<Int>, _ db: Database) throws -> [ListRow] {
    switch content {
    case .folder(let folders, let groups, let tracks):
      let heads = range.clamped(to: 0..<folders.count)
      let rest =
        max(0, range.lowerBound - folders.count)..<max(0, range.upperBound - folders.count)
      return try heads.map(folders.row) + OpenList(groups, tracks).rows(rest, db)
    case .rows(let groups, let references):
      let heads = range.clamped(to: 0..<groups.count)
      let ids = references.ids(
        max(0, range.lowerBound - groups.count)..<max(0, range.upperBound - groups.count))
      let tracks = try db.tracks(ids)
      let slots = try db.slots(of: ids)
      return groups[heads].map(\.row)
        + ids.compactMap { id in tracks[id].map { .track($0, slots: slots[id] ?? []) } }
    case .playlists(let playlists): return range.map { playlists[$0].row }
    case .groups(let groups): return range.map(groups.row)
    case .grouped(let list): return try list.rows(range, db)
    case .playlist(let entries):
      let found = try db.rows(of: range.map { entries[$0].queued })
      return range.compactMap { index in
        let entry = entries[index]
        return found[entry.queued].map {
          .entry(
            ListRow.Entry(
              id: EntryID(entry.id), position: entries.position(index), track: $0.track,
              slots: $0.slots, sound: $0.sound))
        }
      }
    case .duplicates(let rows):
      let ids = rows[range].compactMap { if case .track(let track) = $0 { track.id } else { nil } }
      let (tracks, slots) = (try db.tracks(ids), try db.slots(of: ids))
      return rows[range].compactMap { row in
        switch row {
        case .header(let group): .group(group)
        case .track(let track):
          tracks[track.id].map { .track($0, slots: slots[track.id] ?? []) }
        }
      }
    }
  }
}
