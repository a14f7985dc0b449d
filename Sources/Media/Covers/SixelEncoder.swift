package import Music

/// Encodes a picture as DEC's sixels (VT3xx graphics programming, chapter 14), in at most 256
/// colours of its own.
package enum SixelEncoder {
  /// The registers that every terminal with sixels has.
  private static let maximumColors = 256
  /// Rows of pixels that one character holds.
  private static let band = 6

  /// The control string of a picture in the middle of an area, whose rest stays as it is. Rows
  /// beyond a multiple of six are left out, since terminals fill the rest of a band with colours of
  /// their own.
  ///
  /// - Parameters:
  ///   - opacities: one for each pixel; pixels below the half are left out. Nil draws all pixels.
  ///   - width: that of the area, at least the picture's.
  ///   - height: that of the area, at least the picture's.
  package static func encode(
    _ picture: Picture, opacities: [UInt8]? = nil, width: Int, height: Int
  ) -> [UInt8] {
    let palette = SixelPalette(picture, maximumColors: maximumColors)
    var indices = palette.dithered(picture).map { Int16($0) }
    for (index, opacity) in (opacities ?? []).enumerated() where opacity < 128 {
      indices[index] = -1
    }
    let (left, top) = ((width - picture.width) / 2, (height - picture.height) / 2)
    // Pixels without a colour stay as they are; square pixels.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height / band * band)".utf8)
    for (index, color) in palette.colors.enumerated() {
      let levels = (0..<3).map { Int((color[$0] * 100 / 255).rounded()) }
      bytes += Array("#\(index);2;\(levels[0]);\(levels[1]);\(levels[2])".utf8)
    }
    for first in stride(from: 0, to: height / band * band, by: band) {
      let rows = (first - top..<first - top + band).map { row in
        (0..<picture.height).contains(row)
          ? indices[row * picture.width..<(row + 1) * picture.width] : []
      }
      append(rows, left: left, width: picture.width, to: &bytes)
      bytes.append(UInt8(ascii: "-"))
    }
    return bytes + Array("\u{1B}\\".utf8)
  }

  /// Appends six rows, one pass for each colour in them; -1 is none.
  private static func append(
    _ rows: [ArraySlice<Int16>], left: Int, width: Int, to bytes: inout [UInt8]
  ) {
    var passes = [[UInt8]?](repeating: nil, count: maximumColors)
    for (line, row) in rows.enumerated() {
      for (column, index) in row.enumerated() where index >= 0 {
        let color = Int(index)
        if passes[color] == nil { passes[color] = [UInt8](repeating: 0, count: left + width) }
        passes[color]?[left + column] |= 1 << UInt8(line)
      }
    }
    for (color, pass) in passes.enumerated() {
      guard let pass else { continue }
      bytes += Array("#\(color)".utf8)
      append(pass, to: &bytes)
      bytes.append(UInt8(ascii: "$"))
    }
  }

  /// Appends the characters of one colour, equal ones as a count.
  private static func append(_ pass: [UInt8], to bytes: inout [UInt8]) {
    let end = (pass.lastIndex { $0 != 0 } ?? -1) + 1
    var column = 0
    while column < end {
      let bits = pass[column]
      var next = column + 1
      while next < end, pass[next] == bits { next += 1 }
      let character = 0x3F + bits
      let count = next - column
      if count > 3 {
        bytes += Array("!\(count)".utf8)
        bytes.append(character)
      } else {
        bytes += Array(repeating: character, count: count)
      }
      column = next
    }
  }
}

/// The colours of a picture, chosen by cutting the box of its colours at medians (Heckbert 1982).
struct SixelPalette {
  /// Red, green and blue of each colour, 0 to 255.
  private(set) var colors: [SIMD3<Float>] = []

  /// A colour of five bits a channel, and the pixels that have it.
  private struct Entry {
    var sum = SIMD3<Float>.zero
    var count: Float = 0
    var mean: SIMD3<Float> { sum / count }
  }

