/// What came of one measure with one player.
enum Reading {
  case values([Double])
  /// Something that is no number, such as that it never played again.
  case text(String)
  /// It has no such thing.
  case absent
}
