package import Music
import Screen

/// The most salient hue of a cover.
package struct CoverHue: Equatable, Sendable {
  /// Degrees in CIELAB.
  package let degrees: Double
  package let chroma: Double

  /// Columns of the histogram.
  private static let columns = 36
  /// A picture with less colourful pixels is grey.
  private static let leastShare = 0.02

  /// The chroma of an accent of this hue: it is one also where the cover is pale.
  var accentChroma: Double { max(35, min(75, chroma)) }

  /// The peak of a histogram of hues, in which a pixel counts by its chroma; nil for a grey picture.
  package init?(_ picture: Picture) {
    var sums = [(a: Double, b: Double, chroma: Double, count: Int)](
      repeating: (0, 0, 0, 0), count: Self.columns)
    var count = 0
    for start in stride(from: 0, to: picture.pixels.count, by: 3) {
      let lab = LabColor(
        Color(
          red: picture.pixels[start], green: picture.pixels[start + 1],
          blue: picture.pixels[start + 2]))
      guard lab.isColorful else { continue }
      let column = Int(lab.hue / 360 * Double(Self.columns)) % Self.columns
      sums[column].a += lab.a
      sums[column].b += lab.b
      sums[column].chroma += lab.chroma
      sums[column].count += 1
      count += 1
    }
    guard Double(count) >= Self.leastShare * Double(picture.width * picture.height) else {
      return nil
    }
    func around(_ column: Int) -> [(a: Double, b: Double, chroma: Double, count: Int)] {
      [-1, 0, 1].map { sums[(column + $0 + Self.columns) % Self.columns] }
    }
    // A hue on the border of two columns counts in both.
    let peak = sums.indices.max { one, other in
      around(one).reduce(0) { $0 + $1.chroma } < around(other).reduce(0) { $0 + $1.chroma }
    }
    guard let peak else { return nil }
    let parts = around(peak)
    let mean = LabColor(
      lightness: 0, a: parts.reduce(0) { $0 + $1.a }, b: parts.reduce(0) { $0 + $1.b })
    degrees = mean.hue
    chroma = mean.chroma / Double(max(1, parts.reduce(0) { $0 + $1.count }))
  }
}
