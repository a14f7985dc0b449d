import Library
import Music

/// A device as `device list --json` prints it.
struct DeviceRecord: Encodable {
  var name, address: String
  var uuid: String
  /// Nil for another machine, which is not asked.
  var isThere: Bool?
  var contents: [String]
  /// Bytes, nil for what has room.
  var limit: Int64?
  var order, template: String
  var convert: String?
  var convertsAll: Bool
  var syncsByItself: Bool
  /// Nil for media of their own.
  var verify: Bool?
  var remoteCommand: String?
  /// Unix time in seconds.
  var lastSync: Int64?
  var bytesPerSecond: Int64?
  var tracks, excluded, playlists: Int?

  init(_ device: Device, _ names: DeviceNames, isThere: Bool?) {
    name = device.name
    address = device.address.text
    uuid = device.uuid
    self.isThere = isThere
    contents = device.options.contents.map(names.text)
    limit = device.options.limit
    order = device.options.order.rawValue
    template = device.options.template
    convert = device.options.conversion?.text
    convertsAll = device.options.conversion?.losslessOnly == false
    syncsByItself = device.options.syncsByItself
    verify = device.options.verify
    remoteCommand = device.options.remoteCommand
    lastSync = device.lastSync
    bytesPerSecond = device.speed
  }

  var lastSyncText: String {
    lastSync.map { "synced \(LocalZone.current.date(of: $0))" } ?? "never synced"
  }

  /// What goes on it, and how, by names of fields.
  var choiceFields: [(String, String)] {
    var fields = [("Contents", contents.joined(separator: "; "))]
    fields.append(("Limit", limit.map { "\(Double($0) / 1e9) GB" } ?? "what has room"))
    fields.append(("First", order))
    fields.append(("Files", template))
    fields.append(
      ("Convert", convert.map { convertsAll ? "\($0), all" : "\($0), lossless" } ?? "none"))
    fields.append(("By itself", syncsByItself ? "yes" : "no"))
    fields.append(("Read back", verify.map { $0 ? "yes" : "no" } ?? "on media of their own"))
    if let remoteCommand { fields.append(("Remote command", remoteCommand)) }
    return fields
  }

  var fields: [(String, String)] {
    var fields = [("Name", name), ("Address", address), ("Id", uuid)]
    if let isThere { fields.append(("There", isThere ? "yes" : "no")) }
    fields += choiceFields
    fields.append(("Last sync", lastSyncText))
    if let bytesPerSecond {
      fields.append(("Speed", "\((Double(bytesPerSecond) / 1e5).rounded() / 10) MB/s"))
    }
    if let tracks { fields.append(("Tracks there", "\(tracks)")) }
    if let excluded, excluded > 0 { fields.append(("Removed there", "\(excluded)")) }
    if let playlists { fields.append(("Playlists there", "\(playlists)")) }
    return fields
  }
}

/// A plan as `sync --dry-run --json` prints it.
struct SyncPlanRecord: Encodable {
  struct Item: Encodable {
    var action: String
    var name: String
    var path: String?
    var bytes: Int64
    var isIncluded: Bool
  }

  struct Conflict: Encodable { var name, value, winner: String }
  struct Note: Encodable { var name, reason: String }

  var device: String
  var isFirst, removesMuch: Bool
  var free: Int64?
  var items: [Item]
  var conflicts: [Conflict]
  var notes: [Note]

  init(_ plan: SyncPlan) {
    device = plan.deviceName
    (isFirst, removesMuch, free) = (plan.isFirst, plan.removesMuch, plan.free)
    items = plan.items.map { item in
      Item(
        action: item.action.word, name: item.name, path: item.action.path?.text,
        bytes: item.bytes, isIncluded: item.isIncluded)
    }
    conflicts = plan.conflicts.map {
      Conflict(name: $0.name, value: $0.value, winner: $0.winner.rawValue)
    }
    notes = plan.notes.map { Note(name: $0.name, reason: $0.reason) }
  }
}

/// A report as `sync --json` prints it.
struct SyncReportRecord: Encodable {
  var device: String
  var copied, replaced, moved, removed, taken: Int
  var bytes: Int64
  var playsHere, marksHere, marksThere, playlistsHere, playlistsThere: Int
  var conflicts: [SyncPlanRecord.Conflict]
  var left: [SyncPlanRecord.Note]
  var wasCancelled: Bool
  var fault: String?

  init(_ outcome: DeviceSync.Outcome) {
    let report = outcome.report
    device = report.deviceName
    (copied, replaced, moved) = (report.copied, report.replaced, report.moved)
    (removed, taken, bytes) = (report.removed, report.taken, report.bytes)
    (playsHere, marksHere, marksThere) = (report.playsHere, report.marksHere, report.marksThere)
    (playlistsHere, playlistsThere) = (report.playlistsHere, report.playlistsThere)
    conflicts = report.conflicts.map {
      SyncPlanRecord.Conflict(name: $0.name, value: $0.value, winner: $0.winner.rawValue)
    }
    left = report.left.map { SyncPlanRecord.Note(name: $0.name, reason: $0.reason) }
    wasCancelled = report.wasCancelled
    fault = outcome.fault
  }
}

extension SyncAction {
  /// The kind in one word.
  var word: String {
    switch self {
    case .copy: "copy"
    case .replace: "replace"
    case .move: "move"
    case .remove: "remove"
    case .exclude: "exclude"
    case .take: "take"
    case .adopt: "adopt"
    case .marks: "marks"
    case .playlist: "playlist"
    }
  }

  /// The file on the device, below its music folder.
  var path: FilePath? {
    switch self {
    case .copy(_, let path), .replace(_, _, let path), .move(_, _, let path): path
    case .remove(_, let file), .take(let file), .adopt(_, _, let file): file.path
    case .exclude, .marks, .playlist: nil
    }
  }
}
