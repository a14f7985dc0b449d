package import Music
package import Sync

/// Reads and writes a device's database, always in a file on our side.
package protocol DeviceDatabase: Sendable {
  /// Reads everything a database file holds.
  func read(_ file: FilePath) throws(PeerError) -> DeviceContents

  /// Changes a database file in one transaction; makes it where there is none.
  func apply(_ commit: DeviceCommit, to file: FilePath, device: DeviceIdentity) throws(PeerError)
}

/// The id and the name of a device.
package struct DeviceIdentity: Equatable, Sendable {
  package var uuid: String
  package var name: String

  package init(uuid: String, name: String) {
    self.uuid = uuid
    self.name = name
  }
}
