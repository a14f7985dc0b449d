/// A name in a folder, offered to complete a path.
package struct PathName: Equatable, Sendable {
  package var name: String
  package var isFolder: Bool

  package init(_ name: String, isFolder: Bool = false) {
    self.name = name
    self.isFolder = isFolder
  }

  /// As it is offered: folders end in a slash.
  var shown: String { name + (isFolder ? "/" : "") }
}
