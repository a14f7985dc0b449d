import BenchHarness

/// Vorbis and Opus in Ogg (RFC 3533): the second packet holds the comments; its pages are rebuilt,
/// and the pages after get new numbers and checksums.
struct OggTemplate: TagTemplate {
  private struct Page {
    var flags: UInt8
    /// Granule position and serial number, unchanged.
    var location: [UInt8]
    var lacing: [UInt8]
    var body: ArraySlice<UInt8>
  }

  private let first: Page
  /// Header packets after the comments: Vorbis has one, Opus none.
  private let setup: [UInt8]
  private let rest: [Page]
  private let isOpus: Bool

  init(_ bytes: [UInt8]) throws {
    var pages: [Page] = []
    var index = 0
    while index + 27 <= bytes.count, bytes[index..<index + 4].elementsEqual("OggS".utf8) {
      let lacing = Array(bytes[index + 27..<index + 27 + Int(bytes[index + 26])])
      let start = index + 27 + lacing.count
      let end = start + lacing.reduce(0) { $0 + Int($1) }
      pages.append(
        Page(
          flags: bytes[index + 5], location: Array(bytes[index + 6..<index + 18]), lacing: lacing,
          body: bytes[start..<end]))
      index = end
    }
    guard pages.count > 2 else { throw BenchFault.command("that is no Ogg file") }
    first = pages[0]
    isOpus = pages[0].body.starts(with: "OpusHead".utf8)
    var packets: [[UInt8]] = [[]]
    var used = 1
    while packets.count <= (isOpus ? 1 : 2), used < pages.count {
      var body = pages[used].body
      for length in pages[used].lacing {
        packets[packets.count - 1] += body.prefix(Int(length))
        body = body.dropFirst(Int(length))
        if length < 255 { packets.append([]) }
      }
      used += 1
    }
    setup = isOpus ? [] : packets[1]
    rest = Array(pages[used...])
  }

  func file(tagged track: SyntheticTrack) -> [UInt8] {
    let comments =
      isOpus
      ? Array("OpusTags".utf8) + track.vorbisComments
      : [3] + Array("vorbis".utf8) + track.vorbisComments + [1]
    var lacing: [UInt8] = []
    for packet in isOpus ? [comments] : [comments, setup] {
      lacing += Array(repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    var body = (comments + setup)[...]
    var headers: [Page] = []
    while !lacing.isEmpty {
      let part = Array(lacing.prefix(255))
      lacing.removeFirst(part.count)
      let size = part.reduce(0) { $0 + Int($1) }
      let isContinued = headers.last?.lacing.last == 255
      // Pages on which no packet ends have no granule position.
      let ends = part.contains { $0 < 255 }
      let position = [UInt8](repeating: ends ? 0 : 0xFF, count: 8)
      headers.append(
        Page(
          flags: isContinued ? 1 : 0, location: position + first.location[8...], lacing: part,
          body: body.prefix(size)))
      body = body.dropFirst(size)
    }
    var bytes: [UInt8] = []
    for (number, page) in ([first] + headers + rest).enumerated() {
      Self.append(page, number, to: &bytes)
    }
    return bytes
  }

  private static func append(_ page: Page, _ number: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += Array("OggS".utf8) + [0, page.flags] + page.location
    bytes.append(little: number, bytes: 4)
    bytes += [0, 0, 0, 0, UInt8(page.lacing.count)] + page.lacing + page.body
    var sum: UInt32 = 0
    for byte in bytes[start...] { sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
    for index in 0..<4 { bytes[start + 22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
    }
  }
}
