internal import GRDB
package import Music

// The devices that the user has added. They are set up like settings: none of this is a step of the
// history, which would have to keep the state of a forgotten device.
extension Library {
  /// All devices by name.
  package func devices() async throws(LibraryError) -> [Device] {
    try await read { try $0.devices() }
  }

  package func device(_ id: DeviceID) async throws(LibraryError) -> Device? {
    try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT \(DeviceRow.columns) FROM devices WHERE id = ?", arguments: [id.rawValue]
      ).map(DeviceRow.device)
    }
  }

  /// The device of a name; case and accents matter only between names that are otherwise equal.
  package func device(named name: String) async throws(LibraryError) -> Device? {
    let all = try await devices()
    return all.first { $0.name == name }
      ?? all.first { SortKey.folded($0.name) == SortKey.folded(name) }
  }

  /// Adds a device.
  ///
  /// - Parameter uuid: The device's own id.
  /// - Throws: `.deviceNameTaken`, `.knownDevice` where the uuid is that of another one.
  package func addDevice(
    named name: String, at address: DeviceAddress, uuid: String,
    options: DeviceOptions = DeviceOptions()
  ) async throws(LibraryError) -> Device {
    let name = try Library.tidied(deviceName: name)
    return try await write(changing: .nothing) { db in
      let known = try db.devices()
      if let same = known.first(where: { $0.uuid == uuid }) {
        throw LibraryError.knownDevice(same.name)
      }
      try db.refuseTaken(name, among: known)
      try db.execute(
        sql: """
          INSERT INTO devices (uuid, name, options, folder, host, user, port, library)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [uuid, name, try StoredJSON.text(of: options)] + DeviceRow.values(of: address))
      return Device(
        id: DeviceID(db.lastInsertedRowID), uuid: uuid, name: name, address: address,
        options: options)
    }
  }

  package func renameDevice(_ id: DeviceID, to name: String) async throws(LibraryError) {
    let name = try Library.tidied(deviceName: name)
    try await write(changing: .nothing) { db in
      try db.refuseTaken(name, among: try db.devices().filter { $0.id != id })
      try db.set("name = ?", [name], of: id)
    }
  }

  package func setOptions(_ options: DeviceOptions, of id: DeviceID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.set("options = ?", [try StoredJSON.text(of: options)], of: id)
    }
  }

  /// Stores where a device is now; a stick may be mounted elsewhere.
  package func setAddress(_ address: DeviceAddress, of id: DeviceID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.set(
        "folder = ?, host = ?, user = ?, port = ?, library = ?", DeviceRow.values(of: address),
        of: id)
    }
  }

  /// Stores the bytes per second of a sync that copied.
  package func setSpeed(_ speed: Int64, of id: DeviceID) async throws(LibraryError) {
    try await write(changing: .nothing) { try $0.set("speed = ?", [speed], of: id) }
  }

  /// Removes a device with everything that is kept of its syncs; the device itself stays as it is.
  package func forgetDevice(_ id: DeviceID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(sql: "DELETE FROM devices WHERE id = ?", arguments: [id.rawValue])
      guard db.changesCount > 0 else { throw LibraryError.noSuchDevice }
    }
  }

  private static func tidied(deviceName name: String) throws(LibraryError) -> String {
    guard let name = Playlist.tidied(name: name) else { throw .emptyDeviceName }
    return name
  }
}

extension Database {
  func devices() throws -> [Device] {
    try Row.fetchAll(self, sql: "SELECT \(DeviceRow.columns) FROM devices")
      .map(DeviceRow.device).sorted(byName: \.name, id: \.id.rawValue)
  }

  /// Sets columns of a device.
  func set(_ assignments: String, _ values: StatementArguments, of id: DeviceID) throws {
    try execute(
      sql: "UPDATE devices SET \(assignments) WHERE id = ?", arguments: values + [id.rawValue])
    guard changesCount > 0 else { throw LibraryError.noSuchDevice }
  }

  fileprivate func refuseTaken(_ name: String, among devices: [Device]) throws {
    let wanted = SortKey.folded(name)
    let taken = devices.first { SortKey.folded($0.name) == wanted }
    if let taken { throw LibraryError.deviceNameTaken(taken.name) }
  }
}
