import Music

/// The title reported by a stream for its current programme.
struct StreamTitle: Equatable, Sendable {
  let id: PlayID
  let text: String

  /// In characters; a stranger's server sends the title.
  private static let maximumLength = 300

  init(_ text: String, of id: PlayID) {
    self.id = id
    self.text = String(text.prefix(StreamTitle.maximumLength))
  }
}
