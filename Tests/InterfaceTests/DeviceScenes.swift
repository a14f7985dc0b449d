import Interface
import Music
import Screen

extension Crate {
  /// The devices, the form of one, a plan, and a sync that goes on.
  static func sync(_ stage: inout Stage, _ scene: Scene) {
    let devices = scene == .devicesEmpty ? [] : devices
    stage.send(.device(.listed(devices, at: 1_780_000_000)))
    switch scene {
    case .deviceForm:
      stage.press("&", "e", "End", "Up", "Up")
    case .syncPlan:
      stage.press("&", "Enter")
      stage.send(.device(.planned(syncPlan, serial: 1)))
      stage.press("Down", "Down", "Space")
    case .syncRunning:
      stage.press("&", "Enter")
      stage.send(.device(.planned(syncPlan, serial: 1)))
      stage.press("Enter")
      stage.send(.device(.progressed(syncProgress, serial: 2)))
      stage.press("Esc")
    default: stage.press("&")
    }
    _ = stage.receive()
  }

  static var devices: [DeviceListItem] {
    func item(
      _ id: Int64, _ name: String, _ address: DeviceAddress, isThere: Bool?, last: Int64?
    ) -> DeviceListItem {
      DeviceListItem(
        device: Device(
          id: DeviceID(id), uuid: "u\(id)", name: name, address: address,
          lastSync: last.map { 1_780_000_000 - $0 }), isThere: isThere)
    }
    var pixel = item(
      1, "Pixel", .folder(FilePath("/run/user/1000/gvfs/mtp/Internal storage")), isThere: true,
      last: 3 * 86_400)
    pixel.device.options.contents = [.playlist(PlaylistID(1)), .slot(2), .query("rating:>=4")]
    pixel.device.options.limit = 32_000_000_000
    pixel.device.options.conversion = ConversionRule(codec: .opus, bitRate: 160_000)
    pixel.names = [PlaylistID(1): "Road Trip"]
    (pixel.capacity, pixel.free) = (128_000_000_000, 41_300_000_000)
    pixel.waiting = DeviceListItem.Waiting(new: 12, changed: 3)
    var stick = item(
      2, "Car stick", .folder(FilePath("/media/ada/CAR")), isThere: false, last: 40 * 86_400)
    stick.device.options.syncsByItself = true
    let laptop = item(
      3, "Laptop", .ssh(SSHAddress(user: "ada", host: "laptop.local", port: 2022)), isThere: nil,
      last: nil)
    return [pixel, stick, laptop]
  }

  static var syncPlan: SyncPlan {
    var plan = SyncPlan(device: DeviceID(1), deviceName: "Pixel", syncID: "0123456789abcdef")
    func file(_ path: String) -> DeviceFile {
      DeviceFile(path: FilePath(path), size: 4_200_000, modified: 0)
    }
    for (index, track) in tracks.prefix(12).enumerated() {
      let (artist, album) = (track.tags.artist ?? "", track.tags.album ?? "")
      plan.items.append(
        SyncItem(
          action: .copy(
            track: track.id, to: FilePath("\(artist)/\(album)/\(index + 1) \(track.title).opus")),
          name: "\(artist) – \(track.title)", bytes: 4_000_000 + Int64(index) * 310_000))
    }
    plan.items += [
      SyncItem(
        action: .replace(
          track: TrackID(20), file: file("Mirador/1 Ferry.opus"),
          to: FilePath("Mirador/1 Night Ferry.opus")), name: "Mirador – Night Ferry",
        bytes: 5_100_000),
      SyncItem(
        action: .remove(uuid: "u", file: file("Old/Barometer.opus")),
        name: "The Paper Lanterns – Barometer"),
      SyncItem(
        action: .marks(
          MarksSync(
            track: TrackID(3), uuid: "v",
            here: MarksChange(
              track: TrackID(3), plays: 2, before: DeviceMarks(plays: 3),
              after: DeviceMarks(plays: 3)),
            beforeThere: DeviceMarks(plays: 5), there: DeviceMarks(plays: 5, rating: 3))),
        name: "Lena Voss – Undertow"),
    ]
    var road = PlaylistSync(
      here: nil, beforeThere: ["a"],
      there: DevicePlaylist(id: "p", name: "Road Trip", tracks: ["a", "b", "c"]))
    road.addedThere = 2
    plan.items.append(SyncItem(action: .playlist(road), name: "Road Trip"))
    plan.conflicts = [
      SyncConflict(name: "Mirador – Harbour Lights", value: "rating", winner: .device)
    ]
    plan.notes = [SyncNote(name: "Ostkreuz – Ringbahn", reason: "has no room")]
    (plan.free, plan.speed) = (41_300_000_000, 800_000)
    return plan
  }

  private static var syncProgress: SyncProgress {
    var progress = SyncProgress(phase: .copying)
    (progress.filesDone, progress.filesTotal) = (4, 13)
    (progress.bytesDone, progress.bytesTotal) = (20_000_000, 73_500_000)
    progress.speed = 812_000
    progress.name = "Mirador – Night Ferry"
    return progress
  }
}
