package import Music

/// The names on a device that are taken, and which free one a track gets.
package struct TakenPlaces {
  private var taken: Set<String> = []
  /// The spelling of folders that are there, by the folded path.
  private var folders: [String: FilePath] = [:]
  /// The last number that was given for a place, so that thousands of one name cost little.
  private var numbers: [String: Int] = [:]
  private let foldsCase: Bool

  /// - Parameter count: How many places will be claimed, about.
  package init(
    _ files: some Sequence<FilePath>, _ letterCase: DeviceAbilities.Case, count: Int = 0
  ) {
    foldsCase = letterCase != .distinct
    taken.reserveCapacity(files.underestimatedCount + count)
    for file in files {
      taken.insert(NameFolding.folded(file))
      if foldsCase { insertFolders(of: file) }
    }
  }

  /// Keeps names from being given although no file has them.
  package mutating func reserve(_ places: some Sequence<FilePath>) {
    for place in places { taken.insert(NameFolding.folded(place)) }
  }

  private mutating func insertFolders(of file: FilePath) {
    var folder = file.parent
    while let path = folder {
      let key = NameFolding.folded(path)
      guard folders[key] == nil else { return }
      folders[key] = path
      folder = path.parent
    }
  }

  /// A free path for a place: with the spelling of the folders that are there, and with a number
  /// where it is taken.
  ///
  /// Tracks are to come in the order of their uuids, so that numbers do not depend on chance.
  package mutating func claim(_ place: FilePath, _ places: DevicePlaces) -> FilePath {
    let place = spelled(place)
    let key = NameFolding.folded(place)
    if taken.insert(key).inserted { return place }
    var number = numbers[key] ?? 1
    var path = place
    repeat {
      number += 1
      path = places.numbered(place, number)
    } while !taken.insert(NameFolding.folded(path)).inserted
    numbers[key] = number
    return path
  }

  private mutating func spelled(_ place: FilePath) -> FilePath {
    guard foldsCase, let parent = place.parent else { return place }
    let folder = folder(parent)
    guard folder != parent else { return place }
    return folder.appending(Array(place.bytes.dropFirst(parent.bytes.count + 1)))
  }

  /// The folder as it is spelled already, or as it is from now on.
  private mutating func folder(_ path: FilePath) -> FilePath {
    let key = NameFolding.folded(path)
    if let known = folders[key] { return known }
    var spelled = path
    if let parent = path.parent {
      spelled = folder(parent).appending(Array(path.bytes.dropFirst(parent.bytes.count + 1)))
    }
    folders[key] = spelled
    return spelled
  }
}
