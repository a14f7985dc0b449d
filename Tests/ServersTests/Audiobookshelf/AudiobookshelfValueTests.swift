import Music
import Servers
import Testing

@Suite("Values of Audiobookshelf")
struct AudiobookshelfValueTests {
  @Test("versions are numbers, and compared as such")
  func versions() {
    #expect(AudiobookshelfVersion("2.26.1") == AudiobookshelfVersion(2, 26, 1))
    #expect(AudiobookshelfVersion("2.7") == AudiobookshelfVersion(2, 7, 0))
    #expect(AudiobookshelfVersion("2.30.0-beta.1") == AudiobookshelfVersion(2, 30, 0))
    #expect(AudiobookshelfVersion(2, 9, 9) < AudiobookshelfVersion(2, 10, 0))
    for text in ["", "2", "2.x.0", "2..0", "-1.0.0", "2.0.0.0", "٢.٠.٠", "2.999999.0"] {
      #expect(AudiobookshelfVersion(text) == nil)
    }
  }

  @Test("tokens are stored and read again, and what is none of ours is none")
  func tokens() {
    let tokens: [AudiobookshelfTokens] = [
      .pair(access: Secret("a"), refresh: Secret("r")), .unending(Secret("t")),
      .apiKey(Secret("k")),
    ]
    for one in tokens {
      #expect(AudiobookshelfTokens(stored: one.stored) == one)
      #expect("\(one)" == "tokens (secret)")
    }
    for text in [
      "", "x", "{}", #"{"access": "a\nb", "isKey": true}"#,
      #"{"access": "a", "refresh": "", "isKey": false}"#,
    ] {
      #expect(AudiobookshelfTokens(stored: Secret(text)) == nil)
    }
  }

  @Test("a bookmark without a note has the time as its title")
  func titles() {
    #expect(ServerBookmark.title(atSecond: 3725) == "1:02:05")
    #expect(ServerBookmark(book: "b", second: 5, title: "0:00:05").note == "")
    #expect(ServerBookmark(book: "b", second: 6, title: "0:00:05").note == "0:00:05")
  }
}
