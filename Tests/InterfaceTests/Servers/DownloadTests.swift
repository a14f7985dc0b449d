import Music
import Screen
import Testing

@testable import Interface

@Suite("Downloads, and signs of tracks of servers")
struct DownloadTests {
  /// A stage whose first tracks are on a server.
  private func stage(rows: Int = 24, columns: Int = 80) -> Stage {
    var stage = Stage(rows: rows, columns: columns, tracks: Samples.tracks.map(Crate.remote))
    stage.send(.servers(.listed(Crate.servers, at: Crate.serverTime)))
    return stage
  }

  @Test("the rows that show are asked for once, and the answer shows which are on this disk")
  func signs() {
    var stage = stage()
    let ids = Samples.tracks.map(\.id)
    #expect(Set(ids) == Set(stage.receiveServers().flatMap { $0.asked }))
    #expect(stage.text.contains("△") && !stage.text.contains("▼"))
    stage.press("j", "k", "j")
    #expect(stage.receiveServers().isEmpty)
    stage.send(.servers(.onDisk([ids[1]], of: Set(ids))))
    let lines = stage.text.split(separator: "\n")
    #expect(lines.first { $0.contains("Blue in Green") }?.contains("▼") == true)
    #expect(lines.first { $0.contains("Clair de lune") }?.contains("△") == true)
    #expect(stage.receiveServers().isEmpty)
    stage.app.choose(.ascii)
    let plain = stage.text.split(separator: "\n").first { $0.contains("Blue in Green") }
    #expect(plain?.contains("v ") == true && plain?.contains("▼") == false)
    let remote = stage.text.split(separator: "\n").first { $0.contains("Clair de lune") }
    #expect(remote?.contains("^ ") == true && remote?.contains("△") == false)
  }

  @Test("the info window of a missing track says that its server does not list it any more")
  func missing() {
    var stage = Stage(rows: 40, columns: 120, tracks: Samples.tracks.map(Crate.remote))
    for index in stage.library.indices { stage.library[index].isMissing = true }
    stage.press("X")
    #expect(stage.text.contains("its server does not list it any more"))
    #expect(!stage.text.contains("its file is gone"))
    var other = Stage(rows: 40, columns: 120)
    for index in other.library.indices { other.library[index].isMissing = true }
    other.press("X")
    #expect(other.text.contains("its file is gone; :relocate looks for it"))
  }

  @Test("a refused question about signs is silent and not asked again at every key")
  func refused() {
    var stage = stage()
    for effect in stage.receive() { stage.send(.refused(effect, "the library is busy")) }
    stage.press("j")
    #expect(stage.app.message == nil && stage.receiveServers().isEmpty)
  }

  @Test("files are asked for nothing")
  func files() {
    var stage = Stage.serving()
    stage.press("j")
    #expect(stage.receiveServers().isEmpty)
    #expect(!stage.text.contains("△"))
  }

  @Test("the sign of a server is not between a reaction and its word")
  func reaction() {
    var stage = Stage(
      rows: 40, columns: 120,
      tracks: Samples.tracks.map { track in
        var track = Crate.remote(track)
        track.reaction = .loved
        return track
      })
    _ = stage.playSelected()
    #expect(stage.text.contains("△ ☊ ✶ ♥ loved"), "\(stage.text)")
  }

  @Test("what plays shows where it lives")
  func playing() {
    var stage = stage(rows: 40, columns: 120)
    _ = stage.playSelected()
    func words(_ stage: Stage) -> String? {
      stage.app.playing.track.flatMap { NowPlayingText(stage.app, $0).details(columns: 40).last }
    }
    #expect(stage.text.contains("☆☆☆☆☆  △ ☊ ✶ ♥") && words(stage) == "on Home")
    stage.send(.servers(.onDisk([TrackID(1)], of: [TrackID(1)])))
    #expect(stage.text.contains("☆☆☆☆☆  ▼ ☊ ✶ ♥") && words(stage) == "on Home and this disk")
  }

  @Test("the signs that are kept stay few")
  func bound() {
    var signs = TracksOnDisk()
    for page in 0..<100 {
      let ids = (0..<50).map { TrackID(Int64(page * 50 + $0)) }
      #expect(signs.missing(ids) == ids)
      signs.receive([], of: Set(ids))
    }
    #expect(signs[TrackID(0)] == nil && signs[TrackID(4_999)] == false)
  }

