import Glibc
import Library
import Music
import Peers
import Sync

/// The devices of a library: adding, changing and looking at them.
struct KnownDevices: Sendable {
  private let library: Library
  private let directories: Directories
  private let peers: DevicePeers
  private let finder = DeviceFinder()

  init(_ library: Library, _ directories: Directories, mayAsk: Bool = false) {
    self.library = library
    self.directories = directories
    peers = DevicePeers(library, directories, mayAsk: mayAsk)
  }

  /// Those that the user has added, by name.
  func all() async throws -> [Device] {
    try await library.devices().filter { !$0.isClient }
  }

  func device(named name: String) async throws -> Device {
    let all = try await all()
    let found =
      all.first { $0.name == name }
      ?? all.first { SortKey.folded($0.name) == SortKey.folded(name) }
    guard let found else {
      let names = all.map(\.name).joined(separator: ", ")
      throw Failure(
        reason: names.isEmpty
          ? "there are no devices yet: tritone device add NAME FOLDER"
          : "there is no device “\(name)”; there are \(names)")
    }
    return found
  }

  /// How a new device was found.
  enum Found {
    case added(Device)
    /// A folder that was never synced; these folders would be made.
    case foldersMissing([String])
  }

  /// Adds a device.
  ///
  /// - Parameter makesFolders: whether a folder that is none yet is made one.
  func add(
    named name: String, at address: DeviceAddress, _ options: DeviceOptions, makesFolders: Bool
  ) async throws -> Found {
    let address = resolved(address)
    guard let uuid = try await uuid(of: address, named: name, options, makesFolders) else {
      return .foldersMissing(Self.folders)
    }
    return .added(
      try await library.addDevice(named: name, at: address, uuid: uuid, options: options))
  }

  /// Changes name, address and options; false where folders would have to be made.
  func change(
    _ device: Device, name: String, _ address: DeviceAddress, _ options: DeviceOptions,
    makesFolders: Bool
  ) async throws -> Bool {
    let address = resolved(address)
    if address != device.address {
      guard let uuid = try await uuid(of: address, named: name, options, makesFolders) else {
        return false
      }
      guard uuid == device.uuid else {
        throw Failure(reason: "another device is there: add it under a name of its own")
      }
      try await library.setAddress(address, of: device.id)
    }
    if name != device.name { try await library.renameDevice(device.id, to: name) }
    if options != device.options { try await library.setOptions(options, of: device.id) }
    return true
  }

  /// Lets songs that were removed on the device be copied to it again.
  ///
  /// - Returns: Their number.
  func bringBack(to device: Device) async throws(LibraryError) -> Int {
    let state = try await library.syncState(of: device.id)
    let removed = state.tracks.filter { $0.status == .excluded }.map(\.uuid)
    guard !removed.isEmpty, let syncID = state.syncID else { return 0 }
    var commit = LibraryCommit(syncID: syncID, time: DevicePeers.now)
    commit.removedTracks = removed
    try await library.commit(commit, to: device.id)
    return removed.count
  }

  /// Forgets a device, with what is kept of it beside the library.
  func forget(_ device: Device) async throws {
    let lock = try SyncLock(device, directories)
    defer { withExtendedLifetime(lock) {} }
    try await library.forgetDevice(device.id)
    let folder = directories.deviceFolder(device.uuid)
    for name in ["library.db", "library.db.bak", "lists.json", SyncLock.name] {
      _ = folder.appending(name).withCString { unlink($0) }
    }
    _ = folder.withCString { rmdir($0) }
  }

  private func resolved(_ address: DeviceAddress) -> DeviceAddress {
    switch address {
    case .folder(let path): .folder(directories.absolute(path))
    case .ssh: address
    }
  }

  /// The folders of a device.
  static let folders = ["Music", "Database", "Playlists"]

  /// The id of what is at an address; nil for a folder whose folders may not be made.
  private func uuid(
    of address: DeviceAddress, named name: String, _ options: DeviceOptions, _ makesFolders: Bool
  ) async throws -> String? {
    switch address {
    case .ssh(let address):
      let uuid = try await peers.remoteIdentity(address, command: options.remoteCommand).uuid
      // Each side would count what the other has counted.
      let clients = try await library.devices().map(\.uuid)
      guard !clients.contains(Device.clientPrefix + uuid) else {
        throw Failure(
          reason: "\(address.host) syncs with this library already: sync from there")
      }
      return uuid
    case .folder(let path):
      for root in try await library.rootContents()
      where path.isInside(root.path) || root.path.isInside(path) {
        throw Failure(
          reason: "\(root.path.text) is a folder of the library: a device needs another one")
      }
      for folder in [directories.data, directories.cache, directories.state] {
        guard !path.isInside(folder), !folder.isInside(path) else {
          throw Failure(reason: "\(folder.text) has Tritone's own files: a device needs another")
        }
      }
      for device in try await all() {
        guard case .folder(let other) = device.address, other != path else { continue }
        guard !path.isInside(other), !other.isInside(path) else {
          throw Failure(reason: "the device \(device.name) is at \(other.text) already")
        }
      }
      let look = await FolderDevice.look(at: path)
      switch look {
      case .device(let uuid, _): return uuid
      case .readOnly(let uuid?): return uuid
      case .absent, .notAFolder, .unreadable, .readOnly(nil):
        throw Failure(reason: "\(path.text): \(look.sentence)")
      case .empty, .foreign:
        guard makesFolders else { return nil }
        let uuid = DeviceUUID.random()
        do throws(PeerError) {
          try await FolderDevice.create(
            at: path, DeviceIdentity(uuid: uuid, name: name), version: ProgramVersion.text)
        } catch {
          throw Failure(reason: "\(path.text): \(error.message)")
        }
        return uuid
      }
    }
  }

  // MARK: Presence

  /// A device with the result of a look for it.
  struct Presence: Sendable {
    var device: Device
    /// Nil for another machine, which only a sync asks.
    var isThere: Bool?
    /// The folder where it was found, if that is another one than the user has named.
    var foundAt: FilePath?
    /// Bytes; nil for unknown.
    var free: Int64?
    /// Bytes; nil for unknown.
    var capacity: Int64?

    /// The device with the address to which a sync goes.
    var located: Device {
      var device = device
      if let foundAt { device.address = .folder(foundAt) }
      return device
    }
  }

  /// Looks for a device in its folder, then on other mounts.
  ///
  /// The library keeps the folder that the user has named: a folder elsewhere may be a backup.
  func presence(of device: Device) async -> Presence {
    guard case .folder(let path) = device.address else { return Presence(device: device) }
    let found = await finder.find(device.uuid, lastAt: path)
    return Presence(
      device: device, isThere: found.has(device.uuid),
      foundAt: found.path == path ? nil : found.path, free: found.free, capacity: found.capacity)
  }

  /// Looks for all devices side by side: a mount that hangs holds up nothing else.
  func presences() async throws -> [Presence] {
    let devices = try await all()
    return await withTaskGroup(of: (Int, Presence).self) { group in
      for (index, device) in devices.enumerated() {
        group.addTask { (index, await presence(of: device)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension Device {
  var isClient: Bool { uuid.hasPrefix(Self.clientPrefix) }
}

enum DeviceUUID {
  /// A random UUID, version 4 of RFC 9562.
  static func random() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let text = bytes.map { byte in
      let hex = String(byte, radix: 16)
      return byte < 16 ? "0" + hex : hex
    }.joined()
    let digits = Array(text)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}
