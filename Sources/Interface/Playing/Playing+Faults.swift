import Music

// The messages about tracks that could not be played.
extension Playing {
  static func fault(_ title: String?, _ reason: String) -> String {
    "Cannot play \(title.map { "“\($0)”" } ?? "the track"): \(reason)"
  }

  /// Adds the title of a failed track to the message that lacked it.
  mutating func nameFault(_ title: String?, _ reason: String) -> Response {
    let named = Playing.fault(title, reason)
    noteFault(named)
    return Response([], .reworded(Playing.fault(nil, reason), as: named))
  }
}
