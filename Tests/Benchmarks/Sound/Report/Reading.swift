/// The result of one measure for one player.
enum Reading {
  case values([Double])
  /// A reason instead of a number, such as that playback never resumed.
  case text(String)
  /// The player has no such feature.
  case absent
}
