#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Color {
  /// The colour with its lightness (CIELAB, 0 to 100) changed, as near as sRGB has it.
  package func lighter(by step: Double) -> Color {
    var lab = LabColor(self)
    lab.lightness = max(0, min(100, lab.lightness + step))
    return Color(lab)
  }

  /// The inverse of `LabColor.init`; channels beyond sRGB are cut.
  package init(_ lab: LabColor) {
    let light = lab.light.map { max(0, min(1, $0)) }
    self.init(
      red: Self.channel(light[0]), green: Self.channel(light[1]), blue: Self.channel(light[2]))
  }

  /// The channel value of linear light (IEC 61966-2-1).
  private static func channel(_ light: Double) -> UInt8 {
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }
}

extension LabColor {
  /// The colour with as much of its chroma as sRGB has for the hue and lightness.
  var inGamut: LabColor {
    var color = self
    // Half of the distance to grey by each ten steps.
    for _ in 0..<60 where !color.light.allSatisfy((-0.001...1.001).contains) {
      (color.a, color.b) = (color.a * 0.933, color.b * 0.933)
    }
    return color
  }

  /// Red, green and blue as linear light, beyond 0...1 where sRGB lacks the colour.
  fileprivate var light: [Double] {
    func cubed(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > 0.008856 ? cube : (root - 16.0 / 116) / 7.787
    }
    let root = (lightness + 16) / 116
    let x = cubed(root + a / 500) * 0.95047
    let y = cubed(root)
    let z = cubed(root - b / 200) * 1.08883
    return [
      3.2406 * x - 1.5372 * y - 0.4986 * z, -0.9689 * x + 1.8758 * y + 0.0415 * z,
      0.0557 * x - 0.2040 * y + 1.0570 * z,
    ]
  }
}
