/// What the server is told of this program in sessions.
package struct AudiobookshelfDevice: Equatable, Sendable {
  /// A UUID that stays the same: a new session closes those of the same device.
  package var id: String
  /// This program's version.
  package var version: String
  /// The machine's name; nil to keep it from the server.
  package var name: String?

  package init(id: String, version: String, name: String? = nil) {
    self.id = id
    self.version = version
    self.name = name
  }
}
