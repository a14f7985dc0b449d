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

  /// The servers' name for the dummy sink that stands for none.
  static let dummy = "auto_null"
  private static let maximumText = 200
}

extension PulseSink {
  init(_ sink: pa_sink_info) {
    index = sink.index
    name = sink.name.map { String(cString: $0) } ?? ""
    let text = sink.description.map { String(cString: $0) } ?? name
    description = String(text.prefix(Self.maximumText))
    rate = Int(min(192_000, max(8_000, sink.sample_spec.rate)))
    let driver = sink.driver.map { String(cString: $0) } ?? ""
    isRemote =
      sink.flags.rawValue & PA_SINK_NETWORK.rawValue != 0
      || ["tunnel", "raop"].contains { driver.contains($0) }
      || pa_proplist_contains(sink.proplist, "raop.ip") == 1
      || pa_proplist_contains(sink.proplist, "tunnel.remote.server") == 1
  }
}
