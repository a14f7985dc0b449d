internal import Music

/// All playlists under their folders, each by name, as one list in which every folder comes before
/// its contents.
struct PlaylistTree: Sendable {
  private struct Node: Sendable {
    /// The name as filters compare it.
    var folded: String
    /// The index behind the contents of a folder; nil for a playlist.
    var end: Int?
    var isCollapsed = false
  }

  /// The totals of the contents of a folder.
  private struct Totals {
    var playlists = 0
    var tracks = 0
    var duration: Int64 = 0
  }

  /// A row of a list.
  struct Row: Sendable {
    fileprivate var index: UInt32
    /// Whether it is a folder whose contents show.
    fileprivate var isOpen: Bool
  }

  private var nodes: [Node] = []
  private var rows: [OpenList.Group] = []

  init(
    _ sorted: SortedPlaylists, _ folders: [PlaylistFolder], slots: [PlaylistID: Set<MixSlot>],
    _ totals: SmartTotals
  ) {
    nodes.reserveCapacity(sorted.items.count + folders.count)
    rows.reserveCapacity(sorted.items.count + folders.count)
    let playlists = Dictionary(grouping: sorted.items.indices) {
      sorted.items[$0].playlist.folder
    }
    let folders = Dictionary(grouping: folders, by: \.parent)
    func add(in folder: PlaylistFolderID?, depth: Int) -> Totals {
      var sum = Totals()
      // Bounds folders that another program has nested in themselves.
      for child in folders[folder] ?? [] where depth < PlaylistFolder.maximumDepth {
        let index = nodes.count
        nodes.append(Node(folded: SortKey.folded(child.name), isCollapsed: child.isCollapsed))
        rows.append(
          OpenList.Group(
            row: .playlistFolder(child, depth: depth), folded: "", tracks: 0, duration: 0))
        let inside = add(in: child.id, depth: depth + 1)
        nodes[index].end = nodes.count
        var shown = child
        shown.playlistCount = inside.playlists
        shown.trackCount = inside.tracks
        shown.duration = .microseconds(inside.duration)
        rows[index] = OpenList.Group(
          row: .playlistFolder(shown, depth: depth), folded: "", tracks: inside.tracks,
          duration: inside.duration)
        sum.playlists += inside.playlists
        sum.tracks += inside.tracks
        sum.duration &+= inside.duration
      }
      for index in playlists[folder] ?? [] {
        let item = sorted.items[index]
        var playlist = item.playlist
        if let total = totals.total(of: playlist) { playlist.add(total) }
        let duration = playlist.duration.wholeMicroseconds
        nodes.append(Node(folded: item.folded))
        rows.append(
          OpenList.Group(
            row: .playlist(
              ListRow.PlaylistNode(
                playlist: playlist, slots: slots[playlist.id] ?? [], depth: depth)),
            folded: "", tracks: playlist.trackCount, duration: duration))
        sum.playlists += 1
        sum.tracks += playlist.trackCount
        sum.duration &+= duration
      }
      return sum
    }
    _ = add(in: nil, depth: 0)
  }

  /// The rows that show; a match keeps the folders around it, and a matching folder keeps its
  /// contents.
  func shown(_ names: TrackQuery) -> [Row] {
    var shown: [Row] = []
    func visit(_ range: Range<Int>, _ names: TrackQuery) {
      var index = range.lowerBound
      while index < range.upperBound {
        let isNamed = names.matches(names: nodes[index].folded)
        guard let end = nodes[index].end else {
          if isNamed { shown.append(Row(index: UInt32(index), isOpen: false)) }
          index += 1
          continue
        }
        // Matches show, whether their folder is collapsed or not.
        let isOpen = !(nodes[index].isCollapsed && isNamed)
        shown.append(Row(index: UInt32(index), isOpen: isOpen))
        if isOpen {
          let before = shown.count
          visit(index + 1..<end, isNamed ? .everything : names)
          if !isNamed, shown.count == before { shown.removeLast() }
        }
        index = end
      }
    }
    visit(0..<nodes.count, names)
    return shown
  }

  func row(_ row: Row) -> OpenList.Group {
    var group = rows[Int(row.index)]
    guard row.isOpen, case .playlistFolder(var folder, let depth) = group.row else {
      return group
    }
    folder.isCollapsed = false
    group.row = .playlistFolder(folder, depth: depth)
    (group.tracks, group.duration) = (0, 0)
    return group
  }

  func id(_ row: Row) -> RowID { rows[Int(row.index)].row.id }

  /// The number of tracks of some rows, and microseconds; the contents of an open folder are rows
  /// of their own.
  func total(_ shown: [Row]) -> (tracks: Int, duration: Int64) {
    shown.reduce(into: (0, 0)) { sum, row in
      guard !row.isOpen else { return }
      sum.tracks += rows[Int(row.index)].tracks
      sum.duration &+= rows[Int(row.index)].duration
    }
  }
}
