internal import Catalog
internal import GRDB
internal import Music

extension GroupedList {
  /// Rows with everything needed to draw them.
  func rows(_ range: Range<Int>, _ db: Database) throws -> [ListRow] {
    let folderRows = range.clamped(to: 0..<folders.count).map(folders.row)
    let headRows = range.clamped(to: folders.count..<headCount)
      .map { heads[$0 - folders.count].row }
    let places = range.clamped(to: headCount..<max(headCount, count))
      .map { position($0 - headCount) }
    var (items, firsts): ([Int], [Int]) = ([], [])
    for index in places {
      switch index {
      case .header(let group): firsts.append(Int(self.places(group).first ?? 0))
      case .item(let item): items.append(item)
      }
    }
    let ids = items.map { track($0) }
    let tracks = try db.tracks(Array(Set(ids + firsts.map { track($0) })))
    let isPlaylist = if case .entries = self.items { true } else { false }
    let slots = try isPlaylist ? [:] : db.slots(of: ids)
    let resolved = try isPlaylist ? db.rows(of: items.map { queued($0) }) : [:]
    return folderRows + headRows
      + places.compactMap { index -> ListRow? in
        switch index {
        case .header(let group):
          return tracks[track(Int(self.places(group).first ?? 0))].map { header(group, $0) }
        case .item(let item):
          guard case .entries(let entries) = self.items else {
            let id = track(item)
            return tracks[id].map { .track($0, slots: slots[id] ?? []) }
          }
          let entry = entries[item]
          return resolved[entry.queued].map {
            .entry(
              ListRow.Entry(
                id: EntryID(entry.id), position: entries.position(item), track: $0.track,
                slots: $0.slots,
                sound: $0.sound))
          }
        }
      }
  }

  /// The headers of some groups, without their rows.
  func headers(_ range: Range<Int>, _ db: Database) throws -> [ListRow] {
    let firsts = range.map { track(Int(places($0).first ?? 0)) }
    let tracks = try db.tracks(Array(Set(firsts)))
    return zip(range, firsts).compactMap { group, first in tracks[first].map { header(group, $0) } }
  }

  private func header(_ index: Int, _ first: Track) -> ListRow {
    let group = grouping.groups[index]
    return .group(
      ListRow.Group(
        key: key(index), text: template.text(for: first, years: group.years), tracks: group.count,
        duration: .microseconds(group.duration), bpm: group.bpm, isCollapsed: isCollapsed(index)))
  }
}
