internal import Music

/// The rows of the tree that show.
struct PlaylistRows: Sendable {
  private let tree: PlaylistTree
  private let shown: [PlaylistTree.Row]
  let trackCount: Int
  /// Microseconds.
  let duration: Int64

  init(_ tree: PlaylistTree, _ names: TrackQuery = .everything) {
    self.tree = tree
    shown = tree.shown(names)
    (trackCount, duration) = tree.total(shown)
  }

  /// The same tree with another filter.
  func filtered(by names: TrackQuery) -> PlaylistRows { PlaylistRows(tree, names) }

  var count: Int { shown.count }

  subscript(index: Int) -> OpenList.Group { tree.row(shown[index]) }

  func index(of id: RowID) -> Int? { shown.firstIndex { tree.id($0) == id } }
}
