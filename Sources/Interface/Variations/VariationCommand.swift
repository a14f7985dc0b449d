/// Commands about variations: takes, mixes and versions of one piece.
package enum VariationCommand: Hashable, Sendable {
  /// Makes the marked tracks variations of the one at the cursor.
  case gather
  case propose, separate, makePrimary
  /// Shows the variations behind their primary one, or hides them.
  case toggle
  /// Switches to the other variation at the same place.
  case compare, compareNext
}
