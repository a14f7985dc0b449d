/// The format, size and orientation of a picture, by its first bytes.
///
/// A file's own numbers decide nothing before they were compared with the limits.
package struct PictureHeader: Equatable, Sendable {
  package enum Format: Sendable { case png, jpeg, webP }

  package let format: Format
  /// Pixels as stored.
  package let width: Int
  package let height: Int
  /// EXIF's orientation, 1 to 8; 1 is upright, and from 5 on width and height change places.
  package private(set) var orientation = 1
  /// Bytes that decoding allocates for a pixel, about.
  private let pixelBytes: Int

  package static let maximumBytes = 32 << 20
  package static let maximumPixels = 64_000_000
  /// Bytes that decoding may allocate: four for each of the most pixels.
  private static let maximumDecodedBytes = 4 * maximumPixels
  /// Chunks or segments that are looked at.
  private static let maximumParts = 2_000

  /// Nil for other formats, and for sizes that are 0 or missing.
  package init?(_ bytes: some RandomAccessCollection<UInt8>) {
    let bytes = ArraySlice(bytes)
    if let png = Self.png(bytes) {
      self.init(.png, png)
    } else if let jpeg = Self.jpeg(bytes) {
      self.init(.jpeg, jpeg)
    } else if let webP = Self.webP(bytes) {
      self.init(.webP, webP)
    } else {
      return nil
    }
  }

  private typealias Found = (
    width: Int, height: Int, pixelBytes: Int, exif: ArraySlice<UInt8>?
  )

  private init?(_ format: Format, _ found: Found) {
    guard found.width > 0, found.height > 0 else { return nil }
    (self.format, width, height) = (format, found.width, found.height)
    pixelBytes = found.pixelBytes
    if let exif = found.exif, let turned = Self.orientation(exif) { orientation = turned }
  }

  /// Whether it is a JPEG of several scans, for which decoding keeps more than the pixels.
  var isProgressive: Bool { format == .jpeg && pixelBytes > 4 }

  /// Whether the picture may be decoded.
  package var isWithinLimits: Bool {
    // Both factors are below 2^32, so the product cannot overflow.
    width <= 65_535 && height <= 65_535 && width * height <= PictureHeader.maximumPixels
      && width * height * pixelBytes <= PictureHeader.maximumDecodedBytes
  }

  // MARK: Formats

  /// Chunks of length, name, content and checksum (PNG's specification, section 5).
  private static func png(_ bytes: ArraySlice<UInt8>) -> Found? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.starts(with: signature), has("IHDR", bytes, at: 12) else { return nil }
    // With 16 bits and all four channels twice as much as with 8.
    let pixelBytes = big(bytes, 24, 1) > 8 ? 8 : 4
    var found: Found = (big(bytes, 16, 4), big(bytes, 20, 4), pixelBytes, nil)
    var offset = 8
    for _ in 0..<maximumParts where offset + 12 <= bytes.count {
      let length = big(bytes, offset, 4)
      if has("IDAT", bytes, at: offset + 4) || has("IEND", bytes, at: offset + 4) { break }
      if has("eXIf", bytes, at: offset + 4) { found.exif = part(bytes, offset + 8, length) }
      offset += 12 + length
    }
    return found
  }

  /// Segments up to the start of the scan (ITU T.81, annex B).
  private static func jpeg(_ bytes: ArraySlice<UInt8>) -> Found? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var found: Found = (0, 0, 4, nil)
    var offset = 2
    for _ in 0..<maximumParts where offset + 4 <= bytes.count {
      guard big(bytes, offset, 1) == 0xFF else { break }
      let marker = big(bytes, offset + 1, 1)
      // Fill bytes, and markers without content.
      if marker == 0xFF {
        offset += 1
        continue
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      if marker == 0xDA || marker == 0xD9 { break }
      let length = big(bytes, offset + 2, 2)
      guard length >= 2 else { break }
      switch marker {
      case 0xC0...0xC2 where big(bytes, offset + 4, 1) == 8:
        (found.width, found.height) = (big(bytes, offset + 7, 2), big(bytes, offset + 5, 2))
        // A progressive picture is kept as coefficients of two bytes until its last scan.
        if marker & 3 == 2 { found.pixelBytes += 2 * big(bytes, offset + 9, 1) }
        if found.exif != nil { return found }
      case 0xE1 where has("Exif", bytes, at: offset + 4):
        found.exif = found.exif ?? part(bytes, offset + 10, length - 8)
      default: break
      }
      offset += 2 + length
    }
    return found.width > 0 ? found : nil
  }

  /// RIFF with VP8, VP8L or VP8X (RFC 9649).
  private static func webP(_ bytes: ArraySlice<UInt8>) -> Found? {
    guard has("RIFF", bytes, at: 0), has("WEBP", bytes, at: 8) else { return nil }
    if has("VP8 ", bytes, at: 12) {
      return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF, 4, nil)
    }
    if has("VP8L", bytes, at: 12) {
      let bits = little(bytes, 21, 4)
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, 4, nil)
    }
    guard has("VP8X", bytes, at: 12) else { return nil }
    var found: Found = (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1, 4, nil)
    var offset = 12
    for _ in 0..<maximumParts where offset + 8 <= bytes.count {
      let length = little(bytes, offset + 4, 4)
      if has("EXIF", bytes, at: offset) { found.exif = part(bytes, offset + 8, length) }
      offset += 8 + length + length & 1
    }
    return found
  }

  // MARK: Orientation

  /// The orientation in EXIF data: a TIFF header, and the entries of its first directory (EXIF 2.32,
  /// section 4.5.2).
  private static func orientation(_ exif: ArraySlice<UInt8>) -> Int? {
    var exif = exif
    if has("Exif", exif, at: 0) { exif = exif.dropFirst(6) }
    let isLittle = has("II", exif, at: 0)
    guard isLittle || has("MM", exif, at: 0) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int {
      isLittle ? little(exif, offset, count) : big(exif, offset, count)
    }
    let directory = number(4, 4)
    for index in 0..<min(number(directory, 2), 500) {
      let entry = directory + 2 + 12 * index
      if number(entry, 2) == 0x0112, number(entry + 2, 2) == 3 {
        let value = number(entry + 8, 2)
        return (1...8).contains(value) ? value : nil
      }
    }
    return nil
  }

  // MARK: Bytes

  /// Bytes beyond the end read as 0.
  private static func big(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int {
    part(bytes, offset, count).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int {
    part(bytes, offset, count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func has(_ text: StaticString, _ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool
  {
    let letters = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return part(bytes, offset, letters.count).elementsEqual(letters)
  }

  /// A part of the bytes, shorter at their end.
  private static func part(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int)
    -> ArraySlice<UInt8>
  {
    guard offset >= 0, count > 0, offset < bytes.count else { return [] }
    let start = bytes.startIndex + offset
    return bytes[start..<start + min(count, bytes.count - offset)]
  }
}
