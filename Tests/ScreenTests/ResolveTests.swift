import Screen
import Testing

@Suite struct ResolveTests {
  private let black = Color(red: 0, green: 0, blue: 0)
  private let white = Color(red: 255, green: 255, blue: 255)

  @Test("contrast is what WCAG says")
  func contrast() {
    #expect(abs(black.contrast(with: white) - 21) < 0.001)
    #expect(white.contrast(with: white) == 1)
    #expect(abs(white.contrast(with: Color(red: 0x76, green: 0x76, blue: 0x76)) - 4.54) < 0.01)
  }

  @Test("a face's own background goes first, then the ground's foreground, then the face's")
  func rule() {
    let red = Color(red: 200, green: 0, blue: 0)
    let theme = Theme(
      name: "x",
      faces: [
        .text: .init(foreground: white), .slot1: .init(foreground: red),
        .badge1: .init(foreground: black, background: red),
      ],
      grounds: [
        .base: .init(background: black), .selected: .init(background: white, foreground: black),
      ])
    func colors(_ face: Face, _ ground: Surface) -> [TerminalColor] {
      let style = theme.style(face, on: ground, depth: .direct)
      return [style.foreground, style.background]
    }
    #expect(colors(.slot1, .base) == [.rgb(red), .rgb(black)])
    #expect(colors(.slot1, .selected) == [.rgb(black), .rgb(white)])
    #expect(colors(.badge1, .selected) == [.rgb(black), .rgb(red)])
    #expect(colors(.hint, .base) == [.rgb(white), .rgb(black)])
  }

  @Test("without colour the attributes tell what is selected, accented, dimmed and resting")
  func plain() {
    let theme = Theme.fallback
    #expect(theme.style(.text, on: .base, depth: .none) == ResolvedStyle())
    #expect(theme.style(.text, on: .selected, depth: .none).attributes == .reverse)
    #expect(theme.style(.accent, on: .base, depth: .none).attributes == .bold)
    #expect(theme.style(.dimmed, on: .base, depth: .none).attributes == .dim)
    #expect(theme.style(.text, on: .resting, depth: .none).attributes == .underline)
    #expect(theme.style(.badge1, on: .base, depth: .none).attributes == .reverse)
    #expect(theme.style(.badge1, on: .selected, depth: .none).attributes == [])
  }

  @Test("an empty skin still shows readable text and a selection", arguments: ColorDepth.allCases)
  func empty(depth: ColorDepth) {
    let theme = Theme(name: "empty", faces: [:], grounds: [:])
    for face in Face.allCases {
      let plain = theme.style(face, on: .base, depth: depth)
      #expect(plain.background != plain.foreground || depth == .none)
    }
    #expect(
      theme.style(.text, on: .selected, depth: depth)
        != theme.style(.text, on: .base, depth: depth))
  }

  @Test("a skin of one single colour can still be read with few colours")
  func hostile() {
    let grey = Color(red: 100, green: 100, blue: 100)
    let theme = Theme(
      name: "fog", faces: [.text: .init(foreground: grey)],
      grounds: [.base: .init(background: grey), .selected: .init(background: grey)])
    for depth in [ColorDepth.sixteen, .eight] {
      let base = theme.style(.text, on: .base, depth: depth)
      #expect(base.foreground != base.background)
      #expect(theme.style(.text, on: .selected, depth: depth) != base)
    }
  }

  @Test("with eight colours labels on a colour are plain black or white, whichever is readable")
  func labels() {
    for (index, ink) in [(1, 7), (2, 0), (3, 0), (4, 7), (5, 0), (6, 0), (7, 0)] {
      let back = ColorPalette.color(index)
      let theme = Theme(
        name: "x", faces: [.badge1: .init(foreground: black, background: back, attributes: .bold)],
        grounds: [.base: .init(background: black)])
      let label = ResolvedStyle(
        foreground: .indexed(ink), background: .indexed(index), attributes: [])
      #expect(theme.style(.badge1, on: .base, depth: .eight) == label)
      let own = CellColors(foreground: black, background: back, attributes: .bold)
      #expect(theme.style(own, on: .base, depth: .eight) == label)
      // More colours have them as the skin says.
      #expect(theme.style(.badge1, on: .base, depth: .sixteen).attributes == .bold)
    }
  }

  @Test("with eight colours the played part of a waveform and the rest never look the same")
  func waves() {
    for (played, rest) in [
      (Face.waveBass, Face.restBass), (.waveMiddle, .restMiddle), (.waveTreble, .restTreble),
    ] {
      #expect(
        Theme.fallback.style(played, on: .base, depth: .eight)
          != Theme.fallback.style(rest, on: .base, depth: .eight))
      let single = Theme(name: "x", faces: [:], grounds: [:])
      #expect(single.style(played, on: .base, depth: .eight).attributes == .bold)
      #expect(single.style(rest, on: .base, depth: .eight).attributes == .dim)
    }
  }

  @Test("what lies behind a window keeps its hue, and is nearer to the ground")
  func receding() {
    let theme = Theme.fallback
    let ground = theme.style(of: Surface.base).background
    for face in Face.allCases {
      let (own, behind) = (theme.style(of: face), theme.receding.style(of: face))
      let (before, after) = (
        own.foreground.contrast(with: ground), behind.foreground.contrast(with: ground)
      )
      #expect(after <= before, "\(face)")
      #expect(before < 1.5 || after < before, "\(face)")
    }
    #expect(theme.receding.style(of: Surface.base).background == ground)
    let white = CellColors(foreground: white, background: ground)
    let behind = theme.receding(white)
    #expect(behind.background == ground && behind.foreground != white.foreground)
  }
}
