package import Music

/// Commands about the library and its folders.
package enum LibraryCommand: Hashable, Sendable {
  case update, addFolder, listRoots
  case scan(String)
  /// Copies or moves files into a folder of the library; nil for its only one.
  case addFiles(FilePath, AddingMode, into: FilePath?)
  case forgetMissing, duplicates, unreadable
  case watch(Bool)
  /// The entries up to a level; nil for all.
  case log(LogLevel?)
  case hidePrivate(Bool)
  /// Listens for services on the net.
  case listens(ListensOrder)
  case statistics, storage, reset, about
  case writeDemo
}