  @Test("one key downloads the marked rows, a book, and the books of a series")
  func subjects() {
    var stage = stage()
    _ = stage.receive()
    stage.press("v", "!")
    #expect(
      stage.receiveServers() == [
        .download(.tracks(.rows([.track(TrackID(1))], ListQuery.folded(.songs))))
      ])
    stage.run("download-remove")
    #expect(
      stage.receiveServers() == [
        .removeDownload(.tracks(.rows([.track(TrackID(1))], ListQuery.folded(.songs))))
      ])
    stage.bookRows[.series] = [.name("Discworld", books: 41, duration: .seconds(400_000))]
    stage.run("books series")
    _ = stage.receive()
    stage.press("!")
    #expect(stage.receiveServers() == [.download(.books(.ofSeries("Discworld")))])
    stage.run("books home")
    stage.press("!")
    #expect(stage.receiveServers().isEmpty)
    #expect(stage.app.message?.text.contains("Select a book") == true)
  }

  @Test("progress shows in the corner, and Esc cancels once")
  func progress() {
    var stage = stage(rows: 24, columns: 120)
    _ = stage.receive()
    let progress = DownloadProgress(
      tracksDone: 3, tracksTotal: 12, bytesDone: 10_000_000, bytesTotal: 130_000_000,
      speed: 1_000_000)
    stage.send(.servers(.downloading(progress)))
    #expect(stage.text.contains("Downloading 3 of 12 · 1.0 MB/s · 2 min left · Esc cancels it"))
    stage.press("Esc", "Esc")
    #expect(stage.receiveServers() == [.cancelDownloads])
    stage.send(
      .servers(
        .downloaded(DownloadResult(tracks: 3, bytes: 10_000_000, wasCancelled: true))))
    #expect(stage.app.message?.text == "Downloads cancelled: 3 tracks, 10.0 MB")
    #expect(!stage.text.contains("Downloading"))
    stage.run("download-cancel")
    #expect(stage.app.message?.text == "Nothing is being downloaded")
  }

  private static let results: [(DownloadResult, String)] = [
    (DownloadResult(tracks: 12, bytes: 84_000_000), "Downloaded 12 tracks, 84.0 MB"),
    (
      DownloadResult(tracks: 1, bytes: 5_000_000, already: 2),
      "Downloaded 1 track, 5.0 MB, 2 were here"
    ),
    (DownloadResult(tracks: 0, bytes: 0, already: 4), "All of the tracks are on this disk"),
    (DownloadResult(tracks: 0, bytes: 0, already: 1), "The track is on this disk"),
    (DownloadResult(tracks: 0, bytes: 0, notOnServers: 5), "None of the tracks is on a server"),
    (DownloadResult(tracks: 0, bytes: 0, notOnServers: 1), "The track is on no server"),
    (
      DownloadResult(tracks: 0, bytes: 0, already: 4, notOnServers: 2),
      "4 tracks on this disk, 2 on no server"
    ),
    (
      DownloadResult(tracks: 3, bytes: 5_000_000, notOnServers: 2),
      "Downloaded 3 tracks, 5.0 MB, 2 on no server"
    ),
  ]

  @Test("the end is said in one line", arguments: results)
  func ends(result: DownloadResult, text: String) {
    var stage = stage()
    stage.send(.servers(.downloaded(result)))
    #expect(stage.app.message?.text == text)
  }

  @Test("tracks that failed are in the report with the reasons")
  func report() {
    var stage = stage()
    stage.run("download-report")
    #expect(stage.app.message?.text.contains("Nothing was downloaded yet") == true)
    let failure = DownloadFailure(track: "Night Ferry", reason: "the account may not do that")
    stage.send(
      .servers(.downloaded(DownloadResult(tracks: 2, bytes: 9_000, failures: [failure]))))
    #expect(stage.app.message?.text.contains("1 failed: :download-report says why") == true)
    stage.run("download-report")
    #expect(stage.text.contains("Night Ferry") && stage.text.contains("may not do that"))
  }

  @Test("all tracks that failed are counted, also those without a row in the report")
  func manyFailures() {
    var stage = stage()
    let failures = (0..<3).map { DownloadFailure(track: "Track \($0)", reason: "not allowed") }
    let result = DownloadResult(tracks: 1, bytes: 9_000, failures: failures, failed: 5_000)
    stage.send(.servers(.downloaded(result)))
    #expect(stage.app.message?.text.contains("5,000 failed") == true)
    stage.run("download-report")
    #expect(stage.text.contains("Left: 5,000") && stage.text.contains("and 4,997 more"))
    #expect(DownloadResult(tracks: 0, bytes: 0, failures: failures).failed == 3)
  }

  @Test("settings of servers reach the program")
  func settings() {
    var stage = Stage()
    stage.begin(with: SettingsFile(values: [.serversNextBook: .flag(true)]))
    #expect(stage.receiveServers() == [.setDownloadsNextBook(true)])
    stage.run("set servers.cache-gb 7.5")
    stage.run("set servers.downloads-at-once 4")
    stage.run("set servers.delete-finished on")
    #expect(
      stage.receiveServers() == [
        .setCacheSize(gigabytes: 7.5), .setDownloadsAtOnce(4), .setDeletesFinished(true),
      ])
    stage.run("set servers.downloads-at-once 9")
    #expect(stage.receiveServers().isEmpty)
  }
}

extension ServersEffect {
  /// The tracks that it asks the signs of.
  fileprivate var asked: [TrackID] {
    if case .findOnDisk(let tracks) = self { tracks } else { [] }
  }
}
