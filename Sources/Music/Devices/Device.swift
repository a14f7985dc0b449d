/// The id of a device in the library.
package struct DeviceID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// A device that the user has added: a folder, or another Tritone over ssh.
package struct Device: Equatable, Sendable, Identifiable {
  package var id: DeviceID
  /// The device's own id, which its `sync_state.json` has; it finds the device elsewhere.
  package var uuid: String
  package var name: String
  package var address: DeviceAddress
  package var options: DeviceOptions
  /// Unix time in seconds, nil before the first sync.
  package var lastSync: Int64?
  /// Bytes per second of the last sync that copied, nil before that.
  package var speed: Int64?

  /// Begins the ids of other machines that sync with this library, which are no devices of the user.
  package static let clientPrefix = "client:"

  package init(
    id: DeviceID, uuid: String, name: String, address: DeviceAddress,
    options: DeviceOptions = DeviceOptions(), lastSync: Int64? = nil, speed: Int64? = nil
  ) {
    self.id = id
    self.uuid = uuid
    self.name = name
    self.address = address
    self.options = options
    self.lastSync = lastSync
    self.speed = speed
  }
}

/// Where a device is.
package enum DeviceAddress: Hashable, Sendable {
  case folder(FilePath)
  case ssh(SSHAddress)
}

/// An address as `ssh://user@host:port/path/of/library.db`.
package struct SSHAddress: Hashable, Sendable {
  package var user: String?
  package var host: String
  package var port: Int?
  /// The library on the other machine, nil for its default one.
  package var library: FilePath?

  package init(user: String? = nil, host: String, port: Int? = nil, library: FilePath? = nil) {
    self.user = user
    self.host = host
    self.port = port
    self.library = library
  }
}
