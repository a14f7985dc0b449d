import Testing

@testable import Screen

@Suite("Lighter and darker colours")
struct LightnessTests {
  private static let colors = ["#000000", "#ffffff", "#808080", "#ff0000", "#0000ff", "#2c2452"]

  @Test("a colour comes back from CIELAB as it was", arguments: colors)
  func inverse(hex: String) throws {
    let color = try #require(Color(hex: hex))
    let back = Color(LabColor(color))
    for (one, other) in [(color.red, back.red), (color.green, back.green), (color.blue, back.blue)]
    {
      #expect(abs(Int(one) - Int(other)) <= 1, "\(hex) \(back.hex)")
    }
  }

  @Test("each step is lighter or darker, up to white and black", arguments: colors)
  func steps(hex: String) throws {
    var color = try #require(Color(hex: hex))
    while color.luminance < 0.98 {
      let next = color.lighter(by: 2)
      #expect(next.luminance > color.luminance)
      guard next.luminance > color.luminance else { return }
      color = next
    }
    for _ in 0..<60 {
      let next = color.lighter(by: -2)
      #expect(next.luminance <= color.luminance)
      color = next
    }
    #expect(color == Color(red: 0, green: 0, blue: 0))
  }
}
