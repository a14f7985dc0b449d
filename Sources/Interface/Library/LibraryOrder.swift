package import Music

/// Work on the files and folders of the library.
package enum LibraryOrder: Equatable, Sendable {
  /// Some folders, or nil for all of the library.
  case scan([FilePath]?)
  case writeDemo(FilePath)
  /// Looks for files that are gone; nil for all of the library. A folder is added to the library.
  case findRelocations(Selection?, folder: FilePath?)
  case setWatching(Bool)
  /// Another process may have changed the library.
  case pollExternalChanges
}
