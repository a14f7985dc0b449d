extension Theme {
  /// The contrast that text needs (WCAG 2.2 AA), and the lower one for 8 or 16 colours, which every
  /// terminal paints as it likes.
  package static let readable = 4.5
  package static let legible = 3.0

  /// The style of text in a face on a surface, for a terminal of this colour depth.
  ///
  /// A face's own background replaces the surface; else a surface's foreground, if it has one,
  /// replaces the face's. Where colours are few, readability comes before colour, and the surfaces
  /// of a selection stay distinct from the base.
  package func style(_ face: Face, on ground: Surface, depth: ColorDepth) -> ResolvedStyle {
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
      var style = reduced(pair, face, on: ground, to: .eight)
      if self.style(of: face).background != nil {
        return Self.label(on: ColorPalette.eight.nearest(to: pair.background), pair.attributes)
      }
      style.attributes.formUnion(distinction(ofWave: face, on: ground))
      return style
    }
  }

  /// Text on a colour of its own, with eight colours: plain black or white, since bold black is grey
  /// in many terminals.
  private static func label(
    on back: ColorPalette.Entry, _ attributes: Attributes
  ) -> ResolvedStyle {
    let inks = [0, 7].map(ColorPalette.Entry.init)
    let ink = inks.max { $0.color.contrast(with: back.color) < $1.color.contrast(with: back.color) }
    return ResolvedStyle(
      foreground: .indexed(ink?.index ?? 7), background: .indexed(back.index),
      attributes: attributes.subtracting(.bold))
  }

  /// Attributes that distinguish the played part of a waveform from the rest where both have the
  /// same of eight colours.
  private func distinction(ofWave face: Face, on ground: Surface) -> Attributes {
    guard let other = face.otherPart else { return [] }
    let indices = [face, other].map { face in
      let pair = colors(face, on: ground)
      return reduced(pair, face, on: ground, to: .eight).foreground
    }
    guard indices[0] == indices[1] else { return [] }
    return face.isRestOfWave ? .dim : .bold
  }

  /// The style of a cell with colours of its own. Text on the skin's surface stays readable where
  /// colours are few.
  package func style(
    _ own: CellColors, on ground: Surface, depth: ColorDepth
  ) -> ResolvedStyle {
    switch depth {
    case .none:
      let below = own.background == nil ? Self.plainAttributes(.text, on: ground) : []
      return ResolvedStyle(attributes: own.attributes.union(below))
    case .direct:
      return ResolvedStyle(
        foreground: .rgb(own.foreground),
        background: .rgb(own.background ?? style(of: ground).background),
        attributes: own.attributes)
    case .indexed: return reduced(own, on: ground, depth, to: .fixed)
    case .sixteen: return reduced(own, on: ground, depth, to: .sixteen)
    case .eight: return reduced(own, on: ground, depth, to: .eight)
    }
  }

  private func reduced(
    _ own: CellColors, on ground: Surface, _ depth: ColorDepth, to palette: ColorPalette
  ) -> ResolvedStyle {
    let front = TerminalColor(own.foreground, depth: depth)
    if let background = own.background {
      if depth == .eight, !own.isDecoration {
        return Self.label(on: palette.nearest(to: background), own.attributes)
      }
      return ResolvedStyle(
        foreground: front, background: TerminalColor(background, depth: depth),
        attributes: own.attributes)
    }
    let back = entry(of: ground, in: palette)
    var style = ResolvedStyle(
      foreground: front, background: .indexed(back.index),
      attributes: own.attributes.union(distinction(of: ground, in: palette)))
    let contrast = own.foreground.contrast(with: self.style(of: ground).background)
    let floor = palette.isFixed ? min(contrast, Self.readable) : Self.legible
    if !own.isDecoration, case .indexed(let index) = front,
      ColorPalette.color(index).contrast(with: back.color) < floor
    {
      let entry = palette.nearest(to: own.foreground, on: back.color, contrast: floor)
      style.foreground = .indexed(entry.index)
    }
    return style
  }

  /// The skin's colours of a face on a surface.
  package func colors(
    _ face: Face, on ground: Surface
  ) -> (foreground: Color, background: Color, attributes: Attributes) {
    let own = style(of: face)
    let ground = style(of: ground)
    if let background = own.background { return (own.foreground, background, own.attributes) }
    return (ground.foreground ?? own.foreground, ground.background, own.attributes)
  }

  private func reduced(
    _ pair: (foreground: Color, background: Color, attributes: Attributes), _ face: Face,
    on ground: Surface, to palette: ColorPalette
  ) -> ResolvedStyle {
    var (back, attributes) = (palette.nearest(to: pair.background), pair.attributes)
    if style(of: face).background == nil {
      back = entry(of: ground, in: palette)
      attributes.formUnion(distinction(of: ground, in: palette))
    }
    let contrast = pair.foreground.contrast(with: pair.background)
    let floor = palette.isFixed ? min(contrast, Self.readable) : Self.legible
    let front = palette.nearest(to: pair.foreground, on: back.color, contrast: floor)
    return ResolvedStyle(
      foreground: .indexed(front.index), background: .indexed(back.index), attributes: attributes)
  }

  /// The nearest palette entry for a surface; a selection stays distinct from the surface below it.
  private func entry(of ground: Surface, in palette: ColorPalette) -> ColorPalette.Entry {
    let own = style(of: ground).background
    guard ground.isSelection else { return palette.nearest(to: own) }
    let below = style(of: ground.below).background
    guard own.contrast(with: below) >= 1.2 else { return palette.nearest(to: own) }
    return palette.nearest(to: own, on: palette.nearest(to: below).color, contrast: 1.25)
  }

  /// Attributes that distinguish a surface from the one below where both have the same colour.
  private func distinction(of ground: Surface, in palette: ColorPalette) -> Attributes {
    guard ground != ground.below,
      entry(of: ground, in: palette).index == entry(of: ground.below, in: palette).index
    else { return [] }
    switch ground {
    case .selected, .overlaySelected: return .reverse
    case .resting, .field: return .underline
    case .marked: return .bold
    case .base, .bar, .overlay: return []
    }
  }

  /// The attributes without any colour, the same for all skins.
  private static func plainAttributes(_ face: Face, on ground: Surface) -> Attributes {
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

extension Surface {
  /// Whether the surface marks the cursor's row.
  var isSelection: Bool { self == .selected || self == .overlaySelected }

  /// The surface underneath.
  var below: Surface { self == .overlaySelected ? .overlay : .base }
}

extension Face {
  /// The rest of a waveform for its played part, and the other way round.
  fileprivate var otherPart: Face? {
    switch self {
    case .waveBass: .restBass
    case .waveMiddle: .restMiddle
    case .waveTreble: .restTreble
    case .restBass: .waveBass
    case .restMiddle: .waveMiddle
    case .restTreble: .waveTreble
    default: nil
    }
  }

  fileprivate var isRestOfWave: Bool { [.restBass, .restMiddle, .restTreble].contains(self) }

  fileprivate var plainAttributes: Theme.Attributes {
    switch self {
    case .title, .accent, .heading, .header, .playing, .borderFocused, .progress, .key, .warning:
      .bold
    case .tabActive: [.bold, .underline]
    case .dimmed, .faint, .missing, .progressRest, .restBass, .restMiddle, .restTreble: .dim
    case .match: .underline
    case .badge1, .badge2, .badge3: .reverse
    default: []
    }
  }
}
