import CPulse
import Music

/// A sink as the server describes it.
struct PulseSink: Equatable {
  var index: UInt32
  var name: String
  var description: String
  var isRemote: Bool
  /// Hz.
  var rate: Int
  /// The name of the port in use; nil for sinks without ports.
  var activePort: String?
  var ports: [Port] = []

  /// A connector of a sink, as of headphones and speakers.
  struct Port: Equatable {
    var name: String
    var description: String
    /// Whether the device knows that nothing is plugged in.
    var isUnplugged: Bool
  }

  /// The servers' name for the dummy sink that stands for none.
  static let dummy = "auto_null"
  private static let maximumText = 200
  private static let maximumPorts = 64
}

extension PulseSink {
  init(_ sink: pa_sink_info) {
    index = sink.index
    name = sink.name.map { String(cString: $0) } ?? ""
    description = Self.text(sink.description) ?? name
    rate = Int(min(192_000, max(8_000, sink.sample_spec.rate)))
    let driver = sink.driver.map { String(cString: $0) } ?? ""
    isRemote =
      sink.flags.rawValue & PA_SINK_NETWORK.rawValue != 0
      || ["tunnel", "raop"].contains { driver.contains($0) }
      || pa_proplist_contains(sink.proplist, "raop.ip") == 1
      || pa_proplist_contains(sink.proplist, "tunnel.remote.server") == 1
    activePort = sink.active_port.map { String(cString: $0.pointee.name) }
    for index in 0..<min(Int(sink.n_ports), Self.maximumPorts) {
      guard let port = sink.ports?[index]?.pointee, let name = port.name else { continue }
      ports.append(
        Port(
          name: String(cString: name), description: Self.text(port.description) ?? "",
          isUnplugged: port.available == Int32(PA_PORT_AVAILABLE_NO.rawValue)))
    }
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    text.map { String(String(cString: $0).prefix(maximumText)) }
  }
}
