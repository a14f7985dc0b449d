/// Where the accent comes from.
package enum AccentChoice: String, Sendable, CaseIterable, Codable {
  /// As the skin's file says.
  case auto
  case skin, cover
}
