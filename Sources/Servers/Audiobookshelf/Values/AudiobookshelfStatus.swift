/// What the server says of itself to anybody.
package struct AudiobookshelfStatus: Equatable, Sendable {
  /// Nil from servers before 2.7, which do not name it here.
  package var version: AudiobookshelfVersion?
  /// Whether users sign in with name and password, and not only through another service.
  package var takesPasswords: Bool

  package init(version: AudiobookshelfVersion?, takesPasswords: Bool = true) {
    self.version = version
    self.takesPasswords = takesPasswords
  }
}
