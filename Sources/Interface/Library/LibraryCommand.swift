/// Commands about the library and its folders.
package enum LibraryCommand: Hashable, Sendable {
  case update, addFolder, listRoots
  case scan(String)
  case forgetMissing, duplicates, unreadable
  case watch(Bool)
  case writeDemo
}