  private struct Box {
    var entries: ArraySlice<Entry>
    let axis: Int
    /// How much it gains to cut the box: the pixels times the square of its longest side.
    let gain: Float

    init(_ entries: ArraySlice<Entry>) {
      var (least, most) = (SIMD3<Float>(repeating: 256), SIMD3<Float>(repeating: -1))
      var count: Float = 0
      for entry in entries {
        least = pointwiseMin(least, entry.mean)
        most = pointwiseMax(most, entry.mean)
        count += entry.count
      }
      let sides = most - least
      axis = (0..<3).max { sides[$0] < sides[$1] } ?? 0
      gain = entries.count < 2 ? 0 : count * sides[axis] * sides[axis]
      self.entries = entries
    }

    func halves() -> (Box, Box) {
      let sorted = entries.sorted { $0.mean[axis] < $1.mean[axis] }
      let half = sorted.reduce(0) { $0 + $1.count } / 2
      var (count, cut): (Float, Int) = (0, 0)
      while cut < sorted.count - 1, count < half {
        count += sorted[cut].count
        cut += 1
      }
      cut = max(1, cut)
      return (Box(sorted[..<cut]), Box(sorted[cut...]))
    }
  }

  init(_ picture: Picture, maximumColors: Int) {
    var histogram = [Entry](repeating: Entry(), count: 1 << 15)
    for start in stride(from: 0, to: picture.pixels.count, by: 3) {
      let pixel = Self.color(picture.pixels, start)
      let index = Self.index(pixel)
      histogram[index].sum += pixel
      histogram[index].count += 1
    }
    var boxes = [Box(histogram.filter { $0.count > 0 }[...])]
    while boxes.count < maximumColors {
      guard let widest = boxes.indices.max(by: { boxes[$0].gain < boxes[$1].gain }),
        boxes[widest].gain > 0
      else { break }
      let (left, right) = boxes[widest].halves()
      boxes[widest] = left
      boxes.append(right)
    }
    colors = boxes.map { box in
      let count = box.entries.reduce(0) { $0 + $1.count }
      return box.entries.reduce(SIMD3<Float>.zero) { $0 + $1.sum } / max(1, count)
    }
  }

  /// The index of a colour for each pixel; errors are passed on to the neighbours (Floyd and
  /// Steinberg 1976).
  func dithered(_ picture: Picture) -> [UInt8] {
    var known = [Int16](repeating: -1, count: 1 << 15)
    var indices: [UInt8] = []
    indices.reserveCapacity(picture.height * picture.width)
    var below = [SIMD3<Float>](repeating: .zero, count: picture.width + 2)
    for row in 0..<picture.height {
      var errors = below
      below = [SIMD3<Float>](repeating: .zero, count: picture.width + 2)
      for column in 0..<picture.width {
        let wanted = Self.color(picture.pixels, (row * picture.width + column) * 3)
        let color = (wanted + errors[column + 1]).clamped(
          lowerBound: .zero, upperBound: SIMD3(repeating: 255))
        let place = Self.index(color)
        if known[place] < 0 { known[place] = Int16(nearest(to: color)) }
        let index = Int(known[place])
        indices.append(UInt8(index))
        let error = (color - colors[index]) / 16
        errors[column + 2] += error * 7
        below[column] += error * 3
        below[column + 1] += error * 5
        below[column + 2] += error
      }
    }
    return indices
  }

  private func nearest(to color: SIMD3<Float>) -> Int {
    var (best, least) = (0, Float.infinity)
    for (index, candidate) in colors.enumerated() {
      let difference = candidate - color
      let distance = (difference * difference).sum()
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }

  private static func color(_ pixels: [UInt8], _ start: Int) -> SIMD3<Float> {
    SIMD3(Float(pixels[start]), Float(pixels[start + 1]), Float(pixels[start + 2]))
  }

  /// Five bits of each channel.
  private static func index(_ color: SIMD3<Float>) -> Int {
    (Int(color.x) >> 3) << 10 | (Int(color.y) >> 3) << 5 | Int(color.z) >> 3
  }
}
