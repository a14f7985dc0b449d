/// A still picture: rows of pixels from the top, sRGB, three bytes each.
package struct Picture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// `width * height * 3` bytes.
  package let pixels: [UInt8]

  /// Nil unless the bytes are as many as the size needs.
  package init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 3 else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Red, green and blue of a pixel inside of the picture.
  package func pixel(_ column: Int, _ row: Int) -> SIMD3<Float> {
    let start = (row * width + column) * 3
    return SIMD3(Float(pixels[start]), Float(pixels[start + 1]), Float(pixels[start + 2]))
  }
}
