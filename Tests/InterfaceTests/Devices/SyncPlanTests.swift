import Music
import Screen
import Testing

@testable import Interface

@Suite("Plans of syncs")
struct SyncPlanTests {
  @Test("totals are those of the plan, and follow what is left out")
  func totals() throws {
    var stage = Stage.planned(Crate.syncPlan, rows: 40, columns: 120)
    var panel = try #require(stage.planPanel)
    var totals = panel.chosen.totals
    #expect(panel.bytes == totals.bytesThere && panel.freeAfter == panel.chosen.freeAfter)
    #expect(
      stage.text.contains(
        "12 new, 1 replaced, 1 removed, 1 track marked, 1 playlist, 1 conflict"), "\(stage.text)")
    #expect(stage.text.contains("to copy · about 1 min · "))
    // The heading leaves all of it out.
    stage.press("Space")
    #expect(stage.text.contains("1 replaced, 1 removed") && stage.text.contains("0 of 12"))
    stage.press("l", "Down", "Space")
    #expect(stage.text.contains("1 of 12"))
    panel = try #require(stage.planPanel)
    totals = panel.chosen.totals
    #expect(totals.copied == 1 && panel.bytes == totals.bytesThere)
    #expect(panel.freeAfter == panel.chosen.freeAfter)
    stage.press("Enter")
    #expect(stage.receiveDevices() == [.carryOut(panel.chosen, serial: 2)])
    #expect(stage.planPanel == nil)
  }

  @Test("sections open and close, and closing leads to the heading")
  func sections() throws {
    var stage = Stage.planned(Crate.syncPlan)
    #expect(!stage.text.contains("Undertow (") && stage.text.contains("▸ ◆ New on Pixel"))
    stage.press("Right", "Down", "Down")
    #expect(stage.text.contains("▾ ◆ New on Pixel"))
    #expect(try #require(stage.planPanel).cursor.selected == 2)
    stage.press("Left")
    #expect(stage.text.contains("▸ ◆ New on Pixel"))
    #expect(try #require(stage.planPanel).cursor.selected == 0)
    stage.press("y")
    #expect(stage.text.contains("▾ ◆ New on Pixel"))
    let count = try #require(stage.planPanel).count
    stage.press("End")
    #expect(try #require(stage.planPanel).cursor.selected == count - 1)
    #expect(stage.text.contains("Ostkreuz – Ringbahn has no room"))
    // A note is no choice.
    stage.press("Space")
    #expect(try #require(stage.planPanel).included == 16)
  }

  @Test("rows of marks and playlists say what changes on which side")
  func sides() {
    var stage = Stage.planned(Crate.syncPlan, rows: 40, columns: 120)
    #expect(stage.text.contains("plays 3 → 5 here, ★★★ there"))
    #expect(stage.text.contains("+2 there"))
    #expect(stage.text.contains("rating, the device's stays"))
    let marks = MarksSync(
      track: TrackID(1), uuid: "u",
      here: MarksChange(
        track: TrackID(1), plays: 0, before: DeviceMarks(isFavorite: true, rating: 2),
        after: DeviceMarks()), beforeThere: DeviceMarks(), there: DeviceMarks(isFavorite: true))
    #expect(marks.text == "no rating here, no favourite here, favourite there")
    var playlist = PlaylistSync(
      here: PlaylistChange(id: nil, deviceID: "p", name: "P", before: [], after: [TrackID(1)]),
      beforeThere: ["a"], there: nil)
    playlist.addedHere = 1
    #expect(playlist.text == "new, +1 here")
    playlist.here = nil
    playlist.deletedThere = "p"
    #expect(playlist.text == "deleted there")
    stage.press("Esc")
  }

  @Test("where both sides are the same nothing opens, and notes alone are shown")
  func same() {
    var stage = Stage.planned(SyncSamples.plan(0))
    #expect(stage.planPanel == nil)
    #expect(stage.app.message?.text == "Nothing to do: Pixel and the library are the same")
    var plan = SyncSamples.plan(0)
    plan.notes = [SyncNote(name: "A", reason: "is ambiguous")]
    stage = Stage.planned(plan)
    #expect(stage.text.contains("Nothing to do: Pixel and the library are the same"))
    #expect(stage.text.contains("is ambiguous"))
    stage.press("Enter")
    #expect(stage.app.overlays.isEmpty && stage.receiveDevices().isEmpty)
  }

  @Test("much that is removed, and a device without its folders, are asked about before")
  func questions() throws {
    var stage = Stage.planned(SyncSamples.removal(500))
    stage.press("Enter")
    #expect(stage.question?.title == "500 files will be removed from Pixel")
    stage.press("Enter")
    #expect(stage.planPanel != nil && stage.receiveDevices().isEmpty)
    stage.press("Enter", "Down", "Enter")
    #expect(stage.receiveDevices() == [.carryOut(SyncSamples.removal(500), serial: 2)])
    // What is left out is not asked about.
    stage = Stage.planned(SyncSamples.removal(500))
    stage.press("End", "Space", "Enter")
    #expect(stage.question == nil && stage.receiveDevices().count == 1)
    var first = SyncSamples.plan(1)
    first.isFirst = true
    stage = Stage.planned(first)
    stage.press("Enter")
    #expect(stage.question?.title == "Pixel was never synced")
    #expect(stage.text.contains("It has only its folders so far."))
    stage.press("Down", "Enter")
    #expect(stage.receiveDevices().count == 1)
  }

  @Test("a plan of which nothing is taken in is not carried out")
  func nothing() {
    var stage = Stage.planned(SyncSamples.plan(2))
    stage.press("Space", "Enter")
    #expect(stage.receiveDevices().isEmpty && stage.planPanel != nil)
    #expect(stage.app.message?.text.contains("Nothing is taken in: Space") == true)
  }

  @Test("a plan that does not fit says by how much, until enough is left out")
  func tooMuch() {
    var plan = SyncSamples.plan(3)
    plan.free = 1_500_000
    var stage = Stage.planned(plan)
    #expect(stage.text.contains("1.5 MB too much"))
    stage.press("Down", "Space", "Down", "Space")
    #expect(stage.text.contains("500.0 kB free after"))
  }

  @Test("100,000 items are a window of rows: keys and frames do no work for each of them")
  func large() throws {
    var plan = SyncSamples.plan(100_000)
    plan.notes = (0..<100_000).map { SyncNote(name: "Note \($0)", reason: "has no room") }
    var stage = Stage.planned(plan, rows: 40, columns: 120)
    stage.press("Right", "End")
    #expect(try #require(stage.planPanel).count == 100_002)
    // Each of these would copy or visit all items where a key or a frame did.
    for _ in 0..<50 {
      stage.press("Up", "PgUp")
      _ = stage.frame
    }
    stage.press("Home", "Down")
    for _ in 0..<50 { stage.press("Space", "Down") }
    let panel = try #require(stage.planPanel)
    #expect(panel.included == 99_950 && !panel.isIncluded(49) && panel.isIncluded(50))
    #expect(panel.chosen.totals.copied == 99_950)
    #expect(panel.readerText(in: stage.app).lines.count == 200)
  }

  @Test("a plan that was closed is there again with its choices, for some minutes")
  func kept() {
    var stage = Stage.planned(SyncSamples.plan(2))
    stage.press("Down", "Space", "Esc")
    stage.run("sync Pixel")
    #expect(stage.planPanel?.included == 1 && stage.receiveDevices().isEmpty)
    stage.press("Esc")
    stage.wait(.seconds(400))
    stage.run("sync pix")
    #expect(stage.receiveDevices() == [.plan(DeviceID(1), serial: 2)])
  }

  @Test("a plan that comes after a key waits for its command")
  func late() {
    var stage = Stage.syncing()
    stage.run("sync Pixel")
    stage.press("j")
    stage.send(.device(.planned(SyncSamples.plan(2), serial: 1)))
    #expect(stage.planPanel == nil)
    #expect(stage.app.message?.text == "The plan for Pixel is ready: Ctrl-Y shows it")
    stage.press("Ctrl-Y")
    #expect(stage.planPanel != nil)
  }

  @Test("a click on the selected heading opens it, and on the selected row leaves it out")
  func mouse() throws {
    var stage = Stage.planned(SyncSamples.plan(20))
    let top = SyncPlanView.list(in: stage.app.size).row
    func click(_ row: Int) {
      stage.send(.input(.mouse(Mouse(.press, at: Position(row: top + row, column: 12)))))
    }
    click(0)
    #expect(stage.planPanel?.count == 21)
    click(2)
    #expect(stage.planPanel?.cursor.selected == 2 && stage.planPanel?.included == 20)
    click(2)
    #expect(stage.planPanel?.included == 19 && stage.planPanel?.isIncluded(1) == false)
    stage.send(.input(.mouse(Mouse(.wheelDown, at: Position(row: top, column: 12)))))
    #expect(stage.planPanel?.cursor.selected == 5)
  }

  @Test("names and sizes that another machine tells do no harm")
  func hostile() {
    var plan = SyncSamples.plan(0, name: SyncSamples.hostile)
    let file = DeviceFile(path: FilePath(SyncSamples.hostile), size: .min, modified: .min)
    let huge = DeviceFile(path: FilePath("x"), size: .max, modified: .max)
    let long = String(repeating: "n\u{301}\u{202E}", count: 10_000)
    plan.items = [
      SyncItem(action: .copy(track: TrackID(1), to: file.path), name: long, bytes: .max),
      SyncItem(action: .copy(track: TrackID(2), to: file.path), name: long, bytes: .max),
      SyncItem(action: .copy(track: TrackID(3), to: file.path), name: long, bytes: .min),
      SyncItem(
        action: .replace(track: TrackID(4), file: huge, to: file.path), name: SyncSamples.hostile,
        bytes: 0),
      SyncItem(action: .remove(uuid: DeviceTrackID(long), file: huge), name: SyncSamples.hostile),
      SyncItem(action: .remove(uuid: DeviceTrackID(long), file: file), name: SyncSamples.hostile),
      SyncItem(
        action: .marks(
          MarksSync(
            track: TrackID(5), uuid: "",
            here: MarksChange(
              track: TrackID(5), plays: .max, before: DeviceMarks(plays: .max),
              after: DeviceMarks(rating: .min)), beforeThere: DeviceMarks(),
            there: DeviceMarks(plays: .min, rating: .max))), name: SyncSamples.hostile),
    ]
    plan.conflicts = [SyncConflict(name: long, value: SyncSamples.hostile, winner: .both)]
    plan.notes = [SyncNote(name: SyncSamples.hostile, reason: long)]
    (plan.free, plan.speed) = (.min, 0)
    for size in Scene.sizes {
      var stage = Stage.planned(plan, rows: size.rows, columns: size.columns)
      for _ in 0..<16 {
        #expect(stage.debris.isEmpty)
        stage.press("Space", "Down")
      }
      stage.press("Home", "Space", "Space")
      #expect(stage.debris.isEmpty)
    }
  }

  @Test("the screen in words has headings, what is left out and the totals")
  func reader() throws {
    var stage = Stage.planned(Crate.syncPlan)
    stage.press("Right", "Down", "Space")
    let text = try #require(stage.planPanel).readerText(in: stage.app)
    #expect(text.title.hasPrefix("Sync with Pixel, 11 new"))
    #expect(text.lines[0] == "Heading New on Pixel, 11 of 12, open")
    #expect(text.lines[1].hasSuffix(", left out"))
    #expect(text.selected == 1)
    #expect(text.lines.contains { $0.contains("plays 3 Right 5 here, 3 stars there") })
  }
}
