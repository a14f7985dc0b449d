import Music
import Servers
import Testing

@Suite("Typed addresses of servers")
struct ServerLocationTests {
  @Test("credentials are taken out, the path prefix stays")
  func credentials() throws {
    let location = try ServerLocation(" https://ada:p%40ss:w@Music.example.org:4533/sub/ ")
    #expect(location.text == "https://music.example.org:4533/sub")
    #expect(location.user == "ada" && location.password == Secret("p@ss:w"))
    let plain = try ServerLocation("http://[::1]:80/")
    #expect(plain.user == nil && plain.password == nil && plain.isLoopback)
  }

  private static let mistakes: [(String, String)] = [
    ("", "is empty"), ("music.example.org", "has no scheme"), ("://x", "has no scheme"),
    ("ftp://x.org", "begins with ftp://"), ("https://", "names no host"),
    ("https://a@/x", "names no host"), ("https://x.org/?a=b", "question mark"),
  ]

  @Test("a mistake is named", arguments: mistakes)
  func mistake(text: String, reason: String) {
    do throws(ServerError) {
      _ = try ServerLocation(text)
      Issue.record("taken")
    } catch {
      #expect(error.message.contains(reason), "\(error.message)")
    }
  }

  @Test(
    "a password in the clear is a matter of public networks",
    arguments: [
      ("http://example.org", true), ("https://example.org", false), ("http://box.lan", false),
      ("http://192.168.1.2:80", false), ("http://11.0.0.1", true), ("http://nas", false),
      ("http://0127.0.0.1", true), ("http://010.0.0.1", true), ("http://134744072", true),
    ])
  func isPublic(text: String, isPlain: Bool) throws {
    #expect(try ServerLocation(text).isPlainInPublic == isPlain)
  }
}
