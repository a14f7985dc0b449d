import Screen
import Testing

@Suite("Colours of keys")
struct WheelColorTests {
  private static let all = (1...12).flatMap { hour in
    [false, true].map { WheelColor(hour: hour, isMajor: $0) }
  }

  @Test("every key has a colour of its own")
  func distinct() {
    #expect(Set(Self.all.map(\.block)).count == 24 && Set(Self.all.map(\.dark)).count == 24)
  }

  @Test("ink reads well on every block, in as many colours as a terminal has")
  func ink() throws {
    for color in Self.all {
      #expect(color.block.contrast(with: WheelColor.ink) >= 9.2)
      let own = CellColors(foreground: WheelColor.ink, background: color.block)
      for (depth, least) in [(ColorDepth.indexed, 8.0), (.sixteen, 4.0)] {
        let style = Theme.fallback.style(own, on: .base, depth: depth)
        let contrast = try shown(style.foreground).contrast(with: shown(style.background))
        #expect(contrast >= least, "\(color.block.hex), \(depth)")
      }
    }
  }

  @Test("in 16 colours neighbours on the wheel share the six bright ones")
  func sixteen() {
    let indices = (1...12).map { hour in
      [false, true].map { isMajor in
        TerminalColor(WheelColor(hour: hour, isMajor: isMajor).block, depth: .sixteen)
      }
    }
    #expect(
      indices
        == [14, 10, 10, 11, 11, 9, 9, 13, 13, 12, 12, 14].map { [.indexed($0), .indexed($0)] })
  }

  @Test("a ground gets the readable one of both colours, or none")
  func grounds() throws {
    let color = WheelColor(hour: 8, isMajor: false)
    #expect(color.text(on: try #require(Color(hex: "#000"))) == color.block)
    #expect(color.text(on: try #require(Color(hex: "#fff"))) == color.dark)
    #expect(color.text(on: try #require(Color(hex: "#857085"))) == nil)
  }

  @Test("own text stays readable on the skin's surfaces where colours are few")
  func reduced() throws {
    for color in Self.all {
      for ground in Surface.allCases {
        let own = CellColors(foreground: color.block, attributes: .bold)
        for depth in [ColorDepth.sixteen, .eight, .indexed] {
          let style = Theme.fallback.style(own, on: ground, depth: depth)
          let contrast = try shown(style.foreground).contrast(with: shown(style.background))
          #expect(contrast >= (depth == .indexed ? 4.5 : 3) && style.attributes.contains(.bold))
          #expect(
            style.background == Theme.fallback.style(.text, on: ground, depth: depth).background)
        }
      }
    }
  }

  @Test("without colours the attributes stay, on a surface those of the surface, too")
  func plain() {
    let red = WheelColor(hour: 6, isMajor: false).block
    let text = CellColors(foreground: red, attributes: .bold)
    #expect(
      Theme.fallback.style(text, on: .selected, depth: .none)
        == ResolvedStyle(attributes: [.bold, .reverse]))
    let block = CellColors(foreground: red, background: red)
    #expect(Theme.fallback.style(block, on: .selected, depth: .none) == ResolvedStyle())
  }

  private func shown(_ color: TerminalColor) throws -> Color {
    switch color {
    case .rgb(let color): color
    case .indexed(let index): ColorPalette.color(index)
    case .default: try #require(nil as Color?)
    }
  }
}
