internal import Music

/// Finds the playlist of a name among those of a user.
enum ExistingPlaylist {
  /// The playlist of this name in any case; else the first of this name with a day behind it.
  static func find(
    _ name: String, of user: String, in playlists: [CataloguePlaylist]
  ) -> CataloguePlaylist? {
    let wanted = key(name)
    var dated: CataloguePlaylist?
    for playlist in playlists where playlist.owner == user {
      let found = key(playlist.name)
      if found == wanted { return playlist }
      if dated == nil, found.starts(with: wanted + [0x20]),
        isDay(found.dropFirst(wanted.count))
      {
        dated = playlist
      }
    }
    return dated
  }

  private static func key(_ name: String) -> [UInt32] {
    CaseFolding.lowercased(name.pythonStripped()).codePoints
  }

  /// Digits of any script as 0000-00-00, behind white space.
  private static func isDay(_ points: ArraySlice<UInt32>) -> Bool {
    let scalars = points.compactMap(Unicode.Scalar.init).drop { $0.isPythonSpace }
    return scalars.count == 10
      && scalars.enumerated().allSatisfy { index, scalar in
        index == 4 || index == 7 ? scalar == "-" : scalar.properties.numericType == .decimal
      }
  }
}
