/// The geometry that the screen is drawn with.
package enum ShapeChoice: String, Sendable, CaseIterable, Codable {
  /// The skin's own.
  case skin
  /// Obsidian's, with the colours of any skin.
  case plain
  /// The skin's own in characters of ASCII.
  case ascii
}
