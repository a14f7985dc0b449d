import Music
import Screen
import Testing

@testable import Interface

@Suite("Syncs that go on")
struct SyncRunTests {
  private func progress(_ done: Int64 = 25) -> SyncProgress {
    var progress = SyncProgress(phase: .copying)
    (progress.filesDone, progress.filesTotal) = (12, 45)
    (progress.bytesDone, progress.bytesTotal) = (done * 10_000_000, 1_000_000_000)
    progress.speed = 8_200_000
    return progress
  }

  private func running(rows: Int = 24, columns: Int = 80) -> Stage {
    var stage = Stage.planned(SyncSamples.plan(2), rows: rows, columns: columns)
    stage.press("Enter")
    _ = stage.receive()
    return stage
  }

  @Test("a corner shows rate and time, keys go on meanwhile, and Esc stops it")
  func corner() {
    var stage = running(columns: 120)
    stage.send(.device(.progressed(progress(), serial: 2)))
    #expect(
      stage.text.contains("Pixel · copying 12 of 45 · 8.2 MB/s · 1 min left · Esc stops it"),
      "\(stage.text)")
    stage.press("j", "&")
    #expect(stage.text.contains("syncing, 25 %"))
    stage.press("Esc")
    #expect(stage.app.syncing.run != nil && stage.receiveDevices().isEmpty)
    stage.press("Esc")
    #expect(stage.receiveDevices() == [.stop])
    #expect(stage.text.contains("Pixel · stopping"))
    stage.press("Esc")
    #expect(stage.receiveDevices().isEmpty)
    var report = SyncReport(deviceName: "Pixel")
    report.copied = 3
    report.wasCancelled = true
    stage.send(.device(.finished(report, serial: 2)))
    #expect(stage.app.message?.text == "Stopped after 3 new songs to Pixel")
    #expect(stage.app.syncing.run == nil)
    var narrow = running(rows: 10, columns: 40)
    narrow.send(.device(.progressed(progress(), serial: 2)))
    #expect(narrow.text.contains("Pixel · 25 %"))
  }

  @Test(
    "each phase has its words",
    arguments: [
      (SyncProgress.Phase.connecting, "connecting"), (.reading, "reading, 12 files"),
      (.planning, "planning"), (.finishing, "finishing"),
    ])
  func phases(phase: SyncProgress.Phase, text: String) {
    var stage = running()
    var progress = progress()
    progress.phase = phase
    stage.send(.device(.progressed(progress, serial: 2)))
    #expect(stage.text.contains("Pixel · " + text))
  }

  @Test("numbers at their ends are shown")
  func extremes() {
    var stage = running()
    for (done, total, speed) in [
      (Int64.max, Int64.min, Int64.max), (.min, .max, 1), (0, .max, 0), (-5, -5, -1),
    ] {
      var progress = progress()
      (progress.bytesDone, progress.bytesTotal, progress.speed) = (done, total, speed)
      (progress.filesDone, progress.filesTotal) = (.max, .min)
      stage.send(.device(.progressed(progress, serial: 2)))
      #expect(stage.text.contains("Pixel"))
      stage.press("&", "Esc")
    }
  }

  @Test("the end says what was done, and how to take back what changed here")
  func end() {
    var stage = running()
    var report = SyncReport(deviceName: "Pixel")
    report.copied = 45
    stage.send(.device(.finished(report, serial: 2)))
    #expect(stage.app.message?.text == "Synced 45 new songs to Pixel")
    #expect(stage.receive() == [.device(.list)])
    stage = running()
    report.marksHere = 2
    stage.send(.device(.finished(report, serial: 2)))
    #expect(
      stage.app.message?.text
        == "Synced 45 new songs to Pixel; Ctrl-Z takes back what changed here")
  }

  @Test("what was left is in a window, at once or by its command")
  func left() {
    var report = SyncReport(deviceName: "Pixel")
    report.copied = 1
    report.left = [SyncNote(name: "Ostkreuz – Ringbahn", reason: "has no room")]
    report.conflicts = [SyncConflict(name: "Undertow", value: "rating", winner: .device)]
    var stage = running()
    stage.send(.device(.finished(report, serial: 2)))
    for text in ["Ostkreuz – Ringbahn", "has no room", "rating, the device's stays"] {
      #expect(stage.text.contains(text), "\(stage.text)")
    }
    stage.press("Esc")
    stage.run("sync-report")
    #expect(stage.text.contains("has no room"))
    // After a key the window does not open.
    report.conflicts = []
    stage = running()
    stage.press("j")
    stage.send(.device(.finished(report, serial: 2)))
    #expect(stage.app.overlays.isEmpty)
    #expect(
      stage.app.message?.text == "Synced 1 new song to Pixel, 1 was left: :sync-report says why")
  }

  @Test("a report of 100,000 notes has the first of them")
  func largeReport() {
    var report = SyncReport(deviceName: SyncSamples.hostile)
    report.left = (0..<100_000).map {
      SyncNote(name: "Song \($0) \(SyncSamples.hostile)", reason: SyncSamples.hostile)
    }
    var stage = running()
    stage.send(.device(.finished(report, serial: 2)))
    stage.press("End")
    #expect(stage.text.contains("and 98,000 more") && stage.debris.isEmpty)
  }

  @Test("a failure names the device and the reason, and a refused effect too, once")
  func failures() {
    var stage = running()
    stage.send(.device(.failed("it was unplugged", serial: 2)))
    #expect(stage.app.message?.text == "The sync with Pixel: it was unplugged")
    #expect(stage.app.message?.kind == .bad && stage.app.syncing.run == nil)
    stage = Stage.syncing()
    stage.run("sync Pixel")
    stage.send(.refused(.device(.plan(DeviceID(1), serial: 1)), "it is not there"))
    #expect(stage.app.message?.text == "No plan for Pixel: it is not there")
    #expect(stage.app.syncing.run == nil && !stage.app.awaitsWindow)
  }

  @Test("events of another run change nothing")
  func outOfDate() {
    var stage = running()
    stage.send(.device(.failed("old", serial: 1)))
    stage.send(.device(.finished(SyncReport(deviceName: "Pixel"), serial: 1)))
    stage.send(.device(.planned(SyncSamples.plan(1), serial: 7)))
    stage.send(.device(.stopped(serial: 1)))
    #expect(stage.app.syncing.run?.serial == 2 && stage.planPanel == nil)
  }

  @Test("one thing goes on at a time, and a second says so")
  func busy() {
    var stage = running()
    stage.run("sync Laptop")
    #expect(stage.receiveDevices().isEmpty)
    #expect(stage.app.message?.text == "A sync with Pixel is on its way")
    stage.press("&", "d")
    #expect(stage.question == nil)
  }

  @Test("a plan can be stopped while it is made")
  func stopPlan() {
    var stage = Stage.syncing()
    stage.run("sync Pixel")
    stage.press("Esc")
    #expect(stage.receiveDevices() == [.plan(DeviceID(1), serial: 1), .stop])
    stage.send(.device(.stopped(serial: 1)))
    #expect(stage.app.message?.text == "Stopped: nothing was changed on Pixel")
  }

  @Test("a known device that comes is said with the key that syncs it")
  func appeared() {
    var stage = Stage.syncing()
    stage.send(.device(.appeared(DeviceID(1))))
    #expect(stage.app.message?.text == "Pixel is here: Ctrl-Y or :sync Pixel syncs it")
    stage.press("Ctrl-Y")
    #expect(stage.receiveDevices() == [.plan(DeviceID(1), serial: 1)])
  }

  @Test("a device that syncs by itself does, and after what goes on")
  func automatic() {
    var stage = Stage.syncing()
    stage.send(.device(.appeared(DeviceID(2))))
    #expect(stage.receiveDevices() == [.plan(DeviceID(2), serial: 1)])
    var plan = SyncSamples.plan(2)
    plan.device = DeviceID(2)
    stage.send(.device(.planned(plan, serial: 1)))
    #expect(stage.receiveDevices() == [.carryOut(plan, serial: 2)])
    #expect(stage.app.overlays.isEmpty)
    stage = running()
    stage.send(.device(.appeared(DeviceID(2))))
    #expect(stage.receiveDevices().isEmpty)
    stage.send(.device(.finished(SyncReport(deviceName: "Pixel"), serial: 2)))
    #expect(stage.receiveDevices() == [.plan(DeviceID(2), serial: 3)])
  }

  @Test("a device that was found in another folder is said with it, and not synced by itself")
  func elsewhere() {
    var devices = Crate.devices
    for index in devices.indices where devices[index].id == DeviceID(2) {
      devices[index].foundAt = FilePath("/media/backup")
    }
    var stage = Stage.syncing(devices, columns: 120)
    stage.send(.device(.appeared(DeviceID(2))))
    #expect(stage.receiveDevices().isEmpty)
    #expect(
      stage.app.message?.text
        == "Car stick is here, at /media/backup: Ctrl-Y or :sync Car stick syncs it")
  }

  @Test("it asks before it removes much by itself")
  func automaticQuestion() {
    var stage = Stage.syncing()
    stage.send(.device(.appeared(DeviceID(2))))
    _ = stage.receive()
    var plan = SyncSamples.removal(300)
    (plan.device, plan.deviceName) = (DeviceID(2), "Car stick")
    stage.send(.device(.planned(plan, serial: 1)))
    #expect(stage.receiveDevices().isEmpty && stage.app.overlays.isEmpty)
    #expect(
      stage.app.message?.text == "The sync of Car stick has a question: Ctrl-Y shows its plan")
    stage.press("Ctrl-Y")
    #expect(stage.planPanel?.removed == 300)
  }

  @Test("names are completed, matched without case, and unknown ones refused")
  func names() {
    var stage = Stage.syncing()
    stage.press(":")
    stage.type("sync ca")
    stage.press("Tab", "Enter")
    #expect(stage.receiveDevices() == [.plan(DeviceID(2), serial: 1)])
    stage = Stage.syncing()
    stage.run("sync PIXEL")
    #expect(stage.receiveDevices() == [.plan(DeviceID(1), serial: 1)])
    stage = Stage.syncing()
    stage.run("sync Walkman")
    #expect(stage.receiveDevices().isEmpty)
    #expect(stage.app.message?.text == "There is no device Walkman; & lists those that there are")
  }

  @Test("a sync before the list is known waits for it; without a name it needs one that is meant")
  func withoutList() {
    var stage = Stage()
    stage.run("sync pixel")
    #expect(stage.receive() == [.device(.list)])
    stage.send(.device(.listed(Crate.devices, at: 0)))
    #expect(stage.receiveDevices() == [.plan(DeviceID(1), serial: 1)])
    stage = Stage.syncing([])
    stage.press("Ctrl-Y")
    #expect(stage.app.message?.text == "There is no device yet; :device-add adds one")
    // One is there, of several.
    stage = Stage.syncing()
    stage.press("Ctrl-Y")
    #expect(stage.receiveDevices() == [.plan(DeviceID(1), serial: 1)])
    var items = Crate.devices
    items[1].isThere = true
    stage = Stage.syncing(items)
    stage.press("Ctrl-Y")
    guard case .devices = stage.app.overlays.last else {
      Issue.record("no list")
      return
    }
  }
}
