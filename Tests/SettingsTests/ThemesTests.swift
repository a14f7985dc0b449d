import Foundation
import Screen
import Settings
import Testing

/// Themes shipped with the program.
enum Shipped {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Themes").path
  static let names = [
    "Aurora", "foobar Dark", "foobar Light", "Forest", "High Contrast", "Midnight Jazz",
    "Natural Studio", "Obsidian", "Studio Sessions", "Tidal", "Vintage Tape", "Vinyl", "Winamp",
    "Windows Media",
  ]

  static func theme(_ name: String) throws -> Theme {
    try ThemeFolder(folders: [folder]).load(name)
  }
}

@Suite struct ThemesTests {
  @Test("fourteen skins come with the program")
  func names() {
    #expect(ThemeFolder(folders: [Shipped.folder]).names == Shipped.names)
  }

  @Test("the skin in the code is the one in the file")
  func fallback() throws {
    #expect(try Shipped.theme("Obsidian") == Theme.fallback)
  }

  @Test("each skin names every face and every ground", arguments: Shipped.names)
  func complete(name: String) throws {
    let theme = try Shipped.theme(name)
    #expect(Set(theme.faces.keys) == Set(Face.allCases))
    #expect(Set(theme.grounds.keys) == Set(Surface.allCases))
  }

  @Test(
    "text reads well on every ground, lines show", arguments: Shipped.names,
    [ColorDepth.direct, .indexed, .sixteen, .eight])
  func readable(name: String, depth: ColorDepth) throws {
    let theme = try Shipped.theme(name)
    let isExact = depth == .direct || depth == .indexed
    for face in Face.allCases {
      for ground in Surface.allCases {
        let style = theme.style(face, on: ground, depth: depth)
        // No pane's border and no progress bar is drawn on a cursor's row.
        let isElsewhere =
          [.border, .progressRest].contains(face) && [.selected, .overlaySelected].contains(ground)
        let needed = face.isDecoration ? (isElsewhere ? 1 : 1.5) : isExact ? 4.5 : 3
        let contrast = try shown(style.foreground).contrast(with: shown(style.background))
        #expect(contrast >= needed, "\(face) on \(ground): \(contrast)")
      }
    }
  }

  @Test(
    "the cursor's row and the focused pane stand out", arguments: Shipped.names,
    [ColorDepth.direct, .indexed, .sixteen, .eight])
  func distinct(name: String, depth: ColorDepth) throws {
    let theme = try Shipped.theme(name)
    func back(_ ground: Surface) throws -> Color {
      try shown(theme.style(.text, on: ground, depth: depth).background)
    }
    func front(_ face: Face) throws -> Color {
      try shown(theme.style(face, on: .base, depth: depth).foreground)
    }
    #expect(try back(.selected).contrast(with: back(.base)) >= 1.25)
    #expect(try back(.overlaySelected).contrast(with: back(.overlay)) >= 1.2)
    for ground in [Surface.resting, .marked] {
      #expect(
        theme.style(.text, on: ground, depth: depth)
          != theme.style(.text, on: .base, depth: depth), "\(ground)")
    }
    // With eight colours the two border styles may have to share the only visible colour.
    if depth != .eight { #expect(try front(.borderFocused) != front(.border)) }
    if depth == .direct || depth == .indexed {
      #expect(try front(.borderFocused).contrast(with: front(.border)) >= 2)
      #expect(try front(.progress).contrast(with: front(.progressRest)) >= 2)
    }
  }

  @Test("slot 1 is red, slot 2 blue and slot 3 gold in every skin", arguments: Shipped.names)
  func slots(name: String) throws {
    let theme = try Shipped.theme(name)
    for (slot, badge, isRight) in [
      (Face.slot1, Face.badge1, { (c: Color) in c.red > c.green && c.red > c.blue }),
      (.slot2, .badge2, { $0.blue > $0.red && $0.blue > $0.green }),
      (.slot3, .badge3, { $0.red > $0.green && $0.green > $0.blue && $0.green / 2 > $0.red / 4 }),
    ] {
      #expect(isRight(theme.style(of: slot).foreground), "\(slot)")
      #expect(isRight(try #require(theme.style(of: badge).background)), "\(badge)")
    }
  }

