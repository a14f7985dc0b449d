package import Music

/// Results of edits of playlists, slots and folders; texts are their names.
package enum PlaylistOutcome: Equatable, Sendable {
  case queueSaved(String)
  case folderMade(String)
  case folderRenamed(String)
  case deleted(PlaylistItemNames)
  /// Into a folder; nil for the top level.
  case moved(PlaylistItemNames, folder: String?)
  case duplicated(String)
  case merged(PlaylistMerge)
  case frozen(String, tracks: Int)
  case slotFilled(MixSlot, String)
  case slotEmptied(MixSlot)

  var notice: Notice {
    switch self {
    case .queueSaved(let name): return "Saved \(name); \(key: .undo) takes it back"
    case .folderMade(let name):
      return "Made the folder \(name); \(key: .playlist(.chooseFolder)) moves playlists into it"
    case .folderRenamed(let name): return "Renamed to \(name)"
    case .deleted(let items):
      let rest = items.folders.isEmpty ? "" : "; what was in it moved up"
      return "Deleted \(items.text)\(rest); \(key: .undo) brings it back"
    case .moved(let items, let folder): return "Moved \(items.text(movedTo: folder))"
    case .duplicated(let name): return "Made \(name)"
    case .merged(let merge):
      let tracks = merge.added.counted("track")
      let doubles = merge.doubles == 0 ? "" : ", \(merge.doubles.grouped) were there already"
      let sources = merge.sources == 1 ? "the other playlist stays" : "the merged playlists stay"
      return "Put \(tracks) into \(merge.playlist.name)\(doubles); \(sources)"
    case .frozen(let name, let tracks): return "Froze \(tracks.counted("track")) into \(name)"
    case .slotFilled(let slot, let name): return "Slot \(slot.rawValue) is now \(name)"
    case .slotEmptied(let slot): return "Slot \(slot.rawValue) is empty; its playlist stays"
    }
  }
}
