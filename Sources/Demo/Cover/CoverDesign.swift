internal import Glibc
internal import Media
internal import Music

/// The four covers of the crate, computed point by point.
enum CoverDesign {
  case harbour, night, glass, pier

  static let size = 320

  /// The cover as a PNG, or nil if FFmpeg cannot encode one.
  func png() -> [UInt8]? {
    let size = Self.size
    var pixels = [UInt8](repeating: 0, count: size * size * 3)
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let output = buffer.baseAddress else { return }
      var index = 0
      while index < size * size {
        let x = (Float(index % size) + 0.5) / Float(size)
        let y = (Float(index / size) + 0.5) / Float(size)
        let ink = ink(x, y)
        output[index * 3] = UInt8(max(0, min(1, ink.red)) * 255)
        output[index * 3 + 1] = UInt8(max(0, min(1, ink.green)) * 255)
        output[index * 3 + 2] = UInt8(max(0, min(1, ink.blue)) * 255)
        index += 1
      }
    }
    return Picture(width: size, height: size, pixels: pixels).flatMap { PNGEncoder.encode($0) }
  }

  /// The colour at a point of the unit square, from the upper left corner.
  private func ink(_ x: Float, _ y: Float) -> Ink {
    switch self {
    case .harbour: harbour(x, y)
    case .night: night(x, y)
    case .glass: glass(x, y)
    case .pier: pier(x, y)
    }
  }

  /// A low sun in slices over waves that darken towards the viewer.
  private func harbour(_ x: Float, _ y: Float) -> Ink {
    var ink = Ink(0x2B2D5B).mixed(with: Ink(0xF2A65A), min(1, y * 1.7))
    let sun = inside(0.26 - distance(x - 0.5, y - 0.46))
    let slit = y > 0.4 && sin((y - 0.4) * 120) > 0.35
    if !slit { ink.cover(with: Ink(0xFFE8C2), sun) }
    for wave in 0..<6 {
      let row = Float(wave)
      let crest = 0.6 + row * 0.065 + 0.014 * sin(x * (9 + row * 1.7) + row * 2.1)
      let water = Ink(0x3A6B7E).mixed(with: Ink(0x101C36), row / 5)
      ink.cover(with: water, inside(y - crest))
    }
    return ink
  }

  /// A neon grid that runs to the horizon under two rings.
  private func night(_ x: Float, _ y: Float) -> Ink {
    var ink = Ink(0x0B0620).mixed(with: Ink(0x2A0F4F), y)
    let first = abs(distance(x - 0.43, y - 0.36) - 0.22)
    let second = abs(distance(x - 0.57, y - 0.36) - 0.22)
    ink.cover(with: Ink(0xFF2E88), glow(first))
    ink.cover(with: Ink(0x21E6FF), glow(second))
    guard y > 0.62 else { return ink }
    let depth = 0.12 / (y - 0.6)
    let across = abs(fraction((x - 0.5) * depth * 5) - 0.5) / (depth * 5)
    let along = abs(fraction(depth * 2.2) - 0.5) * (y - 0.6) * (y - 0.6) * 3.5
    ink.cover(with: Ink(0x9D4BFF), glow(min(across, along)) * min(1, (y - 0.62) * 6))
    return ink
  }

  /// Panes of coloured glass laid over each other.
  private func glass(_ x: Float, _ y: Float) -> Ink {
    var ink = Ink(0xE9F1F2).mixed(with: Ink(0xB9CED6), y)
    let panes: [(angle: Float, shift: Float, width: Float, code: Int)] = [
      (0.35, 0.10, 0.16, 0x2F6F8F), (1.20, -0.08, 0.12, 0x74B3A0), (2.05, 0.02, 0.20, 0x1C3D5A),
      (2.70, -0.16, 0.09, 0xE27D60), (0.80, -0.22, 0.07, 0x5FA8D3),
    ]
    for pane in panes {
      let across = (x - 0.5) * cos(pane.angle) + (y - 0.5) * sin(pane.angle) - pane.shift
      let along = (x - 0.5) * sin(pane.angle) - (y - 0.5) * cos(pane.angle)
      let edge = min(pane.width * (1 - 0.9 * abs(along)) - abs(across), 0.42 - abs(along))
      ink.cover(with: Ink(pane.code), inside(edge) * 0.62)
    }
    return ink
  }

  /// Piles in the water, and rings that spread from them.
  private func pier(_ x: Float, _ y: Float) -> Ink {
    var ink = Ink(0x0E1116).mixed(with: Ink(0x1B2530), x)
    let away = distance(x - 0.68, y - 0.7)
    let ring = abs(fraction(away * 9) - 0.5) / 9
    ink.cover(with: Ink(0xFFB000), inside(0.012 - ring) * max(0, 1 - away * 1.1))
    for pile in 0..<4 {
      let centre = 0.12 + Float(pile) * 0.13
      let top = 0.2 + Float(pile) * 0.09
      ink.cover(with: Ink(0xF4EFE6), inside(min(0.022 - abs(x - centre), y - top)))
    }
    ink.cover(with: Ink(0xF4EFE6), inside(min(0.016 - abs(y - 0.2 - (x - 0.12) * 0.69), 0.6 - x)))
    return ink
  }

  private func distance(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }

  private func fraction(_ value: Float) -> Float { value - value.rounded(.down) }

  /// Anti-aliased coverage: 1 inside a shape, 0 outside, with a ramp of one pixel.
  private func inside(_ depth: Float) -> Float {
    max(0, min(1, depth * Float(Self.size) + 0.5))
  }

  /// A thin line with light around it.
  private func glow(_ away: Float) -> Float {
    let near = max(0, 1 - away / 0.09)
    return min(1, 0.008 / (away + 0.004)) * near * near
  }
}
