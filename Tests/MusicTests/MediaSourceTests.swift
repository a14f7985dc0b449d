import Music
import Testing

@Suite("Where sound comes from")
struct MediaSourceTests {
  private let file = MediaSource.file(FilePath(bytes: Array("/m/\u{FC}".utf8) + [0xFF]))
  private let address = StreamAddress("http://me:canary@radio.example:80/a%20b.ogg?c")!

  @Test("a file has its path, to the byte, and a text for showing")
  func files() {
    #expect(file.file?.bytes == file.bytes && !file.isStream)
    #expect(file.bytes == Array("/m/\u{FC}".utf8) + [0xFF])
    #expect(file.text == "/m/\u{FC}\u{FFFD}" && file.stem == "\u{FC}\u{FFFD}")
  }

  @Test("a stream has no path, and its address without what it was given with")
  func streams() {
    let source = MediaSource.stream(address)
    #expect(source.file == nil && source.isStream)
    #expect(source.text == "http://radio.example:80/a%20b.ogg?c")
    #expect(source.bytes == Array(source.text.utf8))
    #expect(address.request == "http://me:canary@radio.example:80/a%20b.ogg?c")
    #expect(!String(reflecting: source).contains("canary"))
  }

  @Test("a name and a password are added to the addresses of their server that have none")
  func adding() throws {
    let plain = try #require(StreamAddress(address.text))
    #expect(plain != address && plain.adding(address.credentials) == address)
    for text in ["https://radio.example:80/", "http://you:word@radio.example:80/"] {
      let other = try #require(StreamAddress(text))
      #expect(other.adding(address.credentials) == other)
    }
    #expect(plain.adding(nil) == plain && plain.request == plain.text)
  }

  @Test(
    "a scheme is told whatever follows it",
    arguments: [
      ("http://a b", "http"), ("HTTPS://", "https"), ("http:/a", nil), ("httpx://a", nil),
      ("/http://a", nil), ("crypto+http://a", nil), ("", nil),
    ] as [(String, String?)])
  func schemes(text: String, scheme: String?) {
    #expect(StreamAddress.scheme(of: text) == scheme)
  }
}
