import Foundation
import Media
import Music
import Testing

@Suite("Encoding PNG")
struct PNGEncoderTests {
  @Test("the picture decodes to the pixels it was made of")
  func roundTrip() throws {
    let folder = WriterFolder()
    let (width, height) = (37, 21)
    let pixels = (0..<(width * height * 3)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let picture = try #require(Picture(width: width, height: height, pixels: pixels))
    let png = try #require(PNGEncoder.encode(picture))
    let path = folder.path("picture.png")
    try Data(png).write(to: URL(fileURLWithPath: path.text))
    #expect(try folder.decodePicture(path) == pixels)
  }

  @Test("pixels outside of a disc and in its hole are transparent")
  func disc() throws {
    let pixels = [UInt8](repeating: 200, count: 60 * 60 * 3)
    let picture = try #require(Picture(width: 60, height: 60, pixels: pixels))
    let opacities = RecordDisc.opacities(of: picture)
    let png = try #require(PNGEncoder.encode(picture, opacities: opacities, isQuick: true))
    // Transparency becomes black.
    let decoded = try PictureDecoder.decode(png, width: 60, height: 60)
    for (column, row, isShown) in [
      (0, 0, false), (59, 0, false), (0, 59, false), (29, 29, false), (30, 30, false),
      (29, 1, true), (1, 30, true), (29, 20, true), (45, 45, true),
    ] {
      #expect((decoded.pixel(column, row).x > 100) == isShown, "\(column), \(row)")
    }
    // Its edge is smooth, and it fills as much of the box as a disc with a hole does.
    #expect(opacities.contains { (1..<255).contains($0) })
    let share = opacities.reduce(0) { $0 + Double($1) } / 255 / 3600
    #expect(abs(share - .pi / 4 * (1 - 0.12 * 0.12)) < 0.01)
  }
}
