import Foundation
import Music
import Testing

@testable import Library

@Suite("Sources in rows of tracks")
struct StoredSourceTests {
  @Test(
    "an address among the streams is a stream, and among the files a file",
    arguments: [
      "http://radio.example/live", "https://[::1]:8000/a?b#c",
    ])
  func streams(_ text: String) throws {
    let source = MediaSource(number: 2, path: FilePath(text))
    #expect(source == .stream(try #require(StreamAddress(text))))
    #expect(MediaSource(number: 1, path: FilePath(text)) == .file(FilePath(text)))
    #expect(source.data == Data(text.utf8))
  }

  @Test(
    "what is no address stays a path, to the byte, whatever its source is said to be",
    arguments: [
      Array("/m/a.flac".utf8), Array("/http://a".utf8), Array("http://".utf8),
      Array("http://host/\u{FC}".utf8) + [0xFF], Array("(removed)".utf8), [0, 0x31],
    ] as [[UInt8]])
  func files(_ bytes: [UInt8]) {
    for number: Int64 in [1, 2, 3, -1] {
      let source = MediaSource(number: number, path: FilePath(bytes: bytes))
      #expect(source == .file(FilePath(bytes: bytes)))
      #expect(source.data == Data(bytes))
    }
  }
}
