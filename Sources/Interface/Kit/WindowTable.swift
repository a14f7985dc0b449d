import Music

/// One row of the table behind the keys of windows, help and docs/keys.md.
package struct WindowEntry: KeyEntry {
  package var meaning: WindowKey
  /// The name in keys.toml.
  package var name: String
  package var summary: String
  package var keys: [String]
  /// The only kind of window with these keys; nil for all of them.
  package var scope: WindowKind?

  init(
    _ meaning: WindowKey, _ name: String, _ keys: String..., in kind: WindowKind? = nil,
    does summary: String
  ) {
    self.meaning = meaning
    self.name = name
    self.summary = summary
    self.keys = keys
    scope = kind ?? meaning.kind
  }
}

/// The keys of windows. In a text field letters are text, and so are the keys that edit it while it
/// is not empty.
package enum WindowTable {
  package struct Section: Sendable {
    package var title: String
    package var entries: [WindowEntry]
  }

  package static let sections: [Section] = [
    Section(
      title: "In windows",
      entries: [
        WindowEntry(
          .close, "window-close", "Esc", "q", "Ctrl-C", "Ctrl-G", does: "close the window"),
        WindowEntry(.accept, "window-accept", "Enter", does: "choose, or do what it asks for"),
        WindowEntry(.move(.up), "window-up", "Up", "k", "Ctrl-P", "Shift-Tab", does: "up"),
        WindowEntry(.move(.down), "window-down", "Down", "j", "Ctrl-N", "Tab", does: "down"),
        WindowEntry(.move(.pageUp), "window-page-up", "PgUp", "Ctrl-U", does: "page up"),
        WindowEntry(.move(.pageDown), "window-page-down", "PgDn", "Ctrl-D", does: "page down"),
        WindowEntry(.move(.first), "window-first", "Home", "g", does: "first row"),
        WindowEntry(.move(.last), "window-last", "End", "G", does: "last row"),
      ]),
    Section(
      title: "In lines and forms",
      entries: [
        WindowEntry(.line(.complete), "line-complete", "Tab", does: "complete what is typed"),
        WindowEntry(
          .line(.completeBack), "line-complete-back", "Shift-Tab", does: "the completion before"),
        WindowEntry(
          .line(.earlier), "line-earlier", "PgUp", does: "the command or filter typed before"),
        WindowEntry(.line(.later), "line-later", "PgDn", does: "the next one typed"),
        WindowEntry(.accept, "form-keep", "Ctrl-S", in: .form, does: "keep all fields"),
        WindowEntry(.form(.left), "form-left", "Left", does: "the choice before"),
        WindowEntry(.form(.right), "form-right", "Right", "Space", does: "the next choice"),
        WindowEntry(
          .form(.nextOffer), "form-next-offer", "PgDn", "Ctrl-N",
          does: "the next text that is offered"),
        WindowEntry(
          .form(.previousOffer), "form-previous-offer", "PgUp", "Ctrl-P",
          does: "the text offered before"),
        WindowEntry(
          .template(.placeholders), "template-placeholders", "Tab", "Shift-Tab", "Down",
          does: "list the placeholders of a template"),
        WindowEntry(
          .move(.down), "template-down", "Shift-Down", in: .template, does: "scroll what it groups"),
        WindowEntry(
          .template(.save), "template-save", "Ctrl-S", does: "keep the template under a name"),
      ]),
    Section(
      title: "In lists to choose from",
      entries: [
        WindowEntry(
          .picker(.delete), "picker-delete", "Del", does: "delete a template or preset of your own"),
        WindowEntry(.picker(.rename), "picker-rename", "F2", does: "rename a template of your own"),
        WindowEntry(.checklist(.mark), "checklist-mark", "Space", does: "mark the row, or not"),
        WindowEntry(
          .checklist(.markAndGoOn), "checklist-mark-down", "v", does: "the same, and go on"),
        WindowEntry(
          .checklist(.markAll), "checklist-mark-all", "a", "V", does: "mark all rows, or none"),
        WindowEntry(
          .checklist(.left), "checklist-left", "Left", does: "the file before, of several"),
        WindowEntry(
          .checklist(.right), "checklist-right", "Right", does: "the next file of several"),
        WindowEntry(
          .checklist(.remove), "checklist-remove", "d", does: "take out this folder only"),
      ]),
    Section(
      title: "In the cues of a track",
      entries: [
        WindowEntry(.cues(.add), "cues-add", "a", does: "set a cue where it plays"),
        WindowEntry(.cues(.edit), "cues-edit", "R", "P", does: "edit the cue…"),
        WindowEntry(.cues(.remove), "cues-delete", "d", "Del", does: "delete the cue"),
        WindowEntry(.cues(.nextKind), "cues-next-kind", "Tab", does: "next kind of cue"),
        WindowEntry(
          .cues(.previousKind), "cues-previous-kind", "Shift-Tab", does: "previous kind of cue"),
        WindowEntry(.cues(.end), "cues-end", "e", does: "let it end where it plays"),
        WindowEntry(.cues(.unend), "cues-no-end", "E", does: "take its end away"),
        WindowEntry(.cues(.move(-10)), "cues-back-10", ",", does: "10 ms earlier"),
        WindowEntry(.cues(.move(10)), "cues-forward-10", ".", does: "10 ms later"),
        WindowEntry(.cues(.move(-100)), "cues-back-100", "[", does: "100 ms earlier"),
        WindowEntry(.cues(.move(100)), "cues-forward-100", "]", does: "100 ms later"),
        WindowEntry(.cues(.move(-1000)), "cues-back-1000", "{", does: "1 s earlier"),
        WindowEntry(.cues(.move(1000)), "cues-forward-1000", "}", does: "1 s later"),
      ]),
    Section(
      title: "In what fits now",
      entries: [
        WindowEntry(
          .fits(.listen), "fits-listen", "Space", does: "listen from its Mix In, and back"),
        WindowEntry(.fits(.addToSlot(.one)), "fits-add-1", "1", does: "add to mix slot 1"),
        WindowEntry(.fits(.addToSlot(.two)), "fits-add-2", "2", does: "add to mix slot 2"),
        WindowEntry(.fits(.addToSlot(.three)), "fits-add-3", "3", does: "add to mix slot 3"),
        WindowEntry(.fits(.queueLast), "fits-queue", "e", does: "to the end of the queue"),
        WindowEntry(.fits(.queueNext), "fits-queue-next", "E", does: "to the front of the queue"),
        WindowEntry(.fits(.addToPlaylist), "fits-add", "a", does: "add to a playlist…"),
        WindowEntry(.fits(.follow), "fits-follow", "w", does: "what fits after this one"),
        WindowEntry(.fits(.back), "fits-back", "Backspace", "h", does: "back to the one before"),
      ]),
    Section(
      title: "When tracks are added to a playlist",
      entries: [
        WindowEntry(
          .addTracks(.add), "add-tracks-add", "Space", does: "add the track, or the marked ones"),
        WindowEntry(.addTracks(.mark), "add-tracks-mark", "Tab", does: "mark the track, or not"),
      ]),
    Section(
      title: "In reports and proposed orders",
      entries: [
        WindowEntry(.move(.pageDown), "read-on", "Space", in: .reading, does: "page down"),
        WindowEntry(
          .arrangement(.keepFirst), "order-keep-first", "f",
          does: "keep the first entry of the order, or not"),
      ]),
    Section(
      title: "In the equalizer",
      entries: [
        WindowEntry(.equalizer(.left), "equalizer-left", "Left", "h", does: "band before"),
        WindowEntry(.equalizer(.right), "equalizer-right", "Right", "l", does: "next band"),
        WindowEntry(
          .equalizer(.otherPart), "equalizer-part", "Tab", "Shift-Tab",
          does: "to the tone, and to the equalizer"),
        WindowEntry(.equalizer(.finerUp), "equalizer-finer-up", "Shift-Up", "K", does: "0.5 dB up"),
        WindowEntry(
          .equalizer(.finerDown), "equalizer-finer-down", "Shift-Down", "J", does: "0.5 dB down"),
        WindowEntry(.equalizer(.flat), "equalizer-flat", "0", does: "the band at 0 dB"),
        WindowEntry(
          .equalizer(.previousPreset), "equalizer-previous", "[", does: "previous preset"),
        WindowEntry(.equalizer(.nextPreset), "equalizer-next", "]", does: "next preset"),
        WindowEntry(
          .equalizer(.asBefore), "equalizer-undo", "u", "Ctrl-Z",
          does: "as it was before the window"),
      ]),
    Section(
      title: "In the join of a mix",
      entries: [
        WindowEntry(.join(.earlierIn), "join-in-earlier", "Left", does: "In earlier by a beat"),
        WindowEntry(.join(.laterIn), "join-in-later", "Right", does: "In later by a beat"),
        WindowEntry(
          .join(.earlierOut), "join-out-earlier", "Shift-Left", "H", does: "Out earlier by a beat"),
        WindowEntry(
          .join(.laterOut), "join-out-later", "Shift-Right", "L", does: "Out later by a beat"),
        WindowEntry(
          .join(.fine(.into, -10)), "join-in-back-10", ",", does: "In earlier by 10 ms"),
        WindowEntry(
          .join(.fine(.into, 10)), "join-in-forward-10", ".", does: "In later by 10 ms"),
        WindowEntry(
          .join(.fine(.out, -10)), "join-out-back-10", "<", does: "Out earlier by 10 ms"),
        WindowEntry(
          .join(.fine(.out, 10)), "join-out-forward-10", ">", does: "Out later by 10 ms"),
        WindowEntry(.join(.longer), "join-longer", "Up", does: "crossfade longer by a beat"),
        WindowEntry(.join(.shorter), "join-shorter", "Down", does: "crossfade shorter by a beat"),
        WindowEntry(.join(.listen), "join-listen", "Space", does: "hear the join, and go back"),
      ]),
    Section(
      title: "When a tempo is tapped",
      entries: [
        WindowEntry(.tap(.beat), "tap-beat", "0", "Space", does: "tap a beat"),
        WindowEntry(.tap(.anew), "tap-anew", "Backspace", does: "begin anew"),
      ]),
    Section(
      title: "In the columns of a list",
      entries: [
        WindowEntry(.columns(.toggle), "columns-toggle", "Space", does: "show the column, or not"),
        WindowEntry(.columns(.earlier), "columns-earlier", "K", "Shift-Up", does: "move it left"),
        WindowEntry(.columns(.later), "columns-later", "J", "Shift-Down", does: "move it right"),
        WindowEntry(.columns(.narrower), "columns-narrower", "Left", "h", does: "narrower"),
        WindowEntry(.columns(.wider), "columns-wider", "Right", "l", does: "wider"),
        WindowEntry(
          .columns(.automatic), "columns-auto", "=", does: "let its width follow the list's"),
        WindowEntry(
          .columns(.reset), "columns-reset", "r", does: "the columns that go with the width"),
      ]),
    Section(
      title: "In the settings",
      entries: [
        WindowEntry(.settings(.reset), "settings-reset", "d", "Del", does: "back to its default"),
        WindowEntry(
          .settings(.edit), "settings-edit", "e", does: "open config.toml in your editor"),
      ]),
    Section(
      title: "When a playlist is built",
      entries: [
        WindowEntry(.build(.build), "build-build", "Ctrl-S", does: "build the playlist"),
        WindowEntry(.build(.stop), "build-stop", "Ctrl-X", does: "stop what goes on"),
        WindowEntry(
          .build(.resume), "build-write-rest", "Ctrl-Y",
          does: "write the rest of a playlist that was cut"),
        WindowEntry(.build(.presets), "build-presets-open", "Ctrl-O", does: "presets of builds…"),
        WindowEntry(
          .build(.account), "build-account", "Ctrl-L", does: "sign in to Spotify, or out of it"),
        WindowEntry(.build(.result), "build-tracks", "Ctrl-T", does: "the tracks of the last run…"),
        WindowEntry(.build(.reset), "build-reset", "Ctrl-R", does: "the field back to its default"),
        WindowEntry(.build(.left), "build-left", "Left", does: "the choice before"),
        WindowEntry(.build(.right), "build-right", "Right", "Space", does: "the next choice"),
        WindowEntry(
          .build(.complete), "build-complete", "Tab", does: "complete an artist or a path, or go on"
        ),
        WindowEntry(
          .build(.completeBack), "build-complete-back", "Shift-Tab",
          does: "the artist offered before, or go back"),
        WindowEntry(
          .buildResult(.form), "build-options", "e", does: "back to the options of the build"),
        WindowEntry(
          .buildResult(.copy), "build-copy-link", "c", does: "copy the link of the playlist"),
      ]),
    deviceSection, serverSection, sharedSection, bookSection,
    Section(
      title: "In the skin editor",
      entries: [
        WindowEntry(
          .skin(.other), "skin-other", "Tab", "Shift-Tab", does: "colour of the text, or behind it"),
        WindowEntry(.skin(.darker), "skin-darker", "Left", "h", does: "darker"),
        WindowEntry(.skin(.lighter), "skin-lighter", "Right", "l", does: "lighter"),
        WindowEntry(.skin(.muchDarker), "skin-much-darker", "Shift-Left", "H", does: "much darker"),
        WindowEntry(
          .skin(.muchLighter), "skin-much-lighter", "Shift-Right", "L", does: "much lighter"),
        WindowEntry(.skin(.bold), "skin-bold", "b", does: "bold, or not"),
        WindowEntry(.skin(.dim), "skin-dim", "d", does: "dim, or not"),
        WindowEntry(.skin(.italic), "skin-italic", "i", does: "italic, or not"),
        WindowEntry(.skin(.underline), "skin-underline", "u", does: "underlined, or not"),
        WindowEntry(
          .skin(.clear), "skin-clear", "Del", "x", does: "take the colour away, or inherit it"),
        WindowEntry(.skin(.reset), "skin-reset", "r", does: "as it was when opened or saved"),
        WindowEntry(.skin(.undo), "skin-undo", "z", "Ctrl-Z", does: "undo the last change"),
        WindowEntry(.skin(.save), "skin-save", "s", "Ctrl-S", does: "save as a skin of your own…"),
        WindowEntry(.skin(.drop), "skin-drop", "n", does: "close without saving, when it asks"),
      ]),
    Section(
      title: "When times of lyrics are tapped",
      entries: [
        WindowEntry(
          .lyricsTap(.line), "lyrics-tap-line", "Space", does: "the line is heard now"),
        WindowEntry(
          .lyricsTap(.back), "lyrics-tap-back", "Backspace", does: "back a line, and a little back"),
      ]),
    Section(
      title: "In the menu of a row",
      entries: [
        WindowEntry(.menu(.left), "menu-left", "Left", does: "the mix slot before"),
        WindowEntry(.menu(.right), "menu-right", "Right", does: "the next mix slot"),
      ]),
  ]

  package static let entries: [WindowEntry] = sections.flatMap(\.entries)

  /// The part of docs/keys.md about windows.
  static func markdown() -> String {
    var text = ""
    for section in sections {
      text += "\n## \(section.title)\n\n"
      if section.entries.first?.scope == nil {
        text += """
          These hold in all windows but where one has a key of its own. Where a text is typed, letters
          are text, and the keys that edit it are the text's as long as there is one.


          """
      }
      text += "| Key | Name | Does |\n|---|---|---|\n"
      for entry in section.entries {
        let keys = entry.keys.map { "`\($0)`" }.joined(separator: " ")
        text += "| \(keys) | `\(entry.name)` | \(entry.summary) |\n"
      }
    }
    return text
  }
}
