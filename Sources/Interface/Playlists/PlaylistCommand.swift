/// Commands about playlists and folders of them as a whole.
package enum PlaylistCommand: Hashable, Sendable {
  case new, rename
  /// Opens the search for tracks that are added to the open playlist.
  case addTracks
  case newFolder
  case newFolderNamed(String)
  /// Moves the selected playlists and folders into a folder, chosen or named.
  case chooseFolder
  case moveTo(String)
  case duplicate
  case merge
  case mergeInto(String)
  /// Opens the form of a new smart playlist with a query in it.
  case smart(String)
  case saveSearch
  case freeze
  case freezeAs(String)
}

extension CommandTable {
  static let playlistSection = Section(
    title: "Playlists and their folders",
    entries: [
      CommandEntry(
        .playlist(.addTracks), "add-tracks", "Ctrl-A",
        does: "find tracks and add them to the open playlist…"),
      CommandEntry(.playlist(.newFolder), "new-folder", "Ctrl-N", does: "make a folder…"),
      CommandEntry(
        .playlist(.chooseFolder), "move-to", "I", does: "move playlists and folders into a folder…"),
      CommandEntry(
        .playlist(.duplicate), "duplicate-playlist", does: "make another playlist like it"),
      CommandEntry(
        .playlist(.merge), "merge", does: "put the marked playlists together in one…"),
      CommandEntry(.playlist(.smart("")), "smart", "S", does: "make a smart playlist…"),
      CommandEntry(
        .playlist(.saveSearch), "save-search",
        does: "make a smart playlist of what the library is filtered by…"),
      CommandEntry(
        .playlist(.freeze), "freeze", does: "make a playlist of what is in a smart one now"),
    ])
}

extension CommandLineReader {
  static let playlistUsages: [Usage] = [
    Usage(form: "new-folder NAME", summary: "make a folder of playlists") {
      .playlist(.newFolderNamed($0))
    },
    Usage(
      form: "move-to NAME",
      summary: "move playlists into a folder, made where there is none; / is the top level"
    ) { .playlist(.moveTo($0)) },
    Usage(form: "merge NAME", summary: "put the marked playlists together in one of that name") {
      .playlist(.mergeInto($0))
    },
    Usage(form: "smart QUERY", summary: "make a smart playlist of what a query finds") {
      .playlist(.smart($0))
    },
    Usage(form: "freeze NAME", summary: "make a playlist of that name of a smart one") {
      .playlist(.freezeAs($0))
    },
  ]
}