  @Test(
    "text in a key's colour reads well on every ground", arguments: Shipped.names,
    [ColorDepth.direct, .indexed, .sixteen, .eight])
  func keys(name: String, depth: ColorDepth) throws {
    let theme = try Shipped.theme(name)
    let needed = depth == .direct || depth == .indexed ? 4.5 : 3
    for ground in Surface.allCases {
      for hour in 1...12 {
        for isMajor in [false, true] {
          let color = try #require(
            WheelColor(hour: hour, isMajor: isMajor).text(on: theme.style(of: ground).background))
          let style = theme.style(CellColors(foreground: color), on: ground, depth: depth)
          let contrast = try shown(style.foreground).contrast(with: shown(style.background))
          #expect(contrast >= needed, "\(hour), \(isMajor) on \(ground): \(contrast)")
        }
      }
    }
  }

  @Test(
    "the palettes of Coretet have the colours that it published",
    arguments: [
      ("Forest", ["0a0f0d", "1a1f1a", "2a2f2a", "ffd93d", "ff6b6b", "c0c0c0"]),
      ("Studio Sessions", ["1c1816", "2c2826", "3c3836", "ff8c42", "ffd166"]),
      ("Midnight Jazz", ["0d1b2a", "1b263b", "2b3648", "7ec8e3", "ffe66d"]),
      ("Vintage Tape", ["2b1911", "3b291a", "4b392a", "ff4e50", "f9d423"]),
      ("Aurora", ["0a0f1c", "1a1f2c", "2a2f3c", "ff006e", "00f5ff"]),
      ("Natural Studio", ["1a1611", "2a261f", "3a362f", "e8b04b", "a8763e"]),
    ])
  func published(name: String, colors: [String]) throws {
    let theme = try Shipped.theme(name)
    let wanted = try colors.map { try #require(Color(hex: "#" + $0)) }
    let grounds = [Surface.base, .overlay, .field].map { theme.style(of: $0).background }
    #expect(grounds == Array(wanted[..<3]))
    // Each accent is somewhere; those that are read too badly for text in bars and lines only.
    for accent in wanted[3..<5] {
      let faces = Face.allCases.filter { theme.style(of: $0).foreground == accent }
      #expect(!faces.isEmpty)
      let isReadable = Surface.allCases.allSatisfy {
        accent.contrast(with: theme.style(of: $0).background) >= Theme.readable
      }
      #expect(isReadable != faces.allSatisfy(\.isDecoration), "\(accent.hex)")
    }
    if wanted.count > 5 { #expect(theme.style(of: .text).foreground == wanted[5]) }
  }

  @Test(
    "listened is blue, liked yellow and loved pink in every skin", arguments: Shipped.names)
  func reactions(name: String) throws {
    let theme = try Shipped.theme(name)
    func color(_ face: Face) -> Color { theme.style(of: face).foreground }
    let (listened, liked, loved) = (color(.listened), color(.liked), color(.reaction))
    #expect(listened.blue > listened.red && listened.blue > listened.green)
    #expect(liked.red > liked.green && liked.green > liked.blue)
    #expect(loved.red > loved.green && loved.red > loved.blue && loved.blue >= loved.green)
  }

  @Test("text in High Contrast has a contrast of 7:1 on every ground")
  func highContrast() throws {
    let theme = try Shipped.theme("High Contrast")
    for ground in Surface.allCases {
      for face in Face.allCases where !face.isDecoration {
        let pair = theme.colors(face, on: ground)
        #expect(
          pair.foreground.contrast(with: pair.background) >= 7, "\(face) on \(ground)")
      }
    }
  }

  @Test("no two skins share their ground and text")
  func different() throws {
    let looks = try Shipped.names.map { name in
      let colors = try Shipped.theme(name).colors(.text, on: .base)
      return [colors.foreground, colors.background]
    }
    #expect(Set(looks).count == Shipped.names.count)
  }

  private func shown(_ color: TerminalColor) throws -> Color {
    switch color {
    case .rgb(let color): return color
    case .indexed(let index): return ColorPalette.color(index)
    case .default: throw SettingsError.noTheme(name: "a default colour has no contrast")
    }
  }
}
