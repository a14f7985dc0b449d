import Music
import Screen
import Testing

@testable import Interface

@Suite("The list of devices")
struct DeviceListTests {
  @Test("it shows where devices are, what waits and when they were synced")
  func rows() {
    var stage = Stage.syncing(rows: 40, columns: 120)
    stage.press("&")
    #expect(stage.receive() == [.device(.list)])
    for text in [
      "Pixel", "12 new, 3 changed", "3 days ago", "41.3 GB", "Car stick", "1 month ago", "never",
      "Road Trip, slot 2, rating:>=4", "at most 32.0 GB", "as Opus 160", "Internal storage",
    ] {
      #expect(stage.text.contains(text), "\(text)\n\(stage.text)")
    }
    stage.press("Down", "Down")
    #expect(stage.text.contains("ssh://ada@laptop.local:2022 · another machine"))
  }

  @Test("times since the last sync go on while the list is open")
  func time() {
    var stage = Stage.syncing()
    stage.press("&")
    #expect(stage.text.contains("3 days ago"))
    stage.wait(.seconds(86_400))
    #expect(stage.text.contains("4 days ago"))
  }

  private static let spans: [(Int64, String)] = [
    (0, "just now"), (59, "just now"), (60, "1 minute ago"), (7_200, "2 hours ago"),
    (259_200, "3 days ago"), (5_616_000, "2 months ago"), (69_120_000, "2 years ago"),
    (-500, "just now"),
  ]

  @Test("a time is told in one unit", arguments: spans)
  func ago(seconds: Int64, text: String) {
    #expect(DeviceListItem.ago(from: 1_000_000, to: 1_000_000 + seconds) == text)
    #expect(DeviceListItem.ago(from: .min, to: .max) == "just now")
  }

  @Test("without a device it says how to add one, and Enter does")
  func empty() {
    var stage = Stage.syncing([], rows: 10, columns: 40)
    stage.press("&")
    #expect(stage.text.contains("No device yet. a adds one"))
    stage.press("Enter")
    #expect(stage.deviceForm != nil)
  }

  @Test("Enter plans, forgetting asks first, and A turns syncing by itself on")
  func keys() {
    var stage = Stage.syncing()
    stage.press("&", "A")
    var draft = DeviceDraft(Crate.devices[0].device)
    draft.options.syncsByItself = true
    #expect(stage.receiveDevices() == [.edit(DeviceID(1), draft, makesFolders: false)])
    stage.press("d")
    #expect(stage.question?.title == "Forget Pixel?" && stage.receive().isEmpty)
    stage.press("Enter")
    #expect(stage.receiveDevices().isEmpty)
    stage.press("d", "Down", "Enter")
    #expect(stage.receiveDevices() == [.forget(DeviceID(1))])
    stage.send(.device(.forgotten("Pixel")))
    #expect(stage.app.message?.text.contains("Forgot Pixel") == true)
    stage.press("Down", "Enter")
    #expect(stage.receiveDevices() == [.plan(DeviceID(2), serial: 1)])
  }

  @Test("the cursor stays on its device while others come and go")
  func cursor() {
    var stage = Stage.syncing()
    stage.press("&", "Down", "Down")
    stage.send(.device(.listed([Crate.devices[2], Crate.devices[0]], at: 1_780_000_000)))
    guard case .devices(let panel) = stage.app.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(panel.item(in: stage.app)?.id == DeviceID(3))
    stage.send(.device(.listed([], at: 1_780_000_000)))
    #expect(stage.text.contains("No device yet"))
  }

  @Test("a click selects a row, and a second one plans its sync")
  func mouse() {
    var stage = Stage.syncing()
    stage.press("&")
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = lines.firstIndex { $0.contains("Car stick") } ?? 0
    let click = Input.mouse(Mouse(.press, at: Position(row: row, column: 10)))
    stage.send(.input(click))
    #expect(stage.receiveDevices().isEmpty)
    stage.send(.input(click))
    #expect(stage.receiveDevices() == [.plan(DeviceID(2), serial: 1)])
  }

  @Test("names and addresses of others are shown without control and direction characters")
  func hostile() {
    var items = Crate.devices
    items[0].device.name = SyncSamples.hostile
    items[0].device.address = .folder(FilePath("/" + SyncSamples.hostile))
    items[0].device.options.contents = [.query(SyncSamples.hostile), .playlist(PlaylistID(9))]
    items[0].device.lastSync = .min
    (items[0].capacity, items[0].free) = (0, .max)
    items[0].waiting = DeviceListItem.Waiting(new: .max, changed: .max)
    items[1].device.name = String(repeating: "n\u{301}", count: 10_000)
    (items[1].capacity, items[1].free) = (.min, -5)
    for size in Scene.sizes {
      var stage = Stage.syncing(items, rows: size.rows, columns: size.columns)
      stage.press("&")
      for _ in 0..<3 {
        #expect(stage.debris.isEmpty)
        stage.press("Down")
      }
      stage.send(.device(.appeared(DeviceID(1))))
      stage.press("Esc")
      #expect(stage.debris.isEmpty)
    }
  }

  @Test("the screen in words has each device, and the facts of the one at the cursor")
  func reader() throws {
    var stage = Stage.syncing()
    stage.press("&", "Down")
    let text = try #require(stage.app.overlays.last?.window).readerText(in: stage.app)
    let line = text.lines[try #require(text.selected)]
    #expect(line == "Car stick, not there, synced 1 month ago")
    #expect(text.lines.contains("On it: everything · syncs by itself"))
  }
}
