import Music

// The words for tracks that could not be played.
extension Playing {
  static func fault(_ title: String?, _ reason: String) -> String {
    "Cannot play \(title.map { "“\($0)”" } ?? "the track"): \(reason)"
  }

  /// The title of what failed is known now: it takes the place of what was said without.
  mutating func nameFault(_ title: String?, _ reason: String) -> Response {
    let named = Playing.fault(title, reason)
    noteFault(named)
    return Response([], .reworded(Playing.fault(nil, reason), as: named))
  }
}
