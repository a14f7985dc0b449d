/// An audio file that cannot be read, with the reason.
package struct UnreadableFile: Equatable, Sendable {
  package var path: FilePath
  package var reason: String

  package init(_ path: FilePath, reason: String) {
    self.path = path
    self.reason = reason
  }
}
