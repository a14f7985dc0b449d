internal import Bus

extension BusMatch {
  /// The loss of one of our names. The stream of these signals ends with the connection.
  static let nameLost = BusMatch(
    sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus", member: "NameLost")
}
