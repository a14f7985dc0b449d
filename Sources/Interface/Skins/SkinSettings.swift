/// The skin and the geometry that are stored, with which the next terminal begins.
struct SkinSettings: Equatable, Sendable {
  /// The skin for terminals whose background has none of its own.
  var name: String
  var followed = FollowedSkins()
  var shape = ShapeChoice.skin
}
