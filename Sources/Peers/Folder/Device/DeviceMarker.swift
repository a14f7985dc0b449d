import Music
import Sync

/// `Database/sync_state.json`: whose device it is, and what its file system does.
///
/// Other programs have fields of their own in it, which stay as they are.
struct DeviceMarker: Equatable {
  private static let maximumBytes = 1 << 20
  static let backup = DeviceLayout.marker + ".bak"
  static let part = DeviceLayout.temporary + "state" + DeviceLayout.part

  var uuid: String
  /// The last sync that was ended.
  var plan: String?
  /// The machine and the plan of the sync that writes at present, or was cut: "host plan".
  var inProgress: String?
  var version: String
  var abilities: DeviceAbilities?
  var mount: DeviceMount?
  private var others: [String: JSONValue] = [:]

  init(uuid: String, version: String) {
    self.uuid = uuid
    self.version = version
  }

  enum Found: Equatable {
    case none
    /// Of another program: its fields are kept.
    case foreign
    case damaged
    case marker(DeviceMarker)
  }

  /// Reads the marker, or its copy where a power cut damaged it.
  static func read(_ root: DeviceFolder) throws(SystemFault) -> Found {
    let first = try read(root, DeviceLayout.marker)
    switch first {
    case .marker: return first
    case .none, .damaged, .foreign:
      let second = try read(root, backup)
      if case .marker = second { return second }
      return first
    }
  }

  private static func read(_ root: DeviceFolder, _ name: String) throws(SystemFault) -> Found {
    let path = DeviceLayout.database.appending(name)
    guard let bytes = try root.bytes(of: path, atMost: maximumBytes) else { return .none }
    guard case .object(let fields) = HostileJSON.value(bytes, JSONValue.self) else {
      return .damaged
    }
    guard let marker = DeviceMarker(fields) else {
      return .foreign
    }
    return .marker(marker)
  }

  private init?(_ fields: [String: JSONValue]) {
    guard let uuid = fields["device_uuid"]?.text, (1...64).contains(uuid.utf8.count),
      uuid.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.uuid = uuid
    plan = fields["plan_id"]?.text
    inProgress = fields["in_progress"]?.text
    version = fields["program_version"]?.text ?? ""
    abilities = fields["abilities"].flatMap { HostileJSON.value(HostileJSON.bytes($0)) }
    mount = fields["mount"].flatMap { HostileJSON.value(HostileJSON.bytes($0)) }
    others = fields.filter { !DeviceMarker.names.contains($0.key) }
  }

  private static let names: Set<String> = [
    "device_uuid", "plan_id", "in_progress", "program_version", "abilities", "mount",
  ]

  /// Takes over the fields of another program's file, if there is one.
  mutating func keepOthers(of root: DeviceFolder) throws(SystemFault) {
    guard
      let bytes = try root.bytes(of: DeviceLayout.markerPath, atMost: DeviceMarker.maximumBytes),
      case .object(let fields) = HostileJSON.value(bytes, JSONValue.self)
    else { return }
    others = fields.filter { !DeviceMarker.names.contains($0.key) }
  }

  var bytes: [UInt8] {
    var fields = others
    fields["device_uuid"] = .text(uuid)
    fields["plan_id"] = plan.map { .text($0) } ?? .null
    fields["in_progress"] = inProgress.map { .text($0) } ?? .null
    fields["program_version"] = .text(version)
    fields["abilities"] = abilities.flatMap { HostileJSON.value(HostileJSON.bytes($0)) }
    fields["mount"] = mount.flatMap { HostileJSON.value(HostileJSON.bytes($0)) }
    return HostileJSON.bytes(fields)
  }

  func write(_ root: DeviceFolder, straight: Bool) throws(SystemFault) {
    try SmallFile.write(
      bytes, DeviceLayout.database, DeviceLayout.marker, part: DeviceMarker.part,
      backup: straight ? nil : DeviceMarker.backup, straight: straight, root)
  }
}

/// Files that are written whole.
enum SmallFile {
  /// - Parameter straight: whether renames do not replace: the file is written in its place.
  static func write(
    _ bytes: [UInt8], _ folder: FilePath, _ name: String, part: String, backup: String? = nil,
    straight: Bool, _ root: DeviceFolder
  ) throws(SystemFault) {
    let opened = try root.openFolder(folder)
    defer { FileClosing.close(opened) }
    if straight {
      try DurableReplacement.writePart(bytes, as: name, in: opened)
    } else {
      try DurableReplacement.writePart(bytes, as: part, in: opened)
      try DurableReplacement.rename(in: opened, part: part, name: name, backup: backup)
    }
  }
}
