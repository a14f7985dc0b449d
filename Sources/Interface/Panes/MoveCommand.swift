/// Moves of the cursor in the focused list.
package enum MoveCommand: Hashable, Sendable {
  case up, down, pageUp, pageDown, top, bottom
}
