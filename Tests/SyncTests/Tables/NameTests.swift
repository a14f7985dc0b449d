import Music
import Sync
import Testing

@Suite("Names on devices")
struct NameTests {
  private func abilities(_ names: DeviceAbilities.Names) -> DeviceAbilities {
    var abilities = DeviceAbilities()
    abilities.names = names
    abilities.letterCase = names == .fat ? .ascii : .distinct
    return abilities
  }

  private func track(
    _ title: String?, artist: String? = "Artist", album: String? = "Album", date: String? = nil,
    number: Int? = nil
  ) -> SyncTrack {
    SyncTrack(
      id: TrackID(1), uuid: "u", path: FilePath("/library/file.flac"), title: title,
      artist: artist, album: album, albumArtist: artist, date: date, trackNumber: number)
  }

  private func place(
    _ track: SyncTrack, _ names: DeviceAbilities.Names = .fat,
    template: String = DeviceOptions.defaultTemplate
  ) throws -> String {
    try DevicePlaces(template: template, abilities: abilities(names))
      .place(of: track, fileExtension: "flac").text
  }

  @Test("the usual template has artist, album with its year, number and title")
  func template() throws {
    #expect(
      try place(track("So What", artist: "Miles", album: "Blue", date: "1959-08-17", number: 1))
        == "Miles/Blue (1959)/01 So What.flac")
    #expect(
      try place(track("So What", artist: "Miles", album: "Blue")) == "Miles/Blue/So What.flac")
    #expect(try place(track(nil, artist: nil, album: nil)) == "Unknown/Unknown/file.flac")
  }

  @Test(
    "names are those that FAT takes",
    arguments: [
      ("AC/DC", "AC_DC"), ("Where?", "Where_"), ("a:b*c\"d<e>f|g\\h", "a_b_c_d_e_f_g_h"),
      ("M.I.A.", "M.I.A"), ("con", "_con"), ("NUL.live", "_NUL.live"), ("\u{1}\u{1F}x", "x"),
      ("e\u{301}", "\u{E9}"), ("…", "…"), ("...", "_"), ("\u{202E}abc", "abc"),
    ])
  func fat(artist: String, folder: String) throws {
    let path = try place(track("T", artist: artist), template: "{Artist}/{Title}")
    #expect(path.unicodeScalars.elementsEqual("\(folder)/T.flac".unicodeScalars))
  }

  @Test("a path is no longer than players bear, and keeps its extension")
  func long() throws {
    let path = try place(
      track(
        String(repeating: "😀", count: 300), artist: String(repeating: "あ", count: 300),
        album: String(repeating: "b", count: 300)))
    #expect(path.utf16.count <= 240)
    #expect(path.hasSuffix(".flac"))
    #expect(path.split(separator: "/").count == 3)
    let posix = try place(track(String(repeating: "あ", count: 300)), .posix)
    #expect(posix.split(separator: "/").allSatisfy { $0.utf8.count <= 255 })
  }

  @Test("names that differ in case or composition alone get numbers")
  func collisions() throws {
    let places = try DevicePlaces(template: "{Title}", abilities: abilities(.fat))
    var taken = TakenPlaces([FilePath("Music/song.flac")], .unicode)
    let claimed = ["music/Song.flac", "x/É.mp3", "X/e\u{301}.mp3", "x/ß.mp3", "x/SS.mp3"].map {
      taken.claim(FilePath($0), places).text
    }
    #expect(
      claimed == [
        "Music/Song (2).flac", "x/É.mp3", "x/e\u{301} (2).mp3", "x/ß.mp3", "x/SS (2).mp3",
      ])
  }

  @Test("thousands of one name are numbered through")
  func many() throws {
    let places = try DevicePlaces(template: "{Title}", abilities: abilities(.posix))
    var taken = TakenPlaces([FilePath](), .distinct)
    var last = FilePath("")
    for _ in 0..<5_000 { last = taken.claim(FilePath("a/Unknown.mp3"), places) }
    #expect(last.text == "a/Unknown (5000).mp3")
  }

  @Test("a file is converted unless it has the codec already")
  func conversion() {
    var flac = track("T")
    (flac.isLossless, flac.codec) = (true, "flac")
    var opus = flac
    (opus.isLossless, opus.codec) = (false, "opus")
    let rule = ConversionRule(codec: .opus, bitRate: 160_000, losslessOnly: false)
    #expect(flac.conversion(by: rule) == rule)
    #expect(opus.conversion(by: rule) == nil)
    #expect(flac.conversion(by: nil) == nil)
  }
}
