/// Addresses of the buses of a session and of the system.
package enum BusAddresses {
  /// The addresses to try in turn: that of the environment, then the socket of the user's session.
  ///
  /// A terminal multiplexer keeps the environment of a session that has ended, so the first may be
  /// stale. Only sockets of this machine are taken: other addresses can start programs.
  package static func session(_ environment: [String: String]) -> [String] {
    var addresses = sockets(environment["DBUS_SESSION_BUS_ADDRESS"])
    if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
      let own = "unix:path=" + escaped(folder + "/bus")
      if !addresses.contains(own) { addresses.append(own) }
    }
    return addresses
  }

  /// The same for the bus of the system.
  package static func system(_ environment: [String: String]) -> [String] {
    let own = "unix:path=/run/dbus/system_bus_socket"
    let addresses = sockets(environment["DBUS_SYSTEM_BUS_ADDRESS"])
    return addresses.contains(own) ? addresses : addresses + [own]
  }

  private static func sockets(_ addresses: String?) -> [String] {
    (addresses ?? "").split(separator: ";").prefix(8).map(String.init).filter { address in
      ["unix:path=", "unix:abstract="].contains { address.hasPrefix($0) } && address.count < 512
    }
  }

  /// A path as the value of an address (D-Bus specification, "Server Addresses").
  private static func escaped(_ path: String) -> String {
    let plain = Set("-_/.\\*".utf8)
    let digits = Array("0123456789abcdef")
    return path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where plain.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
