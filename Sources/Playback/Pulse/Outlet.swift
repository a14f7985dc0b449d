import CPulse

/// Where a stream is heard: a sink, and of a sink with ports the one in use.
struct Outlet: Equatable {
  var sink: String
  var port: String?
  var description: String

  init(of sink: PulseSink) {
    self.sink = sink.name
    port = sink.activePort
    description = sink.description
    if let port = sink.ports.first(where: { $0.name == port }), !port.description.isEmpty {
      description = port.description
    }
  }

  /// Whether the sink is gone, or nothing is plugged into its port any more.
  func isUnplugged(in sinks: [PulseSink]) -> Bool {
    guard let sink = sinks.first(where: { $0.name == sink }) else { return true }
    return sink.ports.contains { $0.name == port && $0.isUnplugged }
  }
}

/// Notices that the outlet of a stream is unplugged, and that it is back.
struct OutletWatch {
  enum Change: Equatable {
    case unplugged(String)
    case pluggedIn(String)
  }

  private var current: Outlet?
  /// The outlet before, and when the stream left it: servers move streams before a sink goes.
  private var former: (outlet: Outlet, leftAt: pa_usec_t)?
  /// The last outlet that was unplugged, until the stream is there again.
  private var lost: Outlet?

  private static let settlingTime: pa_usec_t = 1_000_000

  /// Compares with a new list of sinks.
  ///
  /// - Parameter position: the name of the sink that the stream plays on; nil without a stream.
  mutating func update(
    _ sinks: [PulseSink], position: String?, at now: pa_usec_t
  ) -> Change? {
    // With no other sink the sound waits for its own.
    guard !sinks.isEmpty else { return nil }
    let change = unplugged(sinks, at: now)
    if let sink = sinks.first(where: { $0.name == position }) {
      let outlet = Outlet(of: sink)
      if let current, current != outlet { former = (current, now) }
      current = outlet
    }
    if change == nil, let back = lost, current == back, !back.isUnplugged(in: sinks) {
      lost = nil
      return .pluggedIn(back.description)
    }
    return change
  }

  private mutating func unplugged(_ sinks: [PulseSink], at now: pa_usec_t) -> Change? {
    let left = former.flatMap { now - $0.leftAt < Self.settlingTime ? $0.outlet : nil }
    guard
      let outlet = [current, left].compactMap(\.self).first(where: { $0.isUnplugged(in: sinks) }),
      outlet != lost
    else { return nil }
    (lost, current, former) = (outlet, nil, nil)
    return .unplugged(outlet.description)
  }

  /// The server is gone: what it lists next is no change of plugs.
  mutating func disconnect() { (current, former) = (nil, nil) }
}
