#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Color {
  /// Relative luminance, 0...1 (WCAG 2.2).
  package var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The contrast of two colours, 1...21 (WCAG 2.2); text needs 4.5.
  package func contrast(with other: Color) -> Double {
    let (own, others) = (luminance, other.luminance)
    return (max(own, others) + 0.05) / (min(own, others) + 0.05)
  }

  /// The mean of two colours, channel by channel.
  package func mixed(with other: Color) -> Color {
    func mean(_ own: UInt8, _ others: UInt8) -> UInt8 { UInt8((Int(own) + Int(others) + 1) / 2) }
    return Color(
      red: mean(red, other.red), green: mean(green, other.green), blue: mean(blue, other.blue))
  }

  /// The colour with a part of another one in it, 0...1, channel by channel.
  func mixed(with other: Color, part: Double) -> Color {
    func mean(_ own: UInt8, _ others: UInt8) -> UInt8 {
      UInt8((Double(own) * (1 - part) + Double(others) * part).rounded())
    }
    return Color(
      red: mean(red, other.red), green: mean(green, other.green), blue: mean(blue, other.blue))
  }

  /// The linear light of a channel value (IEC 61966-2-1).
  static func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
