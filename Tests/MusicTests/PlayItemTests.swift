import Music
import Testing

@Suite("What is played")
struct PlayItemTests {
  private let id = PlayID(track: TrackID(1), serial: 1)

  private func track(_ text: String, album: String?, number: Int? = 1) -> Track {
    Track(
      id: TrackID(1),
      source: StreamAddress(text).map { .stream($0) } ?? .file(FilePath(text)),
      tags: Tags(
        title: "t", artist: "Guest", albumArtist: "Ábba", album: album, trackNumber: number,
        discNumber: 2),
      audio: AudioProperties(duration: .seconds(200)), albumCredit: "Ábba")
  }

  @Test("an entry's part, crossfade and gain are taken over, within bounds")
  func entries() {
    let plain = PlayItem(id: id, track: track("/a", album: nil))
    #expect(plain == PlayItem(id: id, source: .file(FilePath("/a")), duration: .seconds(200)))
    let item = PlayItem(
      id: id, track: track("/a", album: nil),
      entry: EntryPlayback(
        crossfade: .seconds(4), start: .seconds(10), end: .seconds(90), gain: -3))
    #expect(item.start == .seconds(10) && item.end == .seconds(90))
    #expect(item.crossfade == .seconds(4) && item.gain == -3)
    let wild = PlayItem(
      id: id, track: track("/a", album: nil),
      entry: EntryPlayback(
        crossfade: .seconds(9000), start: .seconds(-5), end: .seconds(-1), gain: .infinity))
    #expect(wild.start == .zero && wild.end == nil)
    #expect(wild.crossfade == .seconds(12) && wild.gain == 0)
  }

  @Test("points that were set for an entry keep its joins, those of a virtual track do not")
  func ownPoints() {
    func item(_ entry: EntryPlayback) -> PlayItem {
      PlayItem(id: id, track: track("/a", album: nil), entry: entry)
    }
    let plain = item(EntryPlayback(gain: -3))
    #expect(plain.crossfade == nil && !plain.hasOwnStart)
    let ends = item(EntryPlayback(end: .seconds(90)))
    #expect(ends.crossfade == .zero && !ends.hasOwnStart)
    let starts = item(EntryPlayback(start: .seconds(10)))
    #expect(starts.crossfade == nil && starts.hasOwnStart)
    let virtual = item(
      EntryPlayback(start: .seconds(10), end: .seconds(90), isVirtualTrack: true))
    #expect(virtual.crossfade == nil && !virtual.hasOwnStart)
    #expect(item(EntryPlayback(crossfade: .zero)).crossfade == .zero)
  }

  @Test("a stream has no parts and no crossfade")
  func streams() {
    let item = PlayItem(
      id: id, track: track("http://h/x", album: nil),
      entry: EntryPlayback(crossfade: .seconds(4), start: .seconds(10)))
    #expect(item.start == .zero && item.crossfade == nil)
  }

  @Test("a neighbour of the same album is known, however it is written")
  func albums() {
    let one = track("/1", album: "Arrival", number: 3)
    let two = track("/2", album: "ARRIVAL", number: 4)
    let other = track("/3", album: "Voyage")
    #expect(PlayItem(id: id, track: one, neighbors: [other, two]).isAmongAlbum)
    #expect(!PlayItem(id: id, track: one, neighbors: [other]).isAmongAlbum)
    let bare = track("/4", album: nil)
    #expect(!PlayItem(id: id, track: bare, neighbors: [bare]).isAmongAlbum)
    #expect(one.albumPosition!.isFollowed(by: two.albumPosition!))
    #expect(one.albumPosition?.disc == 2)
  }

  @Test(
    "addresses of streams are http and https, and nothing else",
    arguments: [
      ("http://radio.example/live", true), ("HTTPS://radio.example:8000/a?b#c", true),
      ("https://user:word@host/x", true), ("http://[::1]:80/", true), ("http://", false),
      ("http:///path", false), ("http://:80/", false), ("ftp://host/x", false),
      ("file:///etc/passwd", false), ("http:/host", false), ("http", false), ("", false),
      ("http://host/a b", false), ("http://host/\u{1B}[2J", false), ("concat:http://h", false),
      // Letters that only look like those of a host, and line ends in a user name.
      ("http://trac\u{212A}.example/", false), ("http://me%0D%0aX-Y:word@host/", false),
      ("http://me\u{301}:word@host/", true),
    ])
  func addresses(text: String, isOne: Bool) {
    #expect((StreamAddress(text) != nil) == isOne)
  }

  @Test("a password in an address is for its server, and shows nowhere")
  func passwords() throws {
    let address = try #require(StreamAddress("HTTP://me:p@ss%20@Radio.example:8000/a@b?c"))
    #expect(address.text == "http://Radio.example:8000/a@b?c")
    #expect(address.origin == "http://radio.example:8000")
    let credentials = try #require(address.credentials)
    #expect(
      credentials.added(to: address.text) == "http://me:p@ss%20@Radio.example:8000/a@b?c")
    for other in ["https://radio.example:8000/a", "http://radio.example/a", "http://other:8000/"] {
      #expect(credentials.added(to: other) == other)
    }
    var dumped = ""
    dump(address, to: &dumped)
    for text in ["\(address)", String(reflecting: address), dumped] {
      #expect(!text.contains("p@ss"))
    }
    #expect(StreamAddress("http://radio.example/a")?.credentials == nil)
    #expect(StreamAddress("http://me:word@/a") == nil)
  }

  @Test("an address has a limit")
  func longAddress() {
    #expect(StreamAddress("http://host/" + String(repeating: "x", count: 5_000)) == nil)
    #expect(StreamAddress("/http://x") == nil)
  }

  @Test(
    "numbers are written as short as they are",
    arguments: [
      (5, "5"), (-3.5, "-3.5"), (1.25, "1.25"), (1.05, "1.05"), (-0.001, "0"), (0.5, "0.5"),
    ])
  func numbers(number: Double, text: String) { #expect(number.shortText == text) }
}
