#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A colour in CIELAB (D65), where distances are roughly perceptual.
package struct LabColor: Sendable {
  /// 0 black ... 100 white.
  package var lightness: Double
  package var a: Double
  package var b: Double

  package init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// - Parameter hue: Degrees.
  package init(lightness: Double, hue: Double, chroma: Double) {
    let angle = hue * .pi / 180
    self.init(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle))
  }

  package init(_ color: Color) {
    let red = Color.linear(color.red)
    let green = Color.linear(color.green)
    let blue = Color.linear(color.blue)
    let x = Self.root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    let y = Self.root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    let z = Self.root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    lightness = 116 * y - 16
    a = 500 * (x - y)
    b = 200 * (y - z)
  }

  /// The distance from grey.
  package var chroma: Double { (a * a + b * b).squareRoot() }

  /// 0..<360 degrees.
  package var hue: Double {
    let angle = atan2(b, a) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  /// Whether the hue is visible to the eye.
  package var isColorful: Bool { chroma > 20 }

  func distance(to other: LabColor) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// The angle between two hues, 0...180 degrees.
  func hueDifference(to other: LabColor) -> Double {
    let angle = abs(atan2(b, a) - atan2(other.b, other.a)) * 180 / .pi
    return min(angle, 360 - angle)
  }

  private static func root(_ value: Double) -> Double {
    value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116
  }
}
