/// The colour of a track or a playlist: one of the skin's, or one of the user's own.
package enum MarkedColor: Equatable, Sendable {
  case skin(TrackColor)
  /// 0xRRGGBB in sRGB.
  case rgb(UInt32)

  /// Reads a name or "#rrggbb"; nil for anything else.
  package init?(_ text: String) {
    if let color = TrackColor(rawValue: text.lowercased()) {
      self = .skin(color)
      return
    }
    let digits = text.utf8.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6, text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self = .rgb(value)
  }

  /// The text that the library stores.
  package var text: String {
    switch self {
    case .skin(let color): return color.rawValue
    case .rgb(let value):
      let digits = String(value, radix: 16)
      return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
  }
}
