package import Music

/// Work on the files and folders of the library.
package enum LibraryEffect: Equatable, Sendable {
  /// Some folders, or nil for the whole library.
  case scan([FilePath]?)
  /// Counts the music in each folder, for the proposals of the first start.
  case countMusic([FilePath])
  case writeDemo(FilePath)
  /// Copies or moves files into a folder of the library; nil for its only one.
  case addFiles(FilePath, AddingMode, into: FilePath?)
  case cancelAdding
  /// Looks for missing files; nil for the whole library. A given folder is added to the library.
  case findRelocations(Selection?, folder: FilePath?)
  case setWatching(Bool)
  /// Leaves personal values out of the log, or writes them.
  case hidePrivate(Bool)
  /// Removes what can be made again.
  case clear(StoredPart.Kind)
  /// Makes a backup, empties the library but for its folders, and scans them.
  case reset
  /// Listens for services on the net.
  case listens(ListensOrder)
  /// Looks for changes by other processes.
  case pollExternalChanges
}
