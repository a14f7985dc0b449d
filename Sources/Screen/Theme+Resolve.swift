extension Theme {
  /// Contrast that text needs (WCAG 2.2 AA), and what is left of it with 8 or 16 colours, which
  /// every terminal paints as it likes.
  package static let readable = 4.5
  package static let legible = 3.0

  /// How text of a face on a ground shows on a terminal of so many colours.
  ///
  /// A face with a background of its own stands on that; else a ground's foreground, if it has one,
  /// goes before the face's. Where colours are few, text stays readable before it stays in colour,
  /// and the grounds that show a selection stay apart from the base.
  package func style(_ face: Face, on ground: Ground, depth: ColorDepth) -> ResolvedStyle {
    let pair = colors(face, on: ground)
    switch depth {
    case .none:
      return ResolvedStyle(attributes: Self.plainAttributes(face, on: ground))
    case .direct:
      return ResolvedStyle(
        foreground: .rgb(pair.foreground), background: .rgb(pair.background),
        attributes: pair.attributes)
    case .indexed:
      return reduced(pair, face, on: ground, to: .fixed)
    case .sixteen:
      return reduced(pair, face, on: ground, to: .sixteen)
    case .eight:
      return reduced(pair, face, on: ground, to: .eight)
    }
  }

  /// The colours of a face on a ground, as the skin has them.
  package func colors(
    _ face: Face, on ground: Ground
  ) -> (foreground: Color, background: Color, attributes: Attributes) {
    let own = style(of: face)
    let ground = style(of: ground)
    if let background = own.background { return (own.foreground, background, own.attributes) }
    return (ground.foreground ?? own.foreground, ground.background, own.attributes)
  }

  private func reduced(
    _ pair: (foreground: Color, background: Color, attributes: Attributes), _ face: Face,
    on ground: Ground, to palette: ColorPalette
  ) -> ResolvedStyle {
    var (background, attributes) = (pair.background, pair.attributes)
    var isSwapped = false
    if style(of: face).background == nil {
      (background, isSwapped) = reducedBackground(ground, to: palette)
      if !palette.isFixed { attributes.formUnion(distinction(of: ground, in: palette)) }
    }
    let back = palette.nearest(to: background)
    let wanted = isSwapped ? style(of: .base).background : pair.foreground
    let contrast = pair.foreground.contrast(with: pair.background)
    let floor = palette.isFixed ? min(contrast, Self.readable) : Self.legible
    let front = palette.nearest(to: wanted, on: back.color, contrast: floor)
    return ResolvedStyle(
      foreground: .indexed(front.index), background: .indexed(back.index), attributes: attributes)
  }

  /// The background that a ground gets; for a selection that would not show, base and text swapped.
  private func reducedBackground(
    _ ground: Ground, to palette: ColorPalette
  ) -> (Color, isSwapped: Bool) {
    let background = style(of: ground).background
    guard ground.isSelection, isLost(ground, in: palette) else { return (background, false) }
    return (style(of: .text).foreground, true)
  }

  private func isLost(_ ground: Ground, in palette: ColorPalette) -> Bool {
    guard ground != .base else { return false }
    let below: Ground = ground == .overlaySelected ? .overlay : .base
    return palette.nearest(to: style(of: ground).background).index
      == palette.nearest(to: style(of: below).background).index
  }

  /// What tells the weaker grounds from the base where their colours are the same.
  private func distinction(of ground: Ground, in palette: ColorPalette) -> Attributes {
    switch ground {
    case .resting, .field: isLost(ground, in: palette) ? .underline : []
    case .marked: isLost(ground, in: palette) ? .bold : []
    default: []
    }
  }

  /// The look without any colour, which is the same for all skins.
  private static func plainAttributes(_ face: Face, on ground: Ground) -> Attributes {
    var attributes = face.plainAttributes
    switch ground {
    case .selected, .overlaySelected: attributes.formSymmetricDifference(.reverse)
    case .resting, .field: attributes.insert(.underline)
    case .marked: attributes.insert(.bold)
    case .base, .bar, .overlay: break
    }
    return attributes
  }
}

extension Ground {
  /// Whether it marks the row that the keys act on.
  var isSelection: Bool { self == .selected || self == .overlaySelected }
}

extension Face {
  fileprivate var plainAttributes: Theme.Attributes {
    switch self {
    case .accent, .heading, .header, .playing, .borderFocused, .progress, .key, .warning: .bold
    case .tabActive: [.bold, .underline]
    case .dimmed, .faint, .missing, .progressRest: .dim
    case .match: .underline
    case .badge1, .badge2, .badge3: .reverse
    default: []
    }
  }
}
