package import Music

/// Renders the places of tracks on a device from a template, in names that the device can have.
package struct DevicePlaces {
  private let layout: FileLayout
  private let rules: FileNameRules
  private let isLimited: Bool
  /// The values that the folders have; nil where those of each track are its own.
  private let folderValues: PlaceFolders.Values?

  /// UTF-16 units of a whole path, for players that keep 260 of them with the folders above.
  static let maximumPath = 232

  /// - Throws: The column of a mistake in the template.
  package init(template: String, abilities: DeviceAbilities) throws(TemplateMistake) {
    layout = try FileLayout(template)
    folderValues = PlaceFolders.Values(of: layout)
    isLimited = abilities.names == .fat
    rules = FileNameRules(isPortable: abilities.names == .fat)
  }

  /// The place that the template names for a track, whether it is free or not.
  ///
  /// - Parameter fileExtension: Of the file as it will be on the device, without its dot.
  package func place(of track: SyncTrack, fileExtension: String) -> FilePath {
    var folders = PlaceFolders()
    return place(of: track, fileExtension: fileExtension, &folders)
  }

  /// The same with folders that others have already, as most tracks share theirs.
  func place(
    of track: SyncTrack, fileExtension: String, _ folders: inout PlaceFolders
  ) -> FilePath {
    folders.track.show(track)
    guard let folderValues else { return whole(folders.track, fileExtension) }
    let key = PlaceFolders.Key(track, folderValues)
    let parent: [UInt8]
    if let known = folders[key] {
      parent = known
    } else {
      let names = layout.names(for: folders.track).dropLast().map(NameFolding.composed)
      parent = names.flatMap { Array(rules.name($0).utf8) + [UInt8(ascii: "/")] }
      folders[key] = parent
    }
    let name = rules.name(
      NameFolding.composed(layout.lastName(for: folders.track)), fileExtension: fileExtension)
    let path = parent + name.utf8
    // A path of more bytes may have more UTF-16 units than are allowed.
    if isLimited, path.count > DevicePlaces.maximumPath {
      return whole(folders.track, fileExtension)
    }
    return FilePath(bytes: path)
  }

  private func whole(_ track: Track, _ fileExtension: String) -> FilePath {
    let names = layout.names(for: track).map(NameFolding.composed)
    let path = joined(names, fileExtension)
    guard isLimited, path.utf8.count > DevicePlaces.maximumPath,
      path.utf16.count > DevicePlaces.maximumPath
    else { return FilePath(path) }
    var length = 128
    while length > 8 {
      let cut = joined(names.map { prefix($0, length) }, fileExtension)
      if cut.utf16.count <= DevicePlaces.maximumPath { return FilePath(cut) }
      length /= 2
    }
    return FilePath(joined(names.map { prefix($0, length) }, fileExtension))
  }

  /// The place with a number behind the name of the file: "Blue Train (2).flac".
  package func numbered(_ place: FilePath, _ number: Int) -> FilePath {
    let (whole, stem) = (place.name, place.stem)
    let fileExtension = whole == stem ? "" : String(whole.dropFirst(stem.count + 1))
    let name = rules.name(stem, fileExtension: fileExtension, number: number)
    return place.parent.map { $0.appending(name) } ?? FilePath(name)
  }

  private func joined(_ names: [String], _ fileExtension: String) -> String {
    var path = ""
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      if index > 0 { path += "/" }
      path += rules.name(name, fileExtension: isLast ? fileExtension : "")
    }
    return path
  }

  private func prefix(_ text: String, _ units: Int) -> String {
    var text = text
    while text.utf16.count > units { text.removeLast() }
    return text
  }
}

extension Track {
  /// Takes over what templates read of a track.
  fileprivate mutating func show(_ track: SyncTrack) {
    id = track.id
    source = .file(track.path)
    (tags.title, tags.artist, tags.albumArtist) = (track.title, track.artist, track.albumArtist)
    (tags.album, tags.genre, tags.date) = (track.album, track.genre, track.date)
    (tags.trackNumber, tags.discNumber) = (track.trackNumber, track.discNumber)
    // The total is not known here: the first of several discs goes without its number.
    tags.discTotal = track.discNumber
    (audio.codec, audio.sampleRate) = (track.codec, track.sampleRate)
    (file, added, plays) = (track.file, track.added, track.marks.plays)
    rating = Rating(stars: track.marks.rating)
    albumCredit = track.albumArtist
  }
}
