import Screen

/// A list or text in a window.
struct WindowList {
  /// The rows on the screen.
  let rect: Rect
  let count: Int
  /// The first visible row.
  let top: Int
}
