import FoundationEssentials
internal import GRDB
internal import Music

/// The columns of a device in a query that selects `columns` first.
enum DeviceRow {
  static let columns = """
    id, uuid, name, folder, host, user, port, library, options, last_sync, speed
    """

  static func device(_ row: Row) throws -> Device {
    let address: DeviceAddress
    if let host: String = try row.value(4) {
      address = .ssh(
        SSHAddress(
          user: try row.value(5), host: host, port: try row.value(6),
          library: row.hasNull(atIndex: 7) ? nil : try TrackRow.path(row, 7)))
    } else {
      address = .folder(try TrackRow.path(row, 3))
    }
    return Device(
      id: DeviceID(try row.value(0)), uuid: try row.value(1), name: try row.value(2),
      address: address, options: try StoredJSON.read(row.value(8)), lastSync: try row.value(9),
      speed: try row.value(10))
  }

  /// The values of `folder`, `host`, `user`, `port` and `library`.
  static func values(of address: DeviceAddress) -> StatementArguments {
    switch address {
    case .folder(let path): [path.data, nil, nil, nil, nil]
    case .ssh(let address):
      [nil, address.host, address.user, address.port, address.library?.data]
    }
  }
}

/// Values as JSON in a column.
enum StoredJSON {
  static func text(of value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// As `text`, the same for equal values.
  static func sorted(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Throws: `UnreadableValue`.
  static func read<Value: Decodable>(_ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw UnreadableValue()
    }
  }
}
