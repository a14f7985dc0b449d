/// Commands about comments on tracks.
package enum CommentCommand: Hashable, Sendable {
  /// A comment at the place that is heard, or on the selected track as a whole.
  case add(String, isPlaced: Bool)
  /// The same in a window.
  case write(isPlaced: Bool)
  /// The comments on what plays.
  case show
}
