internal import Catalog
internal import Music

/// A list of tracks under the headers of a template.
///
/// Tracks and their order are those of the list without headers; headers get their texts when they
/// are shown.
struct GroupedList: Sendable {
  enum Items: Sendable {
    case tracks(TrackList)
    case entries(EntryList)
  }

  /// A row of the grouped part.
  enum RowPosition {
    case header(Int)
    /// An index in `items`.
    case item(Int)
  }

  let template: GroupTemplate
  /// The rows above all groups: folders, and the headless rows behind them.
  let folders: FolderList
  let heads: [OpenList.Group]
  let items: Items
  let grouping: TrackGroups
  /// The row of each group's header, heads not counted, and at the end the number of rows.
  private var starts: [Int] = []
  /// By group, whether it is collapsed.
  private var hidden: [Bool] = []

  init(
    _ items: Items, _ grouping: TrackGroups, by template: GroupTemplate,
    folders: FolderList = FolderList(), heads: [OpenList.Group] = []
  ) {
    self.template = template
    self.folders = folders
    self.heads = heads
    self.items = items
    self.grouping = grouping
    collapse(CollapsedGroups())
  }

  /// The same list with other groups collapsed.
  func collapsing(_ collapsed: CollapsedGroups) -> GroupedList {
    var list = self
    list.collapse(collapsed)
    return list
  }

  private mutating func collapse(_ collapsed: CollapsedGroups) {
    let keys = Set(collapsed.keys.compactMap { UInt64($0, radix: 16) })
    hidden = grouping.groups.map { keys.contains($0.key) != collapsed.isInverted }
    starts = [0]
    starts.reserveCapacity(grouping.groups.count + 1)
    var next = 0
    for (group, isHidden) in zip(grouping.groups, hidden) {
      next += 1 + (isHidden ? 0 : group.count)
      starts.append(next)
    }
  }

  var headCount: Int { folders.count + heads.count }
  var count: Int { headCount + (starts.last ?? 0) }

  /// The id of a group's header.
  func key(_ group: Int) -> String { String(grouping.groups[group].key, radix: 16) }

  func isCollapsed(_ group: Int) -> Bool { hidden[group] }

  /// The item or header at a row, heads not counted.
  func position(_ row: Int) -> RowPosition {
    let group = self.group(atRow: row)
    let offset = row - starts[group]
    return offset == 0
      ? .header(group) : .item(Int(grouping.order[grouping.groups[group].start + offset - 1]))
  }

  /// The group of a row, heads not counted.
  func group(atRow row: Int) -> Int {
    var (low, high) = (0, grouping.groups.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle } else { high = middle }
    }
    return low
  }

  /// The indices of a group's items.
  func places(_ group: Int) -> ArraySlice<UInt32> {
    let group = grouping.groups[group]
    return grouping.order[group.start..<group.start + group.count]
  }

  func group(_ key: String) -> Int? {
    UInt64(key, radix: 16).flatMap { wanted in grouping.groups.firstIndex { $0.key == wanted } }
  }

  /// The row of an id, heads included; for an item of a collapsed group its header's.
  func index(of id: RowID) -> Int? {
    let item: Int?
    switch (id, items) {
    case (.group(let key), _): return group(key).map { headCount + starts[$0] }
    case (.folder(let path), _):
      return folders.index(of: path)
        ?? heads.firstIndex { $0.row.id == id }.map { $0 + folders.count }
    case (.track(let track), .tracks(let list)): item = list.index(of: track)
    case (.entry(let entry), .entries(let list)):
      item = list.index(of: entry.rawValue)
    default: item = nil
    }
    return item.flatMap { row(ofItem: $0) }
  }

  /// The row of an item, heads included; in a collapsed group its header's.
  func row(ofItem item: Int) -> Int? {
    guard let position = grouping.order.firstIndex(of: UInt32(item)) else { return nil }
    var (low, high) = (0, grouping.groups.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if grouping.groups[middle].start <= position { low = middle } else { high = middle }
    }
    let row = headCount + starts[low]
    return hidden[low] ? row : row + 1 + position - grouping.groups[low].start
  }

  // MARK: Items

  func track(_ item: Int) -> Int64 {
    switch items {
    case .tracks(let list): list[item].rawValue
    case .entries(let entries): entries[item].track
    }
  }

  func queued(_ item: Int) -> QueuedTrack {
    if case .entries(let entries) = items { return entries[item].queued }
    return QueuedTrack(TrackID(track(item)))
  }

  /// All items in display order, those of collapsed groups included.
  var queued: [QueuedTrack] { grouping.order.map { queued(Int($0)) } }

  /// Nil where it is no playlist.
  var entries: EntryList? {
    if case .entries(let entries) = items { entries } else { nil }
  }
}
