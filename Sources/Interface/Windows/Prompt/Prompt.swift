package import Music

/// A line of text that is asked for.
package struct Prompt: Equatable, Sendable {
  package enum Purpose: Equatable, Sendable {
    case command
    case filter
    case newPlaylist
    case saveQueue
    case renamePlaylist(PlaylistID)
    case newFolder
    case renameFolder(PlaylistFolderID)
    case note(Selection)
    case musicFolder
    case importFile
    /// `format` is named where the file's name does not tell it.
    case exportFile(PlaylistID, format: String?)
    case renameTemplate(String)
  }

  package var purpose: Purpose
  package var field: TextField
  /// What is wrong with the text so far.
  package var mistake: String?
  /// The character at which it is wrong, from 0.
  package var mistakeAt: Int?
  /// Names that would complete the path that is typed.
  package var listing: [PathName] = []
  /// The number of the folder that is being read for that.
  var pendingListing: Int?
  /// The lines that Tab goes through, once it was pressed.
  package var completion: Completion?
  /// The line of before that shows, and what was being typed in its place.
  var recalled: Int?
  var draft = ""

  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    field = TextField(text)
  }

  package var title: String {
    switch purpose {
    case .command: ":"
    case .filter: "/"
    case .newPlaylist, .saveQueue: "Name of the playlist"
    case .newFolder: "Name of the folder"
    case .renamePlaylist, .renameFolder: "New name"
    case .note: "Note"
    case .musicFolder: "Folder of music"
    case .importFile: "Import a playlist"
    case .exportFile: "Export to"
    case .renameTemplate: "New name of the template"
    }
  }

  /// Whether it is the bottom line of the screen rather than a window.
  package var isInline: Bool { purpose == .command || purpose == .filter }
}
