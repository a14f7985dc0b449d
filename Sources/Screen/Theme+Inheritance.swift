extension Theme {
  /// The style of a face: the skin's own, else that of its parent face, in the end plain text's. A
  /// badge without a style is filled with its slot's colour.
  package func style(of face: Face) -> FaceStyle {
    if let style = faces[face] { return style }
    switch face {
    case .text: return Theme.fallback.faces[.text] ?? FaceStyle(foreground: .white)
    case .title:
      var style = style(of: .text)
      style.attributes.insert(.bold)
      return style
    case .badge1: return badge(.slot1)
    case .badge2: return badge(.slot2)
    case .badge3: return badge(.slot3)
    default: return style(of: face.parent)
    }
  }

  /// The style of a surface: the skin's own, else that of the surface it belongs to.
  package func style(of ground: Surface) -> SurfaceStyle {
    if let style = grounds[ground] { return style }
    switch ground {
    case .base: return Theme.fallback.grounds[.base] ?? SurfaceStyle(background: .black)
    case .selected:
      let base = style(of: .base)
      return SurfaceStyle(background: style(of: .text).foreground, foreground: base.background)
    case .overlaySelected: return style(of: .selected)
    case .resting, .marked, .bar, .overlay, .field: return style(of: .base)
    }
  }

  private func badge(_ slot: Face) -> FaceStyle {
    let fill = style(of: slot).foreground
    let ink = fill.contrast(with: .black) > fill.contrast(with: .white) ? Color.black : .white
    return FaceStyle(foreground: ink, background: fill, attributes: .bold)
  }
}

extension Face {
  /// The face whose style is inherited where a skin has none for this one.
  var parent: Face {
    switch self {
    case .text, .title, .dimmed, .accent, .header, .rating, .success, .slot1, .slot2, .slot3: .text
    case .faint, .missing, .hint, .tab, .border: .dimmed
    case .heading, .playing, .tabActive, .borderFocused, .progress, .key, .match: .accent
    case .progressRest: .border
    case .waveBass, .waveMiddle, .waveTreble: .progress
    case .restBass, .restMiddle, .restTreble: .progressRest
    case .reaction, .warning: .rating
    case .listened: .slot2
    case .liked: .slot3
    case .badge1: .slot1
    case .badge2: .slot2
    case .badge3: .slot3
    }
  }
}

extension Color {
  static let black = Color(red: 0, green: 0, blue: 0)
  static let white = Color(red: 255, green: 255, blue: 255)
}
