import Foundation
import Music

extension LocalZone {
  /// A zone with Foundation's offsets.
  init(_ zone: TimeZone) {
    self.init { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) }
  }

  /// Nil if the system does not know the name.
  init?(named name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.init(zone)
  }
}
