package import Music

/// A known device as the list shows it.
package struct DeviceListItem: Equatable, Sendable, Identifiable {
  /// Tracks that a sync would bring to the device, as far as they are known without reading it.
  package struct Waiting: Equatable, Sendable {
    package var new: Int
    package var changed: Int

    package init(new: Int, changed: Int) {
      self.new = new
      self.changed = changed
    }
  }

  package var device: Device
  /// Whether its folder is there; nil for another machine, which is asked by a sync only.
  package var isThere: Bool?
  /// Bytes, nil for unknown.
  package var capacity: Int64?
  package var free: Int64?
  /// The folder where it was found, if that is another one than the user has named.
  package var foundAt: FilePath?
  package var waiting: Waiting?
  /// The names of the playlists among its contents.
  package var names: [PlaylistID: String]

  package var id: DeviceID { device.id }

  package init(
    device: Device, isThere: Bool?, capacity: Int64? = nil, free: Int64? = nil,
    foundAt: FilePath? = nil, waiting: Waiting? = nil, names: [PlaylistID: String] = [:]
  ) {
    self.device = device
    self.isThere = isThere
    self.capacity = capacity
    self.free = free
    self.foundAt = foundAt
    self.waiting = waiting
    self.names = names
  }
}

/// A device as the user describes it: everything but what syncs find out.
package struct DeviceDraft: Equatable, Sendable {
  package var name: String
  /// The path of a folder may begin with `~`.
  package var address: DeviceAddress
  package var options: DeviceOptions

  package init(name: String, address: DeviceAddress, options: DeviceOptions) {
    self.name = name
    self.address = address
    self.options = options
  }

  package init(_ device: Device) {
    self.init(name: device.name, address: device.address, options: device.options)
  }
}
