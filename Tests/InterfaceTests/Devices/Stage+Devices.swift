import Music
import Screen

@testable import Interface

// What tests of devices say and look at.
extension Stage {
  /// A stage with known devices.
  static func syncing(
    _ devices: [DeviceListItem] = Crate.devices, rows: Int = 24, columns: Int = 80
  ) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.send(.device(.listed(devices, at: 1_780_000_000)))
    _ = stage.receive()
    return stage
  }

  /// A stage with the window of a plan.
  static func planned(_ plan: SyncPlan, rows: Int = 24, columns: Int = 80) -> Stage {
    var stage = Stage.syncing(rows: rows, columns: columns)
    stage.run("sync Pixel")
    stage.send(.device(.planned(plan, serial: 1)))
    _ = stage.receive()
    return stage
  }

  /// The effects about devices since the last call, without requests of the list.
  mutating func receiveDevices() -> [DeviceEffect] {
    receive().compactMap {
      if case .device(let effect) = $0, effect != .list { effect } else { nil }
    }
  }

  var deviceForm: DeviceFormPanel? {
    for case .deviceForm(let panel) in app.overlays { return panel }
    return nil
  }

  var planPanel: SyncPlanPanel? {
    for case .syncPlan(let panel) in app.overlays { return panel }
    return nil
  }

  /// The title and lines of the question on top.
  var question: Picker? {
    if case .picker(let picker) = app.overlays.last { picker } else { nil }
  }

  /// Moves to a field of the form.
  mutating func moveInDevice(to field: DeviceFormField) {
    for _ in 0..<20 where deviceForm?.focused != field { press("Down") }
  }

  /// Writes a field anew.
  mutating func fillDevice(_ field: DeviceFormField, _ text: String) {
    moveInDevice(to: field)
    if deviceForm?.field?.text.isEmpty == false { press("Ctrl-U") }
    type(text)
  }

  /// Control and direction characters on the screen.
  var debris: [Unicode.Scalar] {
    let frame = frame
    return (0..<frame.size.rows).flatMap { row in
      frame.text(ofRow: row).unicodeScalars.filter {
        $0.properties.generalCategory == .control
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
      }
    }
  }
}

enum SyncSamples {
  static let hostile = "a\u{1B}[2Jb\u{202E}c\u{2066}d\u{0}\ne\u{9B}f"

  /// A plan with so many files to copy.
  static func plan(_ count: Int, name: String = "Pixel") -> SyncPlan {
    var plan = SyncPlan(device: DeviceID(1), deviceName: name, syncID: "0123456789abcdef")
    plan.items = (0..<count).map {
      SyncItem(
        action: .copy(track: TrackID(Int64($0)), to: FilePath("A/\($0).flac")),
        name: "Song \($0)", bytes: 1_000_000)
    }
    return plan
  }

  static func removal(_ count: Int) -> SyncPlan {
    var plan = plan(1)
    plan.items += (0..<count).map {
      SyncItem(
        action: .remove(
          uuid: "u\($0)", file: DeviceFile(path: FilePath("\($0)"), size: 10, modified: 0)),
        name: "Old \($0)")
    }
    plan.removesMuch = true
    return plan
  }
}
