/// Durations of repeated runs.
struct Timings {
  private var milliseconds: [Double] = []

  mutating func time<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let start = ContinuousClock.now
    let outcome = try body()
    note(ContinuousClock.now - start)
    return outcome
  }

  mutating func timed<Outcome>(_ body: () async throws -> Outcome) async rethrows -> Outcome {
    let start = ContinuousClock.now
    let outcome = try await body()
    note(ContinuousClock.now - start)
    return outcome
  }

  private mutating func note(_ time: Duration) {
    milliseconds.append(
      Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15)
  }

  private func percentile(_ share: Double) -> Double {
    let sorted = milliseconds.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  /// "name   p50   p99   max", in milliseconds.
  func line(_ name: String) -> String {
    let numbers = [percentile(0.5), percentile(0.99), milliseconds.max() ?? 0].map { time in
      let text = "\((time * 1000).rounded() / 1000)"
      return String(repeating: " ", count: max(1, 12 - text.count)) + text
    }
    return name + String(repeating: " ", count: max(1, 36 - name.count)) + numbers.joined()
  }
}

/// Memory of this process in megabytes, as the kernel counts it.
struct ProcessMemory {
  static func lines() -> String {
    let wanted = ["VmRSS", "VmHWM", "RssAnon", "RssFile"]
    guard let status = FileText.read("/proc/self/status") else { return "memory unknown" }
    return status.split(separator: "\n").filter { line in wanted.contains { line.hasPrefix($0) } }
      .joined(separator: "\n")
  }
}
