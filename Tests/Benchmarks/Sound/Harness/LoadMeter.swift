/// Load of a process over some seconds.
struct LoadMeter {
  struct Part {
    /// Of one core.
    var percent: Double
    /// Voluntary context switches a second.
    var switches: Double
  }

  private let meter: ProcessMeter
  private let seconds: Double

  init(_ meter: ProcessMeter, isQuick: Bool) {
    self.meter = meter
    seconds = isQuick ? 2.5 : 5
  }

  func parts(_ count: Int) -> [Part] {
    (0..<count).map { _ in
      let use = meter.use(for: seconds)
      return Part(percent: 100 * use.processor, switches: use.switches)
    }
  }
}
