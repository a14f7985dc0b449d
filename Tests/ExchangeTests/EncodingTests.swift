import Foundation
import Music
import Testing

@testable import Exchange

@Suite("Encodings of playlists")
struct EncodingTests {
  private static func utf16(_ text: String, isBig: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBig ? bytes : bytes.reversed()
    }
  }

  private static func encoded(_ text: String, _ name: String) -> [UInt8] {
    let encodings: [String: [UInt8]] = [
      "utf8": Array(text.utf8), "utf8mark": [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      "utf16le": utf16(text, isBig: false, mark: false),
      "utf16lemark": utf16(text, isBig: false, mark: true),
      "utf16be": utf16(text, isBig: true, mark: false),
      "utf16bemark": utf16(text, isBig: true, mark: true),
    ]
    return encodings[name] ?? []
  }

  @Test(
    "Unicode is read with and without a mark",
    arguments: ["utf8", "utf8mark", "utf16le", "utf16lemark", "utf16be", "utf16bemark"])
  func unicode(encoding: String) throws {
    let text = "#EXTM3U\r\n#EXTINF:5,宇多田ヒカル - 光\r\n/音楽/光.mp3\r\n"
    let bytes = EncodingTests.encoded(text, encoding)
    let document = try DocumentReader.read(bytes, at: FilePath("/a.m3u"))
    #expect(
      document.playlists[0].tracks == [
        DocumentTrack(
          .file(FilePath("/音楽/光.mp3")), line: 3, title: "光", artist: "宇多田ヒカル",
          duration: .seconds(5))
      ])
  }

  /// Bytes from `iconv`.
  @Test(
    "older encodings are told by what they look like",
    arguments: [
      ("Japanese - ", [0x89, 0x46, 0x91, 0xBD, 0x93, 0x63, 0x83, 0x71, 0x83, 0x4A], "宇多田ヒカ"),
      ("Artist - ", [0x42, 0x65, 0x79, 0x6F, 0x6E, 0x63, 0xE9], "Beyoncé"),
      ("Artist - ", [0x93, 0x48, 0xF6, 0x68, 0x6C, 0x65, 0x94], "“Höhle”"),
      ("Artist - ", [0xC3, 0xF0, 0xF3, 0xEF, 0xEF, 0xE0], "Группа"),
    ] as [(String, [UInt8], String)])
  func guessed(artist: String, title: [UInt8], text: String) throws {
    let path: [UInt8] = Array("/music/".utf8) + title + Array(".mp3".utf8)
    let bytes = Array("#EXTM3U\n#EXTINF:5,\(artist)".utf8) + title + [10] + path + [10]
    let document = try DocumentReader.read(bytes, at: FilePath("/a.m3u"))
    let track = document.playlists[0].tracks[0]
    #expect(track.title == text)
    #expect(track.location == .file(FilePath(bytes: path)))
  }

  @Test("a file may hold lines of two encodings")
  func mixed() throws {
    let bytes =
      Array("#EXTM3U\n#EXTINF:5,é\na\n#EXTINF:5,".utf8) + [0xE9] + Array("\nb\n".utf8)
    let tracks = try DocumentReader.read(bytes, at: FilePath("/a.m3u")).playlists[0].tracks
    #expect(tracks.map(\.title) == ["é", "é"])
  }

  @Test(
    "a binary file is refused with a reason",
    arguments: ["a.m3u", "a.m3u8", "a.pls", "a.xspf", "a.jspf", "a.cue", "a.json", "a.xml"])
  func binary(name: String) {
    let header = Array("ID3\u{3}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}TPE1".utf8)
    var generator = SeededGenerator(seed: 9)
    let noise = (0..<4_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for bytes in [header, noise, header + noise, [0xFF, 0xFE, 0x41]] {
      #expect { try DocumentReader.read(bytes, at: FilePath("/" + name)) } throws: {
        !(($0 as? DocumentProblem)?.reason.isEmpty ?? true)
      }
    }
  }
}
