import Interface
import Music
import Screen
import Testing

@Suite("Playlists of other programs")
struct ExchangeTests {
  private func stage() -> Stage {
    var stage = Stage()
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(1, "Friday"), slots: [], depth: 0)),
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(2, "AC/DC"), slots: [], depth: 0)),
    ]
    stage.send(.library(.changed))
    _ = stage.receive()
    return stage
  }

  private func prompt(_ stage: Stage) -> Prompt? {
    if case .prompt(let prompt) = stage.app.overlays.last { prompt } else { nil }
  }

  private func command(_ line: String, _ stage: inout Stage) {
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
  }

  /// Answers the last request for names.
  private func list(_ stage: inout Stage, _ names: PathName...) -> String? {
    guard case .exchange(.listPaths(let path, let serial)) = stage.receive().last else {
      return nil
    }
    stage.send(.exchange(.pathsListed(names, serial: serial)))
    return path
  }

  // MARK: Paths

  @Test("Tab completes as far as the names agree, shows them, and goes into the only folder")
  func completion() throws {
    var stage = stage()
    command("import", &stage)
    stage.type("~/pl")
    stage.press("Tab")
    #expect(
      list(&stage, PathName("playlist 1.m3u8"), PathName("playlists", isFolder: true)) == "~/pl")
    #expect(prompt(stage)?.field.text == "~/playlist")
    #expect(stage.text.contains("playlist 1.m3u8") && stage.text.contains("playlists/"))
    stage.type("s")
    #expect(prompt(stage)?.listing.isEmpty == true)
    stage.press("Tab")
    #expect(list(&stage, PathName("playlists", isFolder: true)) == "~/playlists")
    #expect(prompt(stage)?.field.text == "~/playlists/")
    stage.press("Tab")
    #expect(list(&stage, PathName("Friday.m3u8")) == "~/playlists/")
    stage.press("Enter")
    #expect(stage.receive() == [.exchange(.importFile(FilePath("~/playlists/Friday.m3u8")))])
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("names that differ in case from what is typed take its place")
  func letterCase() throws {
    var stage = stage()
    command("import", &stage)
    stage.type("/x/fri")
    stage.press("Tab")
    _ = list(&stage, PathName("Friday.m3u8"))
    #expect(prompt(stage)?.field.text == "/x/Friday.m3u8")
    stage.press("Ctrl-U")
    stage.type("a")
    stage.press("Tab")
    _ = list(&stage, PathName("Abc"), PathName("ab"))
    #expect(prompt(stage)?.field.text == "a")
    #expect(prompt(stage)?.listing.count == 2)
  }

  @Test("names that come too late complete nothing, and nothing that fits is said")
  func late() throws {
    var stage = stage()
    command("import", &stage)
    stage.type("a")
    stage.press("Tab")
    stage.type("b")
    _ = list(&stage, PathName("abc"))
    #expect(prompt(stage)?.field.text == "ab")
    stage.press("Tab")
    #expect(list(&stage) == "ab")
    #expect(stage.text.contains("Nothing there begins like that"))
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty && stage.receive().isEmpty)
  }

  @Test("the command line completes paths behind the commands that take one")
  func commandLine() throws {
    var stage = stage()
    stage.press(":")
    stage.type("import ~/F")
    stage.press("Tab")
    #expect(list(&stage, PathName("Friday.m3u8"), PathName("Fresh.pls")) == "~/F")
    #expect(prompt(stage)?.field.text == "import ~/Fr")
    #expect(stage.text.contains("Friday.m3u8  Fresh.pls"))
    stage.type("i")
    stage.press("Tab")
    _ = list(&stage, PathName("Friday.m3u8"))
    stage.press("Enter")
    #expect(stage.receive() == [.exchange(.importFile(FilePath("~/Friday.m3u8")))])
  }

  @Test("ten names show under the line, and how many there are besides")
  func manyNames() throws {
    var stage = stage()
    command("import", &stage)
    stage.press("Tab")
    guard case .exchange(.listPaths(_, let serial)) = try #require(stage.receive().last) else {
      return
    }
    stage.send(
      .exchange(.pathsListed((1...500).map { PathName("list \($0).m3u") }, serial: serial)))
    #expect(stage.text.contains("list 9.m3u") && !stage.text.contains("list 10.m3u"))
    #expect(stage.text.contains("and 491 more"))
  }

  // MARK: Importing

  @Test("an import shows how far it is, can be stopped, and opens what it made")
  func importing() throws {
    var stage = stage()
    command("import /x/Friday.m3u8", &stage)
    #expect(stage.receive() == [.exchange(.importFile(FilePath("/x/Friday.m3u8")))])
    stage.send(.exchange(.importProgressed(0, of: 0)))
    #expect(stage.text.contains("Importing…"))
    stage.send(.exchange(.importProgressed(12_000, of: 200_000)))
    #expect(stage.text.contains("Importing · 12,000 of 200,000 lines"))
    stage.press("Esc")
    #expect(stage.receive() == [.exchange(.cancelImport)])
    command("cancel", &stage)
    #expect(stage.receive() == [.exchange(.cancelImport)])
    var outcome = ImportOutcome(name: "Friday.m3u8", tracks: 12, missing: 0)
    outcome.playlists = [Samples.playlist(1, "Friday")]
    outcome.playlistCount = 1
    stage.send(.exchange(.importEnded(outcome)))
    #expect(stage.text.contains("Imported Friday: 12 tracks"))
    #expect(!stage.text.contains("Importing"))
    #expect(stage.app.openPlaylist == PlaylistID(1) && stage.app.focus == .playlists)
    stage.press("Esc")
    #expect(stage.receive().isEmpty)
  }

  @Test("a playlist that was there already is said to be, and shows")
  func imported() {
    var stage = stage()
    var outcome = ImportOutcome(name: "Friday.m3u8", tracks: 12, missing: 2)
    outcome.playlists = [Samples.playlist(1, "Friday")]
    (outcome.playlistCount, outcome.knownCount) = (1, 1)
    stage.send(.exchange(.importEnded(outcome)))
    #expect(
      stage.app.message?.text
        == "Friday is there already, with the same 10 of 12 tracks, 2 missing")
    #expect(stage.app.openPlaylist == PlaylistID(1))
    outcome.playlistCount = 3
    stage.send(.exchange(.importEnded(outcome)))
    #expect(stage.app.message?.text.hasSuffix("; 1 of them was there already") == true)
  }

  /// An import with missing tracks.
  private var lossy: ImportOutcome {
    var outcome = ImportOutcome(name: "night.xml", tracks: 1_033, missing: 2)
    outcome.playlists = [Samples.playlist(2, "Peak")]
    outcome.playlistCount = 3
    outcome.missingLines = [
      ReportLine("Ann — Lost", detail: "Peak, line 7", below: "/gone/Lost.mp3 — not found"),
      ReportLine("other.m3u", detail: "Peak, line 9", below: "/x/other.m3u — names another"),
    ]
    outcome.ambiguousLines = (1...40).map {
      ReportLine("Song \($0)", detail: "Warm-up", below: "took /a/\($0).flac; also /b/\($0).flac")
    }
    outcome.problemLines = [ReportLine("not a time", detail: "line 99")]
    return outcome
  }

  @Test("what is missing, ambiguous or not understood is listed, scrolled and closed")
  func report() throws {
    var stage = stage()
    stage.send(.exchange(.importEnded(lossy)))
    #expect(stage.app.overlays.count == 1)
    #expect(stage.text.contains("Import of night.xml"))
    #expect(stage.text.contains("Ann — Lost") && stage.text.contains("Peak, line 7"))
    #expect(stage.text.contains("more rows below"))
    #expect(!stage.text.contains("not a time"))
    stage.press("G")
    #expect(stage.text.contains("not a time") && !stage.text.contains("Ann — Lost"))
    #expect(!stage.text.contains("more rows below"))
    stage.press("g", "j", "k", "PgDn", "PgUp")
    #expect(stage.text.contains("Ann — Lost"))
    #expect(stage.receive().isEmpty)
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
    #expect(
      stage.text.contains("Imported 3 playlists from night.xml: 1,031 of 1,033 tracks, 2 missing"))
    #expect(stage.app.focus == .playlists && stage.app.openPlaylist == nil)
  }

  @Test("a report waits behind what is being typed")
  func waiting() throws {
    var stage = stage()
    stage.press(":")
    stage.type("vol")
    stage.send(.exchange(.importEnded(lossy)))
    stage.type("ume")
    #expect(prompt(stage)?.field.text == "volume")
    stage.press("Esc")
    #expect(stage.text.contains("Import of night.xml"))
  }

  @Test("cues go to the track under the cursor")
  func cues() throws {
    var stage = stage()
    command("import-cues ~/set.csv", &stage)
    #expect(stage.receive() == [.exchange(.importCues(FilePath("~/set.csv"), TrackID(1)))])
  }

  // MARK: Exporting

  @Test("the playlist under the cursor is written where the line says")
  func exporting() throws {
    var stage = stage()
    command("export ~/x.pls", &stage)
    #expect(stage.text.contains("Select the playlist to export, or open it"))
    #expect(stage.receive().isEmpty)
    stage.send(.input(.key(Key(.tab, .shift))))
    command("export ~/x.pls", &stage)
    #expect(
      stage.receive()
        == [.exchange(.exportPlaylist(PlaylistID(1), to: "~/x.pls", format: nil, replaces: false))])
    stage.press("j")
    command("export", &stage)
    #expect(prompt(stage)?.field.text == "~/AC_DC.m3u8")
    stage.press("Enter")
    #expect(
      stage.receive()
        == [
          .exchange(
            .exportPlaylist(PlaylistID(2), to: "~/AC_DC.m3u8", format: nil, replaces: false))
        ])
  }

  @Test("a format asks for the file, and a file that is there is exchanged only when told so")
  func refused() throws {
    var stage = stage()
    stage.send(.input(.key(Key(.tab, .shift))))
    command("export reaper", &stage)
    #expect(
      stage.receive()
        == [.exchange(.exportPlaylist(PlaylistID(1), to: "reaper", format: nil, replaces: false))])
    stage.send(.exchange(.exportProposed(PlaylistID(1), path: "~/Friday.csv", format: "reaper")))
    stage.press("Enter")
    let order = Effect.exchange(
      .exportPlaylist(
        PlaylistID(1), to: "~/Friday.csv", format: "reaper", replaces: false))
    #expect(stage.receive() == [order])
    let refusal = Event.exchange(
      .exportRefused(PlaylistID(1), path: "/h/Friday.csv", format: "reaper"))
    stage.send(refusal)
    stage.press("Enter")
    #expect(stage.receive().isEmpty && stage.app.overlays.isEmpty)
    stage.answer(refusal)
    stage.press("j", "Enter")
    #expect(
      stage.receive() == [
        .exchange(
          .exportPlaylist(PlaylistID(1), to: "/h/Friday.csv", format: "reaper", replaces: true))
      ])
  }

  @Test("the folder that playlists are kept in is set and given up")
  func syncFolder() throws {
    var stage = stage()
    command("sync-folder ~/Sync", &stage)
    command("sync-folder OFF", &stage)
    #expect(
      stage.receive() == [
        .exchange(.setSyncFolder(FilePath("~/Sync"))), .exchange(.setSyncFolder(nil)),
      ])
  }
}
