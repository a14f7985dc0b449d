import Music
import Testing

@Suite("Tracks that may be listened to")
struct ListenedTrackTests {
  private func subject(
    _ path: String = "/m/a.flac", title: String? = "One", artist: String? = "Ola",
    albumArtist: String? = nil, genre: String? = nil,
    isPartOfBook: Bool? = nil
  ) -> ListenSubject {
    ListenSubject(
      Track(
        id: TrackID(1), source: .file(FilePath(path)),
        tags: Tags(title: title, artist: artist, albumArtist: albumArtist, genre: genre)),
      isPartOfBook: isPartOfBook)
  }

  @Test(
    "parts of books are no listens, by the genres that make books or as the library knows",
    arguments: [
      ("Hörspiel", nil, false), ("Livre audio", nil, false), ("Krimi; Hörbücher", nil, false),
      ("Podcast", nil, false), ("Rock", nil, true), ("Rock", true, false),
      ("Audiobook", false, true), ("Podcast", false, false),
    ] as [(String, Bool?, Bool)])
  func books(_ genre: String, _ isPartOfBook: Bool?, _ isHeard: Bool) {
    #expect((subject(genre: genre, isPartOfBook: isPartOfBook) != .nothing) == isHeard)
  }

  @Test("a track has a title and an artist, and is music")
  func subjects() {
    #expect(subject() == ListenedTrack(title: "One", artist: "Ola").map { .track($0) })
    #expect(
      subject(artist: nil, albumArtist: "Ola")
        == ListenedTrack(title: "One", artist: "Ola", albumArtist: "Ola").map { .track($0) })
    #expect(subject(title: nil) == .nothing)
    #expect(subject(title: "  ") == .nothing)
    #expect(subject(artist: nil) == .nothing)
    #expect(subject("/m/book.M4B") == .nothing)
    #expect(subject(genre: " Audiobook ") == .nothing)
    #expect(subject(genre: "Soundtrack") != .nothing)
  }

  @Test("names have no control characters, and long ones are none")
  func names() throws {
    let track = try #require(
      ListenedTrack(
        title: " a\u{0}b\nc ", artist: "Ö", album: String(repeating: "é", count: 401), number: 0,
        duration: .zero))
    #expect(track.title == "a\u{FFFD}b c" && track.album == nil)
    #expect(track.number == nil && track.duration == nil)
    #expect(ListenedTrack(title: String(repeating: "x", count: 801), artist: "y") == nil)
  }

  @Test("titles of streams are parted at the first dash between spaces")
  func streamTitles() {
    #expect(ListenedTrack(streamTitle: "A - B")?.artist == "A")
    #expect(ListenedTrack(streamTitle: "A-B") == nil)
    #expect(ListenedTrack(streamTitle: " - B") == nil)
    #expect(ListenedTrack(streamTitle: "A - ") == nil)
  }

  @Test(
    "digests of MD5 are those of RFC 1321",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "d174ab98d277d9f5a5611c2c9f419d9f"
      ),
      (
        String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func digests(text: String, digest: String) {
    #expect(MD5.digest(of: Array(text.utf8)) == digest)
  }
}
