import CPulse
import Music

/// The available sinks and the choice among them.
struct SinkChoice {
  /// The server's sinks without the dummy that stands for none.
  private(set) var sinks: [PulseSink] = []
  /// The listener's choice; nil follows the default.
  private(set) var chosen: String?
  private var defaultSink: String?
  /// The last known description of the chosen sink.
  private var chosenDescription: String?
  /// The previous default and when it ended.
  private var former: (sink: String, endedAt: pa_usec_t)?

  /// The time a server takes to move streams with a new default.
  private static let settlingTime: pa_usec_t = 1_000_000

  /// The sink to play to: the chosen one while it is there, else the default.
  var wanted: PulseSink? { sink(chosen) ?? sink(defaultSink) ?? sinks.first }

  /// The sink to name to the server, nil for the default, which the server follows by itself.
  var named: String? { wanted.flatMap { $0.name == defaultSink ? nil : $0.name } }

  var devices: [OutputDevice] {
    sinks.map {
      OutputDevice(
        name: $0.name, description: $0.description, isDefault: $0.name == defaultSink,
        isRemote: $0.isRemote)
    }
  }

  private func sink(_ name: String?) -> PulseSink? { sinks.first { $0.name == name } }

  mutating func choose(_ name: String?) {
    chosen = name.flatMap { $0.isEmpty ? nil : $0 }
    chosenDescription = sink(chosen)?.description
  }

  /// Adopts the server's list of sinks.
  mutating func update(_ list: SinkList, at now: pa_usec_t) {
    if list.defaultSink != defaultSink { former = defaultSink.map { ($0, now) } }
    (sinks, defaultSink) = (list.sinks, list.defaultSink)
    chosenDescription = sink(chosen)?.description ?? chosenDescription
  }

  /// A sink's description; nil if not listed yet.
  func description(of sinkName: String) -> String? {
    guard let description = sink(sinkName)?.description else { return nil }
    guard let chosen, sink(chosen) == nil else { return description }
    return description + " (\(chosenDescription ?? chosen) is not there)"
  }

  /// The sink to move the stream to after a new list, if any. A stream moved by another program
  /// stays there.
  func move(of sinkName: String, since oldSinks: [PulseSink], at now: pa_usec_t) -> PulseSink? {
    guard let wanted, sinkName != wanted.name else { return nil }
    // Servers move the streams with a new default, or do not, a little before or after the event.
    let left = former.flatMap { now - $0.endedAt < Self.settlingTime ? $0.sink : nil }
    guard wanted.name == chosen else { return left == sinkName ? wanted : nil }
    // A reloaded sink has the same name but a new index.
    let hasAppeared = !oldSinks.contains { $0.name == wanted.name && $0.index == wanted.index }
    return hasAppeared || (left != nil && sinkName == defaultSink) ? wanted : nil
  }
}

/// A list of sinks being received.
struct SinkList {
  var sinks: [PulseSink] = []
  var defaultSink: String?
  /// Whether the sinks changed after the request.
  var isStale = false
}

/// Moves requested of the server; libpulse reports only completed ones.
struct SinkMoves {
  /// The last requested sink.
  private(set) var target: String?
  private var unanswered = 0

  mutating func begin(to sink: String) {
    target = sink
    unanswered += 1
  }

  mutating func answer() {
    unanswered = max(0, unanswered - 1)
    if unanswered == 0 { target = nil }
  }

  /// Resets with the stream; answers may still arrive.
  mutating func streamEnded() { target = nil }
}
