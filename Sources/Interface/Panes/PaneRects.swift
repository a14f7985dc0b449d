package import Screen

/// The rectangles of the visible panes. Layouts are computed for every frame and event, which hashing
/// would slow down.
package struct PaneRects: Equatable, Sendable, Sequence {
  private var library: Rect?
  private var nowPlaying: Rect?
  private var mix: Rect?
  private var playlists: Rect?

  package subscript(pane: Pane) -> Rect? {
    get {
      switch pane {
      case .library: library
      case .nowPlaying: nowPlaying
      case .mix: mix
      case .playlists: playlists
      }
    }
    set {
      switch pane {
      case .library: library = newValue
      case .nowPlaying: nowPlaying = newValue
      case .mix: mix = newValue
      case .playlists: playlists = newValue
      }
    }
  }

  package func makeIterator() -> IndexingIterator<[(key: Pane, value: Rect)]> {
    Pane.allCases.compactMap { pane in self[pane].map { (key: pane, value: $0) } }.makeIterator()
  }

  package var keys: [Pane] { map(\.key) }
  package var values: [Rect] { map(\.value) }
  package var count: Int { keys.count }
  package var isEmpty: Bool { Pane.allCases.allSatisfy { self[$0] == nil } }

  func mapValues(_ transform: (Rect) -> Rect) -> PaneRects {
    var rects = PaneRects()
    for (pane, rect) in self { rects[pane] = transform(rect) }
    return rects
  }
}
