package import Music

extension Catalog {
  /// The number of tracks at or below a folder, and their milliseconds.
  package func total(below path: FilePath, among: TrackSet? = nil) -> (tracks: Int, time: UInt64) {
    var total = (tracks: 0, time: UInt64(0))
    counts(among).forEachFolder(below: path) { _, numbers in
      total.tracks += Int(numbers.tracks)
      total.time += numbers.duration
    }
    return total
  }

  /// The folders directly in a folder that have tracks below them, in natural order.
  package func folders(in path: FilePath, among: TrackSet? = nil) -> FolderList {
    if among == nil, let known = derived.groups.inFolders[path] { return known }
    let folders = counts(among).folders(in: path)
    if among == nil { keep(folders, in: path) }
    return folders
  }

  func keep(_ folders: FolderList, in path: FilePath) {
    if derived.groups.inFolders.count >= BuiltGroups.maximumFolders {
      derived.groups.inFolders = [:]
    }
    derived.groups.inFolders[path] = folders
  }

  func counts(_ among: TrackSet?) -> FolderCounts {
    FolderCounts(names: columns.folder, numbers: folderNumbers(among))
  }
}

/// The totals of each folder: an independent value, from which lists are built on any thread.
struct FolderCounts: @unchecked Sendable {
  // because names are only appended to or replaced as a whole, nothing writes to the shared memory.

  let names: TrackColumns.Names
  /// By name, the totals of the tracks directly in the folder.
  let numbers: [GroupList.Numbers]

  func folders(in path: FilePath) -> FolderList {
    let slash = UInt8(ascii: "/")
    let start = path.bytes.last == slash ? path.bytes.count : path.bytes.count + 1
    let paths = names.shown
    var found: [FolderList.Folder] = []
    var places: [UInt64: Int] = [:]
    var last = -1
    forEachFolder(below: path) { name, numbers in
      let bytes = paths[name]
      guard bytes.count > start, numbers.tracks > 0 else { return }
      var end = start
      while end < bytes.count, bytes[end] != slash { end += 1 }
      let component = UnsafeBufferPointer(rebasing: bytes[start..<end])
      func isSame(_ index: Int) -> Bool {
        found[index].length == end
          && Occurrence.isEqual(
            component, UnsafeBufferPointer(rebasing: paths[found[index].name][start..<end]))
      }
      // A folder recurs only where folders differ in case alone.
      if last < 0 || !isSame(last) {
        let hash = NameTable.hash(component)
        if let index = places[hash], isSame(index) {
          last = index
        } else {
          last = found.count
          places[hash] = last
          found.append(FolderList.Folder(name: name, length: end))
        }
      }
      found[last].tracks += Int(numbers.tracks)
      found[last].duration += numbers.duration
    }
    return FolderList(paths: paths, start: start, folders: found)
  }

  /// Calls with the names of a folder and of those below it.
  func forEachFolder(below path: FilePath, _ body: (Int, GroupList.Numbers) -> Void) {
    let folders = names
    let slash = UInt8(ascii: "/")
    path.bytes.withUnsafeBufferPointer { wanted in
      for index in folders.places(below: path) {
        let name = Int(folders.sorted[index])
        let bytes = folders.shown[name]
        guard bytes.count >= wanted.count,
          Occurrence.isEqual(UnsafeBufferPointer(rebasing: bytes[..<wanted.count]), wanted)
        else { continue }
        let isInside =
          bytes.count == wanted.count || wanted.last == slash || bytes[wanted.count] == slash
        if isInside { body(name, numbers[name]) }
      }
    }
  }
}
