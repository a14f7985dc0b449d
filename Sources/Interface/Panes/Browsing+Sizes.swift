import Music
import Screen

// The layout that the user sets: its form, and where borders between panes are.
extension Browsing {
  mutating func choose(_ form: LayoutChoice.Form) {
    layoutChoice.form = form
    scrollToCursors()
  }

  mutating func resetLayout() {
    layoutChoice = LayoutChoice()
    scrollToCursors()
  }

  /// Moves a border by a key: upwards and downwards that of the focused pane.
  ///
  /// - Returns: False where the panes have no sizes of their own.
  mutating func move(_ move: BorderMove) -> Bool {
    guard let boxes = sizedBoxes else { return false }
    let isBeside = layout.form != .wide && (focus == .nowPlaying || focus == .playlists)
    switch move {
    case .left: setSize(of: .right, to: boxes.right + 2)
    case .right: setSize(of: .right, to: boxes.right - 2)
    case .up where isBeside: setSize(of: .nowPlaying, to: boxes.nowPlaying - 1)
    case .down where isBeside: setSize(of: .nowPlaying, to: boxes.nowPlaying + 1)
    case .up: setSize(of: .mix, to: boxes.mix + 3)
    case .down: setSize(of: .mix, to: boxes.mix - 3)
    }
    return true
  }

  /// A border follows the mouse.
  mutating func drag(_ border: PaneBorder, to position: Position) {
    switch border {
    case .right: setSize(of: border, to: size.columns - position.column)
    case .nowPlaying: setSize(of: border, to: position.row + 1)
    case .mix:
      let foot = layout.boxes[.mix]?.bottom ?? 0
      setSize(of: border, to: foot - position.row - 1)
    }
  }

  /// A length that does not fit is clamped, so that the next step begins where the border is.
  private mutating func setSize(of border: PaneBorder, to length: Int) {
    func set(_ length: Int) {
      switch border {
      case .right: layoutChoice.right = length
      case .nowPlaying: layoutChoice.nowPlaying = length
      case .mix: layoutChoice.mix = length
      }
    }
    set(length)
    if let boxes = sizedBoxes {
      switch border {
      case .right: set(boxes.right)
      case .nowPlaying: set(boxes.nowPlaying)
      case .mix: set(boxes.mix)
      }
    }
    scrollToCursors()
  }

  /// The lengths that borders change; nil where panes do not show together.
  private var sizedBoxes: (right: Int, nowPlaying: Int, mix: Int)? {
    let layout = layout
    guard let library = layout.boxes[.library], let playlists = layout.boxes[.playlists],
      let mix = layout.boxes[.mix]
    else { return nil }
    // The boxes of a grid share their lines.
    let shared = layout.shape.frame == .grid ? 1 : 0
    let right =
      layout.form == .wide
      ? (layout.boxes[.nowPlaying]?.columns ?? 0) - shared : size.columns - library.columns
    return (right, playlists.row, mix.rows - shared)
  }
}
