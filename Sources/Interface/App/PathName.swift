/// A name in a folder, as a completion of a path.
package struct PathName: Equatable, Sendable {
  package var name: String
  package var isFolder: Bool

  package init(_ name: String, isFolder: Bool = false) {
    self.name = name
    self.isFolder = isFolder
  }

  /// The name as listed: folders end in a slash.
  var shown: String { name + (isFolder ? "/" : "") }
}
