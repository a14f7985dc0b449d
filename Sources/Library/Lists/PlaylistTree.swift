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
  struct Place: Sendable {
    fileprivate var index: UInt32
    /// Whether it is a folder whose contents show.
    fileprivate var isOpen: Bool
  }

  private var nodes: [Node] = []
  private var rows: [OpenList.Group] = []

  init(
    _ shelf: PlaylistShelf, _ folders: [PlaylistFolder], slots: [PlaylistID: Set<MixSlot>],
    _ totals: SmartTotals
  ) {
    nodes.reserveCapacity(shelf.items.count + folders.count)
    rows.reserveCapacity(shelf.items.count + folders.count)
    let playlists = Dictionary(grouping: shelf.items.indices) {
      shelf.items[$0].playlist.folder
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
        let item = shelf.items[index]
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
  func places(_ names: TrackQuery) -> [Place] {
    var places: [Place] = []
    func visit(_ range: Range<Int>, _ names: TrackQuery) {
      var index = range.lowerBound
      while index < range.upperBound {
        let isNamed = names.matches(names: nodes[index].folded)
        guard let end = nodes[index].end else {
          if isNamed { places.append(Place(index: UInt32(index), isOpen: false)) }
          index += 1
          continue
        }
        // Matches show, whether their folder is collapsed or not.
        let isOpen = !(nodes[index].isCollapsed && isNamed)
        places.append(Place(index: UInt32(index), isOpen: isOpen))
        if isOpen {
          let before = places.count
          visit(index + 1..<end, isNamed ? .everything : names)
          if !isNamed, places.count == before { places.removeLast() }
        }
        index = end
      }
    }
    visit(0..<nodes.count, names)
    return places
  }

  func row(_ place: Place) -> OpenList.Group {
    var group = rows[Int(place.index)]
    guard place.isOpen, case .playlistFolder(var folder, let depth) = group.row else {
      return group
    }
    folder.isCollapsed = false
    group.row = .playlistFolder(folder, depth: depth)
    (group.tracks, group.duration) = (0, 0)
    return group
  }

  func id(_ place: Place) -> RowID { rows[Int(place.index)].row.id }

  /// The number of tracks of some rows, and microseconds; the contents of an open folder are rows
  /// of their own.
  func total(_ places: [Place]) -> (tracks: Int, duration: Int64) {
    places.reduce(into: (0, 0)) { sum, place in
      guard !place.isOpen else { return }
      sum.tracks += rows[Int(place.index)].tracks
      sum.duration &+= rows[Int(place.index)].duration
    }
  }
}

/// The rows of the tree that show.
struct PlaylistRows: Sendable {
  private let tree: PlaylistTree
  private let places: [PlaylistTree.Place]
  let trackCount: Int
  /// Microseconds.
  let duration: Int64

  init(_ tree: PlaylistTree, _ names: TrackQuery = .everything) {
    self.tree = tree
    places = tree.places(names)
    (trackCount, duration) = tree.total(places)
  }

  /// The same tree with another filter.
  func filtered(by names: TrackQuery) -> PlaylistRows { PlaylistRows(tree, names) }

  var count: Int { places.count }

  subscript(index: Int) -> OpenList.Group { tree.row(places[index]) }

  func index(of id: RowID) -> Int? { places.firstIndex { tree.id($0) == id } }
}
