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
}
