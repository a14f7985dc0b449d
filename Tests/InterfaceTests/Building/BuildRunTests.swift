import Music
import Screen
import Testing

@testable import Interface

@Suite("Dry runs and builds")
struct BuildRunTests {
  @Test("a dry run shows its phases, and its tracks when it is done")
  func dryRun() throws {
    var stage = Stage.building()
    stage.press("Enter")
    stage.send(.build(.progressed(.findingArtists(done: 3, of: 40), serial: 1)))
    #expect(stage.text.contains("Performing dry run... finding artists, 3 of 40"))
    stage.send(.build(.progressed(.waiting(seconds: 30), serial: 1)))
    #expect(stage.text.contains("Spotify asks to wait 30 s"))
    stage.send(.build(.finished(BuildSamples.result(4), serial: 1)))
    #expect(stage.buildResult?.finished.result.prepared.count == 4)
    #expect(stage.text.contains("Artist 0 – Title 0"))
    #expect(stage.text.contains("top track 1 of Artist 0, who was named"))
    for line in [
      "Playlist build stats", "Playlist name: Mix", "Artists retrieved: 3",
      "Top songs retrieved: 4", "Variants deduped: 0", "Total tracks added to the list: 0",
    ] {
      #expect(stage.text.contains(line))
    }
    stage.press("Esc")
    #expect(stage.text.contains("Dry run complete"))
    #expect(stage.text.contains("Playlist: Mix | Prepared: 4 | Dry run"))
  }

  @Test("while one goes on no other begins, and the reason shows")
  func busy() {
    var stage = Stage.building()
    stage.press("Ctrl-S")
    guard case .start(let options, serial: 1)? = stage.receiveBuild().first else {
      Issue.record("nothing began")
      return
    }
    #expect(!options.isDryRun)
    #expect(stage.text.contains("Building playlist..."))
    stage.press("Enter", "Ctrl-S")
    #expect(stage.receiveBuild().isEmpty)
    stage.press("Home", "Up", "Up", "Up", "Up")
    #expect(stage.buildPanel?.row(stage.app.building) == .action(.dryRun))
    #expect(stage.text.contains("A playlist is being built"))
    #expect(stage.text.contains("off"))
  }

  @Test("the rest of a playlist that was cut is written by a key, once")
  func resumes() {
    var stage = Stage.building()
    stage.press("Ctrl-Y")
    #expect(stage.receiveBuild().isEmpty)
    stage.press("Ctrl-S")
    _ = stage.receive()
    stage.send(
      .build(
        .incomplete("Playlist 'Mix' has 100 of 250 tracks: lost", wasStopped: false, serial: 1)))
    #expect(stage.text.contains("Playlist 'Mix' has 100 of 250 tracks"))
    #expect(BuildPanel.rows(stage.app.building).contains(.action(.resume)))
    stage.press("Ctrl-Y")
    #expect(stage.receiveBuild() == [.resume(serial: 2)])
    #expect(!BuildPanel.rows(stage.app.building).contains(.action(.resume)))
    // The look at what is there fails: the rest can be written later.
    stage.send(.build(.failed("no network", serial: 2)))
    #expect(BuildPanel.rows(stage.app.building).contains(.action(.resume)))
    stage.press("Ctrl-Y")
    var written = BuildSamples.result(4)
    written.isDryRun = false
    stage.send(.build(.finished(written, serial: 3)))
    #expect(stage.app.building.cutOptions == nil)
  }

  @Test("it goes on when the window is closed, with a line in the corner, and Esc stops it")
  func closed() {
    var stage = Stage.building()
    stage.press("Enter", "Esc")
    _ = stage.receive()
    stage.send(.build(.progressed(.collectingTracks(done: 12, of: 40), serial: 1)))
    #expect(stage.text.contains("Dry run · collecting tracks, 12 of 40 · Esc stops it"))
    stage.send(.resized(Size(rows: 10, columns: 40)))
    #expect(stage.text.contains("Dry run · 30 %"))
    stage.press("Esc")
    #expect(stage.receiveBuild() == [.cancel])
    #expect(stage.text.contains("Stopping"))
    stage.press("Esc")
    #expect(stage.receiveBuild().isEmpty)
    stage.send(.build(.stopped(left: nil, serial: 1)))
    #expect(stage.app.message?.text == "Stopped: nothing was written")
    #expect(!stage.text.contains("Stopping"))
  }

