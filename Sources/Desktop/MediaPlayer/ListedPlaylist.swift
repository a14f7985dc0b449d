internal import Bus
internal import Music

/// A playlist as the desktop sees it.
struct ListedPlaylist: Equatable, Sendable {
  let id: PlaylistID
  let name: String

  init(_ playlist: Playlist) {
    id = playlist.id
    name = DesktopText.line(playlist.name) ?? ""
  }

  /// Id, name and icon: `(oss)`.
  var value: BusValue {
    .structure([.path(ObjectPath.text(of: id)), .string(name), .string("")])
  }
}

extension MediaPlayerContents {
  /// Playlists of one answer; others are found by their index.
  private static let mostPlaylists = 1_000

  var playlistProperties: [(name: String, value: BusValue)] {
    let shown = playlists.first { $0.id == active }
    let none = BusValue.structure([.path("/"), .string(""), .string("")])
    return [
      ("PlaylistCount", .uint32(UInt32(clamping: playlists.count))),
      ("Orderings", .strings(PlaylistOrder.allCases.map(\.rawValue))),
      ("ActivePlaylist", .structure([.boolean(shown != nil), shown?.value ?? none])),
    ]
  }

  func playlists(
    from index: UInt32, atMost count: UInt32, by order: PlaylistOrder, reversed isReversed: Bool
  ) -> BusValue {
    var sorted = playlists
    if order == .alphabetical {
      let keys = Dictionary(
        uniqueKeysWithValues: playlists.indices.map { index in
          (index, SortKey.bytes(playlists[index].name))
        })
      // Equal names stay in the user's order.
      sorted = playlists.indices.sorted { left, right in
        guard let first = keys[left], let second = keys[right], first != second else {
          return left < right
        }
        return first.lexicographicallyPrecedes(second)
      }.map { playlists[$0] }
    }
    if isReversed { sorted.reverse() }
    let part = sorted.dropFirst(Int(index)).prefix(min(Int(count), Self.mostPlaylists))
    return .array(part.map(\.value), of: "(oss)")
  }
}

/// The orders of playlists of which there is knowledge.
enum PlaylistOrder: String, CaseIterable {
  case alphabetical = "Alphabetical"
  case user = "User"
}
