package import Music

/// A prompt for one line of text.
package struct Prompt: Equatable, Sendable {
  package enum Purpose: Equatable, Sendable {
    case command
    case filter
    /// The beginning of a name, to which the list jumps with each letter.
    case jump
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
    case resetLibrary
    case setting(Setting)
    /// The name of a preset of builds, and paths of files of one.
    case presetName, exportPreset, importPreset
    /// The address that the browser was led to by Spotify. The address to open there is shown.
    case spotifyAddress(String)
    /// The note of a bookmark.
    case bookmark(Int64)
    case comment(CommentDraft)
    /// A line about a shared playlist.
    case shared(SharedDraft)
  }

  package var purpose: Purpose
  package var field: TextField
  /// The mistake in the text so far.
  package var mistake: String?
  /// The index of the mistake's character, from 0.
  package var mistakeAt: Int?
  /// Names that complete the typed path.
  package var listing: [PathName] = []
  /// The serial of the pending folder listing.
  var pendingListing: Int?
  /// The matches that Tab cycles through, once it was pressed.
  package var completion: Completion?
  /// The row of the palette that was chosen; nil for the typed line.
  var choice: Int?
  /// The index of the visible history line, and the draft it replaces.
  var recalled: Int?
  var draft = ""

  /// The word that empties the library.
  static let resetWord = "reset"

  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    let limit: Int? =
      if case .comment = purpose {
        LabelFault.Label.comment.maximumLength
      } else if case .command = purpose {
        // A line may end in such words; one that is too long is refused as a whole.
        LabelFault.Label.comment.maximumLength * 2
      } else if case .shared(let draft) = purpose {
        draft.maximumText
      } else if case .spotifyAddress = purpose {
        // Such an address has a code in it, and is longer than a line of other prompts.
        BuildFormField.maximumText
      } else {
        nil
      }
    field = TextField(text, "", limit: limit)
  }

  /// The consequences of accepting, to stand above the line: whole, then for low screens; none
  /// where the title says enough.
  var explanations: [String] {
    if case .setting(let setting) = purpose {
      let entry = SettingsTable.entry(setting)
      return ["\(entry.summary) (\(entry.type.words))"]
    }
    if case .spotifyAddress(let address) = purpose {
      let paste = "Then paste the address that it ends at; an empty line stops the sign-in."
      return ["Open this address in a browser: \(address) \(paste)", "Open \(address)", address]
    }
    guard purpose == .resetLibrary else { return [] }
    let ending = "Type \(Prompt.resetWord) to go on."
    let whole =
      "Tracks, ratings, notes, cues, playlists and history leave the library, and its folders"
      + " are scanned anew. A backup is made first; no music file is touched. "
    return [whole + ending, "A backup is made, music stays. " + ending]
  }

  package var title: String {
    switch purpose {
    case .command: ":"
    case .filter: "/"
    case .jump: "Jump to "
    case .newPlaylist, .saveQueue: "Name of the playlist"
    case .newFolder: "Name of the folder"
    case .renamePlaylist, .renameFolder: "New name"
    case .note, .bookmark: "Note"
    case .comment(let draft): draft.title
    case .shared(let draft): draft.title
    case .musicFolder: "Folder of music"
    case .importFile: "Import a playlist"
    case .exportFile: "Export to"
    case .renameTemplate: "New name of the template"
    case .resetLibrary: "Begin the library anew"
    case .setting(let setting): setting.name
    case .presetName: "Name of the preset"
    case .exportPreset: "Export the preset to"
    case .importPreset: "Import a preset"
    case .spotifyAddress: "Sign in to Spotify"
    }
  }

  /// Whether the prompt is the bottom line of the screen rather than a window.
  package var isInline: Bool { [.command, .filter, .jump].contains(purpose) }
}