  @Test("Ctrl-X stops it in the form; what had been written by then is said")
  func stopped() {
    var stage = Stage.building()
    stage.press("Ctrl-S", "Ctrl-X")
    #expect(stage.receiveBuild().last == .cancel)
    #expect(stage.text.contains("Stopping..."))
    // Nothing begins before the end has come.
    stage.press("Ctrl-S")
    #expect(stage.receiveBuild().isEmpty)
    stage.send(.build(.stopped(left: "100 of 250 tracks are in the playlist", serial: 1)))
    #expect(stage.text.contains("Stopped: 100 of 250 tracks are in the playlist"))
  }

  @Test("a build that was done before the stop came is shown as it is")
  func doneAllTheSame() {
    var stage = Stage.building()
    stage.press("Ctrl-S", "Ctrl-X")
    stage.send(
      .build(.finished(BuildSamples.result(2, isDryRun: false, playlist: "3"), serial: 1)))
    #expect(stage.app.building.stateText == "Playlist updated successfully")
  }

  @Test("a result after a key opens nothing; its command shows it")
  func late() {
    var stage = Stage.building()
    stage.press("Enter", "Esc", "j")
    stage.send(.build(.finished(BuildSamples.result(4), serial: 1)))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == "Dry run complete; :build-result shows its tracks")
    stage.run("build-result")
    #expect(stage.buildResult != nil)
  }

  @Test("events of a run that is over change nothing")
  func outOfDate() {
    var stage = Stage.building()
    stage.press("Enter", "Ctrl-X")
    stage.send(.build(.stopped(left: nil, serial: 1)))
    stage.press("Enter")
    stage.send(.build(.progressed(.arranging, serial: 1)))
    stage.send(.build(.finished(BuildSamples.result(9), serial: 1)))
    stage.send(.build(.failed("no", serial: 1)))
    #expect(stage.app.building.last == nil)
    #expect(stage.app.building.run != nil && stage.app.building.phaseText == nil)
  }

  @Test("a failure is said with its reason, and the form keeps its texts")
  func failed() {
    var stage = Stage.building()
    stage.fill(.name, "Mix")
    stage.press("Ctrl-S")
    let reason = "No artists were resolved from the configured sources."
    stage.send(.build(.failed(reason, serial: 1)))
    #expect(stage.app.message?.text == "Playlist build failed: \(reason)")
    #expect(stage.text.contains("Playlist build failed: \(reason)"))
    #expect(stage.app.building.draft[.name] == "Mix")
    stage.press("Ctrl-S")
    guard case .start(let options, let serial)? = stage.receiveBuild().last else { return }
    stage.send(.refused(.build(.start(options, serial: serial)), "The disk is full"))
    #expect(stage.app.building.stateText == "Playlist build failed: The disk is full")
  }

  @Test("nothing was built yet: the command says how to begin")
  func noResult() {
    var stage = Stage()
    stage.run("build-result")
    #expect(stage.app.message?.text == "Nothing was built yet; :build opens the form")
  }

  @Test(
    "progress without an end, or past it, is drawn",
    arguments: [(0, 0), (5, 0), (9, 4), (-3, 4)])
  func oddProgress(done: Int, total: Int) {
    var stage = Stage.building(rows: 24, columns: 80)
    stage.press("Enter")
    stage.send(.build(.progressed(.writing(done: done, of: total), serial: 1)))
    #expect(stage.text.contains("writing"))
    if let part = stage.app.building.phasePart { #expect((0...1).contains(part)) }
  }
}
