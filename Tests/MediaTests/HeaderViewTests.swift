import Foundation
import Glibc
import Music
import Testing

@testable import Media

@Suite("Views of a file's bytes")
struct HeaderViewTests {
  private let folder = MediaFolder()

  @Test("a view shows the same bytes whatever is read afterwards")
  func views() throws {
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    let path = folder.write("bytes", bytes)
    let descriptor = open(path.text, O_RDONLY)
    defer { close(descriptor) }
    let file = HeaderFile()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<5 {
      file.use(descriptor, size: Int64(bytes.count))
      var views: [(place: Int, view: ByteView, part: ByteView)] = []
      for _ in 0..<40 {
        let count = Int.random(in: 1...9_000, using: &random)
        let offset = Int.random(in: 0...bytes.count - count, using: &random)
        let view = try #require(file.bytes(at: Int64(offset), count))
        views.append((offset, view, view.part(count / 2, count)))
        let room = file.roomToJoin()
        room.start.update(repeating: UInt8(views.count), count: HeaderFile.maximumJoined)
      }
      for (offset, view, part) in views {
        #expect(view.buffer.elementsEqual(bytes[offset..<offset + view.count]))
        let from = offset + view.count / 2
        #expect(part.buffer.elementsEqual(bytes[from..<from + part.count]))
      }
    }
  }

  /// Position of the tables, and order of the tracks.
  static let layouts: [(String, [String])] = [
    ("video first, moov last", ["-map", "0:v", "-map", "1:a"]),
    ("video first, moov first", ["-map", "0:v", "-map", "1:a", "-movflags", "+faststart"]),
    ("audio first, moov last", ["-map", "1:a", "-map", "0:v"]),
    ("audio first, moov first", ["-map", "1:a", "-map", "0:v", "-movflags", "+faststart"]),
  ]

  @Test(
    "a music video is as long as its sound, wherever its tables lie", arguments: layouts,
    ["aac", "alac"])
  func video(_ layout: (String, [String]), _ codec: String) throws {
    let file = folder.path.appending("video.mp4")
    let ffmpeg = Process()
    ffmpeg.executableURL = URL(filePath: "/usr/bin/env")
    ffmpeg.arguments =
      [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=16x16:r=100",
        "-f", "lavfi", "-i", "sine=440:r=22050", "-t", "61",
      ] + layout.1 + ["-c:v", "mpeg4", "-g", "3", "-c:a", codec, "-strict", "-2", file.text]
    try ffmpeg.run()
    ffmpeg.waitUntilExit()
    try #require(ffmpeg.terminationStatus == 0)
    let bytes = try folder.bytes(file)
    let movie = try #require(bytes.firstRange(of: Array("moov".utf8)))
    let size = bytes[movie.lowerBound - 4..<movie.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    #expect(size > 32 << 10, "or the tables would be read at once")
    let audio = try TagReader.read(file).audio
    #expect(abs((audio.duration?.seconds ?? 0) - 61) < 0.1)
    #expect(audio.sampleRate == 22_050 && audio.channels == 1)
  }

  private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + TagBytes.big(body.count) + body + (body.count % 2 == 1 ? [0] : [])
  }

  private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
      var rest = elements
      let element = rest.remove(at: index)
      return permutations(rest).map { [element] + $0 }
    }
  }

  @Test("an AIFF is the same in whatever order its chunks lie, and however large they are")
  func aiff() throws {
    let rate: [UInt8] = [0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]
    let common = chunk(
      "COMM", TagBytes.big(2, 2) + TagBytes.big(2_400) + TagBytes.big(16, 2) + rate)
    let sound = chunk(
      "SSND", [UInt8](repeating: 0, count: 8) + (0..<9_600).map { UInt8(truncatingIfNeeded: $0) })
    let tag = TagBytes.id3(
      [
        TagBytes.frame("PRIV", [UInt8](repeating: 7, count: 20_000)),
        TagBytes.frame("TALB", TagBytes.text("Album")),
      ])
    let parts = [
      common, sound, chunk("ID3 ", tag), chunk("APPL", [UInt8](repeating: 9, count: 20_001)),
      chunk("NAME", Array("Title".utf8)),
    ]
    let memory = TagReader.Memory()
    for parts in permutations(parts) {
      let body = Array("AIFF".utf8) + parts.joined()
      let file = folder.write("a.aiff", Array("FORM".utf8) + TagBytes.big(body.count) + body)
      let facts = try TagReader.read(file, with: memory)
      #expect(facts.audio.sampleRate == 48_000 && facts.audio.channels == 2)
      #expect(facts.audio.duration == .milliseconds(50) && facts.audio.bitDepth == 16)
      #expect(facts.tags.album == "Album" && facts.tags.title == "Title")
    }
  }
}
