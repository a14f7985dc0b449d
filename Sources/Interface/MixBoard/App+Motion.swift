import Screen

// The motion that can be turned off: flashes of slots, messages that fade, the spectrum. Time and
// lyrics move always.
extension App {
  mutating func setMotion(_ isOn: Bool) {
    hasMotion = isOn
    say(
      isOn
        ? "Slots flash after an addition, messages fade, and the spectrum moves"
        : "Nothing moves but time, playhead and lyrics")
  }

  /// Whether messages fade before they end, which takes shades of the skin's colours.
  var messagesFade: Bool { hasMotion && hasManyColors && !browsing.hasScreenReader }

  /// The colours of a title reversed, for what was just added.
  var flashColors: CellColors {
    let title = skins.theme.colors(.title, on: .base)
    return CellColors(
      foreground: title.foreground, background: title.background, attributes: [.bold, .reverse])
  }
}
