/// A disc with a hole in the middle, as a record has one, in the box of a picture.
package enum RecordDisc {
  /// The radius of the hole, where that of the disc is 1.
  private static let hole: Float = 0.12

  /// How much of a pixel is on the disc, 0 to 1; both lie in a box of this size.
  package static func coverage(column: Int, row: Int, width: Int, height: Int) -> Float {
    let across = (Float(column) + 0.5) / Float(width) * 2 - 1
    let down = (Float(row) + 0.5) / Float(height) * 2 - 1
    let radius = (across * across + down * down).squareRoot()
    // The edges are one pixel wide.
    let pixels = Float(min(width, height)) / 2
    return max(0, min(1, min(1 - radius, radius - hole) * pixels + 0.5))
  }

  /// The opacity of each pixel of a picture that is cut to the disc.
  package static func opacities(of picture: Picture) -> [UInt8] {
    var opacities: [UInt8] = []
    opacities.reserveCapacity(picture.width * picture.height)
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let share = coverage(
          column: column, row: row, width: picture.width, height: picture.height)
        opacities.append(UInt8((share * 255).rounded()))
      }
    }
    return opacities
  }
}
