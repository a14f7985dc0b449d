import Music
import Screen

/// One row of the table behind keys, help, docs/keys.md and the command line.
package struct CommandEntry: Sendable {
  package var command: Command
  /// The name on the command line and in keys.toml.
  package var name: String
  package var summary: String
  /// Default keys, in the format of `KeySequence`.
  package var keys: [String]
  /// The only pane with these keys; nil for all panes.
  package var pane: Pane?

  init(
    _ command: Command, _ name: String, _ keys: String..., pane: Pane? = nil, does summary: String
  ) {
    self.command = command
    self.name = name
    self.summary = summary
    self.keys = keys
    self.pane = pane
  }
}

package enum CommandTable {
  package struct Section: Sendable {
    package var title: String
    package var entries: [CommandEntry]
  }

  package static let sections: [Section] = [
    Section(
      title: "Mix slots",
      entries: [
        CommandEntry(.slot(.add(.one)), "add-1", "1", does: "add to mix slot 1 (red)"),
        CommandEntry(.slot(.add(.two)), "add-2", "2", does: "add to mix slot 2 (blue)"),
        CommandEntry(.slot(.add(.three)), "add-3", "3", does: "add to mix slot 3 (gold)"),
        CommandEntry(.slot(.assign(.one)), "slot-1", "m 1", does: "give slot 1 a playlist"),
        CommandEntry(.slot(.assign(.two)), "slot-2", "m 2", does: "give slot 2 a playlist"),
        CommandEntry(.slot(.assign(.three)), "slot-3", "m 3", does: "give slot 3 a playlist"),
        CommandEntry(
          .slot(.assignSelected), "slot", "m", pane: .mix, does: "give the selected slot a playlist"
        ),
      ] + mixingEntries),
    Section(
      title: "Playing",
      entries: [
        CommandEntry(.playing(.playPause), "play-pause", "Space", "p", does: "play or pause"),
        CommandEntry(.playing(.nextTrack), "next", ">", ".", does: "next track"),
        CommandEntry(
          .playing(.previousTrack), "previous", "<", ",",
          does: "previous track; to the start when over 3 s in"),
        CommandEntry(.playing(.seek(-5)), "back-5", "Left", does: "back 5 seconds"),
        CommandEntry(.playing(.seek(5)), "forward-5", "Right", does: "forward 5 seconds"),
        CommandEntry(.playing(.seek(-10)), "back-10", "b", does: "back 10 seconds"),
        CommandEntry(.playing(.seek(10)), "forward-10", "f", does: "forward 10 seconds"),
        CommandEntry(.playing(.seek(-30)), "back-30", "Shift-Left", "B", does: "back 30 seconds"),
        CommandEntry(
          .playing(.seek(30)), "forward-30", "Shift-Right", "F", does: "forward 30 seconds"),
        CommandEntry(.playing(.changeVolume(5)), "louder", "+", "=", does: "louder"),
        CommandEntry(.playing(.changeVolume(-5)), "quieter", "-", does: "quieter"),
        CommandEntry(.playing(.mute), "mute", "M", does: "mute"),
        CommandEntry(
          .playing(.sayPosition), "position", "@", does: "say the position, and what plays"),
        CommandEntry(.playing(.shuffle), "shuffle", "s", does: "shuffle"),
        CommandEntry(.playing(.cycleRepeat), "repeat", "r", does: "repeat off, all, one"),
        CommandEntry(.playing(.stop), "stop", "x", does: "stop"),
        CommandEntry(
          .playing(.endAudition), "end-listening", does: "back to what played before listening"),
        CommandEntry(.cue(.dropMarker), "cue", "c", does: "set a cue where it plays"),
        CommandEntry(.cue(.list), "cues", "C", does: "cues of the track: go to, move, edit…"),
        CommandEntry(
          .cue(.previous), "previous-cue", ";",
          does: "previous cue; the one itself when over 1 s behind it"),
        CommandEntry(.cue(.next), "next-cue", "'", does: "next cue"),
      ]),
    Section(
      title: "Sound",
      entries: [
        CommandEntry(.sound(.equalizer), "equalizer", "Q", does: "equalizer and tone…"),
        CommandEntry(
          .sound(.cycleReplayGain), "replaygain", "L", does: "ReplayGain off, track, album, smart"),
        CommandEntry(.sound(.togglePeaks), "clipping", does: "let ReplayGain clip peaks, or not"),
        CommandEntry(.sound(.changeSpeed(-1)), "slower", "{", does: "slower, at the same pitch"),
        CommandEntry(.sound(.changeSpeed(1)), "faster", "}", does: "faster, at the same pitch"),
        CommandEntry(.sound(.speed(1)), "normal-speed", "\\", does: "at its own speed"),
        CommandEntry(.sound(.chooseCrossfade), "crossfade", does: "overlap of tracks…"),
        CommandEntry(.sound(.toggleMono), "mono", does: "both channels on both sides"),
        CommandEntry(.sound(.chooseOutput), "output", "D", does: "choose where sound goes…"),
        CommandEntry(
          .sound(.nextVisual), "visual", "~", does: "spectrum, wave or meter of what is heard, off"),
        CommandEntry(.sound(.chooseSleep), "sleep", "z", does: "stop by itself after a time…"),
      ]),
    Section(
      title: "Moving",
      entries: [
        CommandEntry(.move(.down), "down", "j", "Down", does: "down"),
        CommandEntry(.move(.up), "up", "k", "Up", does: "up"),
        CommandEntry(.move(.pageDown), "page-down", "PgDn", "Ctrl-D", does: "page down"),
        CommandEntry(.move(.pageUp), "page-up", "PgUp", "Ctrl-U", does: "page up"),
        CommandEntry(.move(.top), "top", "g", "Home", does: "first row"),
        CommandEntry(.move(.bottom), "bottom", "G", "End", does: "last row"),
        CommandEntry(
          .pane(.activate), "open", "Enter", does: "open or play; of a header, the whole group"),
        CommandEntry(.pane(.menu), "menu", "F10", does: "the commands for the row…"),
        CommandEntry(.pane(.back), "back", "Backspace", "h", does: "back up"),
        CommandEntry(.pane(.next), "next-pane", "Tab", does: "next pane"),
        CommandEntry(.pane(.previous), "previous-pane", "Shift-Tab", does: "previous pane"),
        CommandEntry(.pane(.nextTab), "next-tab", "]", does: "next tab of the pane"),
        CommandEntry(.pane(.previousTab), "previous-tab", "[", does: "previous tab of the pane"),
        CommandEntry(
          .pane(.moveBorder(.left)), "border-left", "Ctrl-Left",
          does: "move the border beside the library left"),
        CommandEntry(
          .pane(.moveBorder(.right)), "border-right", "Ctrl-Right",
          does: "move the border beside the library right"),
        CommandEntry(
          .pane(.moveBorder(.up)), "border-up", "Ctrl-Up",
          does: "move the border below Now Playing, else above the mixes, up"),
        CommandEntry(
          .pane(.moveBorder(.down)), "border-down", "Ctrl-Down",
          does: "move the border below Now Playing, else above the mixes, down"),
        CommandEntry(.pane(.goToPlaying), "playing", "i", does: "jump to what plays"),
        CommandEntry(.pane(.lyrics), "lyrics", "\"", does: "the lyrics of what plays"),
        CommandEntry(
          .pane(.fullScreen), "full-screen", "o", does: "what plays over the whole screen, and back"
        ),
      ]),
    Section(
      title: "Finding",
      entries: [
        CommandEntry(
          .list(.filter), "filter", "/", does: "filter what the pane shows, as you type"),
        CommandEntry(.list(.searchLibrary), "search", "Ctrl-F", does: "search the whole library"),
        CommandEntry(
          .list(.jump), "jump", "`", does: "jump to the first name with a letter, or more letters"),
        CommandEntry(.list(.nextMatch), "next-match", "n", does: "next match"),
        CommandEntry(
          .list(.previousMatch), "previous-match", "N", does: "previous match; else the note"),
        CommandEntry(.list(.nextSort), "next-sort", "Ctrl-O", does: "sort by the next column"),
        CommandEntry(.list(.reverseSort), "reverse", "O", does: "reverse the order"),
        CommandEntry(
          .cancel, "cancel", "Esc", does: "stop what goes on; else clear filter and marks"),
      ]),
    Section(
      title: "Lists",
      entries: [
        CommandEntry(.row(.addToPlaylist), "add", "a", does: "add to a playlist…"),
        CommandEntry(.queue(.addLast), "queue", "e", does: "to the end of the queue"),
        CommandEntry(.queue(.addNext), "queue-next", "E", does: "to the front of the queue"),
        CommandEntry(.queue(.save), "save-queue", "Ctrl-S", does: "keep the queue as a playlist…"),
        CommandEntry(.queue(.list), "queues", "H", does: "go back to a queue that was replaced…"),
        CommandEntry(.list(.mark), "mark", "v", does: "mark the row"),
        CommandEntry(.list(.markAll), "mark-all", "V", does: "mark all rows of the list, or none"),
        CommandEntry(.row(.remove), "remove", "d", "Del", does: "remove from the list"),
        CommandEntry(
          .row(.moveDown), "move-down", "J", does: "move the entry, group or all marked down"),
        CommandEntry(.row(.moveUp), "move-up", "K", does: "move the entry, group or all marked up"),
        CommandEntry(.row(.moveToTop), "move-to-top", "^", does: "move to the top of the list"),
        CommandEntry(
          .row(.moveToBottom), "move-to-bottom", "$", does: "move to the end of the list"),
        CommandEntry(
          .row(.addAgain), "add-again", does: "add again what the playlist held already…"),
        CommandEntry(.playlist(.new), "new", "A", does: "make a playlist"),
        CommandEntry(.playlist(.rename), "rename", "R", does: "rename the playlist or folder"),
        CommandEntry(.row(.edit), "edit", "P", does: "edit the playlist, or its entries…"),
        CommandEntry(.template(.choose), "group", "U", does: "group the list or playlist by…"),
        CommandEntry(
          .template(.edit), "edit-template", "W", does: "write what to group by, with a preview…"),
        CommandEntry(.template(.list), "templates", does: "list all templates to group by"),
        CommandEntry(
          .template(.toggleGroup), "collapse", "y", does: "collapse or expand the group"),
        CommandEntry(
          .template(.toggleAllGroups), "collapse-all", "Y", does: "collapse or expand all groups"),
        CommandEntry(
          .list(.chooseColumns), "columns", does: "choose columns, their order and width…"),
        CommandEntry(
          .cue(.trimToMix), "trim-to-mix", does: "begin entries at their Mix In, end at Mix Out"),
        CommandEntry(.track(.cycleRating), "rate", "*", does: "rate: one star more"),
        CommandEntry(.track(.cycleReaction), "react", "l", does: "listened, liked, loved"),
        CommandEntry(.track(.toggle(.listened)), "listened", does: "listened, or no longer"),
        CommandEntry(.track(.toggle(.liked)), "liked", does: "liked, or no longer"),
        CommandEntry(.track(.toggle(.loved)), "loved", does: "loved, or no longer"),
        CommandEntry(.track(.editNote), "note", does: "write a note on what is selected"),
        CommandEntry(.undo, "undo", "Ctrl-Z", does: "undo"),
        CommandEntry(.redo, "redo", "Ctrl-R", does: "redo"),
      ]),
    labelSection,
    playlistSection,
    Section(title: "Playlists from artists", entries: buildEntries),
    deviceSection,
    bookSection,
    serverSection,
    sharedSection,
    findingSection,
    lyricsSection,
    Section(
      title: "Tritone",
      entries: [
        CommandEntry(.skin(.next), "next-skin", "t", does: "next skin"),
        CommandEntry(.skin(.choose), "skins", "T", does: "choose a skin"),
        CommandEntry(.skin(.edit), "theme-edit", does: "change the colours of the skin…"),
        CommandEntry(.library(.update), "update", "u", does: "update the library"),
        CommandEntry(.library(.addFolder), "add-folder", does: "add a folder of music"),
        CommandEntry(
          .library(.listRoots), "roots", does: "list the folders of the library, take one out"),
        CommandEntry(
          .library(.forgetMissing), "forget-missing",
          does: "forget the marked tracks whose files are gone, or all"),
        CommandEntry(
          .row(.relocate(nil)), "relocate",
          does: "find files again that are gone from their places…"),
        CommandEntry(
          .library(.duplicates), "duplicates", does: "list the tracks that have the same audio"),
        CommandEntry(
          .library(.unreadable), "unreadable", does: "list the files that cannot be read, and why…"),
        CommandEntry(
          .library(.log(nil)), "log", does: "read the log: what failed, and why…"),
        CommandEntry(
          .library(.statistics), "stats", does: "what the library holds, and what was heard of it…"),
        CommandEntry(
          .library(.storage), "storage", does: "files of the program, their sizes; clear caches…"),
        CommandEntry(
          .library(.reset), "reset-library",
          does: "begin the library anew: back it up, empty it, scan its folders…"),
        CommandEntry(
          .library(.listens(.status)), "scrobble", does: "what waits for ListenBrainz and Last.fm"),
        CommandEntry(.library(.about), "about", does: "the version, and where help is…"),
        CommandEntry(
          .exchange(.importFile(nil)), "import", does: "read a playlist of another program…"),
        CommandEntry(
          .exchange(.export(nil)), "export", does: "write the playlist for other programs…"),
        CommandEntry(
          .analysis(.again), "analyze", does: "look for tempo, key, loudness of the tracks again"),
        CommandEntry(.analysis(.status), "analysis", does: "say how far the analysis is"),
        CommandEntry(.library(.writeDemo), "demo", does: "write a dozen demo tracks"),
        CommandEntry(.commandLine, "command", ":", does: "command line"),
        CommandEntry(.help, "help", "?", "F1", does: "this help"),
        CommandEntry(.keys, "keys", does: "your own keys, and what they were taken from"),
        CommandEntry(.redraw, "redraw", "Ctrl-L", does: "draw the screen anew"),
        CommandEntry(
          .leave(mayEndMusic: true), "leave", "q",
          does: "leave; the music plays on (end it with :quit)"),
        CommandEntry(
          .leave(mayEndMusic: false), "detach", "Ctrl-C",
          does: "leave; the music plays on whatever player.background says"),
        CommandEntry(.quit, "quit", does: "end the player and its music"),
      ] + SettingsCommand.entries),
  ]

  package static let entries: [CommandEntry] = sections.flatMap(\.entries)

  /// docs/keys.md, generated from the table.
  package static func markdown() -> String {
    var text = """
      # Keys

      Made by `make docs` from the table that the player itself uses; every line can be changed
      in `keys.toml` by its name. In the player, `?` shows the same list.

      """
    for section in sections {
      text += "\n## \(section.title)\n\n| Key | Command | Does |\n|---|---|---|\n"
      for entry in section.entries {
        let keys = entry.keys.map { $0 == "`" ? "`` ` ``" : "`\($0)`" }.joined(separator: " ")
        let scope = entry.pane.map { " (in \($0.content.title))" } ?? ""
        text += "| \(keys)\(scope) | `:\(entry.name)` | \(entry.summary) |\n"
      }
    }
    text += WindowTable.markdown()
    text += "\n## Commands with an argument\n\n| Command | Does |\n|---|---|\n"
    for usage in CommandLineReader.usages {
      text += "| `:\(usage.form)` | \(usage.summary) |\n"
    }
    return text
  }
}
