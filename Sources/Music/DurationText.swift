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
    let ending = seconds.zeroPadded()
    guard hours > 0 else { return "\(minutes):\(ending)" }
    return "\(hours):" + minutes.zeroPadded() + ":\(ending)"
  }

  /// As `clockText` with up to 6 decimals of a second: "3:07.25"; the rest is cut off.
  package func clockText(decimals: Int) -> String {
    let millionths = max(0, components.attoseconds) / 1_000_000_000_000
    let digits = "\(1_000_000 + millionths)".dropFirst().prefix(max(0, min(6, decimals)))
    return digits.isEmpty ? clockText : clockText + "." + digits
  }
}

extension Double {
  /// With at most two decimals and no trailing zeros: "5", "-3.5", "1.25".
  package var shortText: String {
    guard isFinite, abs(self) < 1e9 else { return "\(self)" }
    let hundredths = Int((self * 100).rounded())
    let (whole, part) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    let digits = part % 10 == 0 ? "\(part / 10)" : part.zeroPadded()
    return "\(sign)\(whole).\(digits)"
  }
}
