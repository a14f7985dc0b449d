extension Duration {
  /// Seconds with their fraction.
  package var seconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  /// "3:07", or "1:02:03" from an hour on; fractions of a second are cut off.
  package var clockText: String {
    let total = max(0, components.seconds)
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
    let ending = seconds < 10 ? "0\(seconds)" : "\(seconds)"
    guard hours > 0 else { return "\(minutes):\(ending)" }
    return "\(hours):" + (minutes < 10 ? "0\(minutes)" : "\(minutes)") + ":\(ending)"
  }
}
