/// A moving picture of the sound that is heard.
package enum VisualStyle: String, Sendable, CaseIterable, Codable {
  /// The levels of bands from 30 Hz to 16 kHz.
  case spectrum
  /// The last 40 ms, as an oscilloscope shows them.
  case wave
  /// The peak and the average level of both channels.
  case meter
  case off

  var next: VisualStyle {
    switch self {
    case .spectrum: .wave
    case .wave: .meter
    case .meter: .off
    case .off: .spectrum
    }
  }
}
