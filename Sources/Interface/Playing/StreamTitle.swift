import Music

/// The title that a stream names for what it plays now.
struct StreamTitle: Equatable, Sendable {
  let id: PlayID
  let text: String

  /// In characters; a stranger's server names it.
  private static let maximumLength = 300

  init(_ text: String, of id: PlayID) {
    self.id = id
    self.text = String(text.prefix(StreamTitle.maximumLength))
  }
}
