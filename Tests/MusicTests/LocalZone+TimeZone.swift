import Foundation
import Music

extension LocalZone {
  /// The zone as Foundation knows it.
  init(_ zone: TimeZone) {
    self.init { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) }
  }

  /// Nil where the system does not know the name.
  init?(named name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.init(zone)
  }
}
