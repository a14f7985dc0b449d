package import Screen

/// Commands about skins, motion and the abilities of the terminal.
package enum SkinCommand: Hashable, Sendable {
  case next, choose, edit
  case use(String)
  /// Makes a skin that of terminals with such a background.
  case useFor(BackgroundTone, String)
  /// Goes back to the skins for the terminal's background.
  case follow
  case shape(ShapeChoice)
  case accent(AccentChoice)
  case motion(Bool)
  case art(ArtChoice)
  case bidi(BidiChoice)

  /// The skin for a background, as in "dark Vinyl", or "auto".
  init?(background text: String) {
    if text.lowercased() == "auto" {
      self = .follow
      return
    }
    let name = text.drop { $0 != " " }.trimmingSpaces()
    guard let tone = BackgroundTone(rawValue: text.prefix { $0 != " " }.lowercased()),
      !name.isEmpty
    else { return nil }
    self = .useFor(tone, name)
  }
}
