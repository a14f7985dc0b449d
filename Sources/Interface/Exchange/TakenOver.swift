import Music

/// The changes taken over from the file of another machine, in one step.
package struct TakenOver: Equatable, Sendable {
  /// The file's name.
  package var file: String
  /// Names of playlists that are new or have new contents.
  package var playlists: [String]
  package var removed: Int
  /// Those of `playlists` that stand beside the library's own, since both sides had changed.
  package var doubled: Int
  /// New ratings and cues.
  package var marks: Int

  package init(
    file: String, playlists: [String], removed: Int = 0, doubled: Int = 0, marks: Int = 0
  ) {
    self.file = file
    self.playlists = playlists
    self.removed = removed
    self.doubled = doubled
    self.marks = marks
  }

  package var isEmpty: Bool { playlists.isEmpty && removed == 0 && marks == 0 }

  /// "3 playlists from tritone.json, 1 deleted".
  var text: String {
    var text =
      switch playlists.count {
      case 0 where removed > 0: "changes"
      case 0: "ratings and cues"
      case 1: playlists[0]
      case let count: count.counted("playlist")
      }
    text += " from \(file)"
    if doubled > 0 { text += ", \(doubled) beside yours, as both had changed" }
    if removed > 0 { text += ", \(removed) deleted" }
    return text
  }
}
