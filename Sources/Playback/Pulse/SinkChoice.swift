import CPulse
import Music

/// Which sinks there are, and which of them the sound is to go to.
struct SinkChoice {
  /// The sinks of the server without the dummy that stands for none.
  private(set) var sinks: [PulseSink] = []
  /// The sink that the listener chose; nil follows the default.
  private(set) var chosen: String?
  private var defaultSink: String?
  /// What the chosen sink was called while it was there.
  private var chosenDescription: String?
  /// The default before the present one, and when it ended.
  private var former: (sink: String, endedAt: pa_usec_t)?

  /// How long a server takes to move streams with a new default.
  private static let settlingTime: pa_usec_t = 1_000_000

  /// The sink to play to: the chosen one while it is there, else the default.
  var wanted: PulseSink? { sink(chosen) ?? sink(defaultSink) ?? sinks.first }

  /// What to ask the server for: it follows the default by itself where no sink is named.
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

  /// The server has listed its sinks.
  mutating func update(_ list: SinkList, at now: pa_usec_t) {
    if list.defaultSink != defaultSink { former = defaultSink.map { ($0, now) } }
    (sinks, defaultSink) = (list.sinks, list.defaultSink)
    chosenDescription = sink(chosen)?.description ?? chosenDescription
  }

  /// What a sink is called that the stream plays to; nil where it is not listed yet.
  func description(of sinkName: String) -> String? {
    guard let description = sink(sinkName)?.description else { return nil }
    guard let chosen, sink(chosen) == nil else { return description }
    return description + " (\(chosenDescription ?? chosen) is not there)"
  }

  /// Where a stream is to be moved after the sinks were listed anew. One that was moved by hand, with
  /// another program, stays there.
  func move(of sinkName: String, since oldSinks: [PulseSink], at now: pa_usec_t) -> PulseSink? {
    guard let wanted, sinkName != wanted.name else { return nil }
    // Servers move the streams with a new default, or do not, a little before or after they tell.
    let left = former.flatMap { now - $0.endedAt < Self.settlingTime ? $0.sink : nil }
    guard wanted.name == chosen else { return left == sinkName ? wanted : nil }
    // One that was reloaded meanwhile has the same name, and nobody else's index.
    let hasAppeared = !oldSinks.contains { $0.name == wanted.name && $0.index == wanted.index }
    return hasAppeared || (left != nil && sinkName == defaultSink) ? wanted : nil
  }
}

/// What is being collected of the server's answer about its sinks.
struct SinkList {
  var sinks: [PulseSink] = []
  var defaultSink: String?
  /// Whether something has changed since it was asked.
  var isStale = false
}

/// Moves of the stream that the server was asked for: libpulse knows one only when it is done.
struct SinkMoves {
  /// The sink that was named last.
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

  /// The stream is gone; answers about it may still come.
  mutating func streamEnded() { target = nil }
}
