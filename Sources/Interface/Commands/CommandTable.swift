import Music
import Screen

/// One line of the table from which keys, help, docs/keys.md and the command line are made.
package struct CommandEntry: Sendable {
  package var command: Command
  /// What the command line and keys.toml call it.
  package var name: String
  package var summary: String
  /// Default keys, as `KeySequence` reads them.
  package var keys: [String]
  /// The only pane in which the keys mean this; nil for everywhere.
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
        CommandEntry(.addToSlot(.one), "add-1", "1", does: "add to mix slot 1 (red)"),
        CommandEntry(.addToSlot(.two), "add-2", "2", does: "add to mix slot 2 (blue)"),
        CommandEntry(.addToSlot(.three), "add-3", "3", does: "add to mix slot 3 (gold)"),
        CommandEntry(.assignSlot(.one), "slot-1", "m 1", does: "give slot 1 a playlist"),
        CommandEntry(.assignSlot(.two), "slot-2", "m 2", does: "give slot 2 a playlist"),
        CommandEntry(.assignSlot(.three), "slot-3", "m 3", does: "give slot 3 a playlist"),
        CommandEntry(
          .assignSelectedSlot, "slot", "m", pane: .mix, does: "give the selected slot a playlist"),
      ] + mixingEntries),
    Section(
      title: "Playing",
      entries: [
        CommandEntry(.playPause, "play-pause", "Space", "p", does: "play or pause"),
        CommandEntry(.nextTrack, "next", ">", ".", does: "next track"),
        CommandEntry(
          .previousTrack, "previous", "<", ",",
          does: "previous track; to the start when over 3 s in"),
        CommandEntry(.seek(-5), "back-5", "Left", does: "back 5 seconds"),
        CommandEntry(.seek(5), "forward-5", "Right", does: "forward 5 seconds"),
        CommandEntry(.seek(-10), "back-10", "b", does: "back 10 seconds"),
        CommandEntry(.seek(10), "forward-10", "f", does: "forward 10 seconds"),
        CommandEntry(.seek(-30), "back-30", "Shift-Left", "B", does: "back 30 seconds"),
        CommandEntry(.seek(30), "forward-30", "Shift-Right", "F", does: "forward 30 seconds"),
        CommandEntry(.changeVolume(5), "louder", "+", "=", does: "louder"),
        CommandEntry(.changeVolume(-5), "quieter", "-", does: "quieter"),
        CommandEntry(.mute, "mute", "M", does: "mute"),
        CommandEntry(.shuffle, "shuffle", "s", does: "shuffle"),
        CommandEntry(.cycleRepeat, "repeat", "r", does: "repeat off, all, one"),
        CommandEntry(.stop, "stop", "x", does: "stop"),
        CommandEntry(.dropCue, "cue", "c", does: "set a cue where it plays"),
        CommandEntry(.listCues, "cues", "C", does: "cues of the track: go to, move, edit…"),
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
        CommandEntry(.sound(.toggleMono), "mono", does: "both channels on both sides"),
        CommandEntry(.sound(.chooseOutput), "output", "D", does: "choose where sound goes…"),
        CommandEntry(.sound(.chooseSleep), "sleep", "z", does: "stop by itself after a time…"),
      ]),
    Section(
      title: "Moving",
      entries: [
        CommandEntry(.down, "down", "j", "Down", does: "down"),
        CommandEntry(.up, "up", "k", "Up", does: "up"),
        CommandEntry(.pageDown, "page-down", "PgDn", "Ctrl-D", does: "page down"),
        CommandEntry(.pageUp, "page-up", "PgUp", "Ctrl-U", does: "page up"),
        CommandEntry(.top, "top", "g", "Home", does: "first row"),
        CommandEntry(.bottom, "bottom", "G", "End", does: "last row"),
        CommandEntry(
          .activate, "open", "Enter", does: "open or play; of a header, the whole group"),
        CommandEntry(.back, "back", "Backspace", "h", does: "back up"),
        CommandEntry(.nextPane, "next-pane", "Tab", does: "next pane"),
        CommandEntry(.previousPane, "previous-pane", "Shift-Tab", does: "previous pane"),
        CommandEntry(.nextTab, "next-tab", "]", does: "next tab of the pane"),
        CommandEntry(.previousTab, "previous-tab", "[", does: "previous tab of the pane"),
        CommandEntry(.goToPlaying, "playing", "i", does: "jump to what plays"),
      ]),
    Section(
      title: "Finding",
      entries: [
        CommandEntry(.filter, "filter", "/", does: "filter what the pane shows, as you type"),
        CommandEntry(.searchLibrary, "search", "Ctrl-F", does: "search the whole library"),
        CommandEntry(.nextMatch, "next-match", "n", does: "next match"),
        CommandEntry(.previousMatch, "previous-match", "N", does: "previous match; else the note"),
        CommandEntry(.nextSort, "next-sort", "o", does: "sort by the next column"),
        CommandEntry(.reverseSort, "reverse", "O", does: "reverse the order"),
        CommandEntry(
          .cancel, "cancel", "Esc", does: "stop what goes on; else clear filter and marks"),
      ]),
    Section(
      title: "Lists",
      entries: [
        CommandEntry(.addToPlaylist, "add", "a", does: "add to a playlist…"),
        CommandEntry(.queueLast, "queue", "e", does: "to the end of the queue"),
        CommandEntry(.queueNext, "queue-next", "E", does: "to the front of the queue"),
        CommandEntry(.saveQueue, "save-queue", "Ctrl-S", does: "keep the queue as a playlist…"),
        CommandEntry(.listQueues, "queues", "H", does: "go back to a queue that was replaced…"),
        CommandEntry(.mark, "mark", "v", does: "mark the row"),
        CommandEntry(.markAll, "mark-all", "V", does: "mark all rows of the list, or none"),
        CommandEntry(.remove, "remove", "d", "Del", does: "remove from the list"),
        CommandEntry(.moveDown, "move-down", "J", does: "move the entry, group or all marked down"),
        CommandEntry(.moveUp, "move-up", "K", does: "move the entry, group or all marked up"),
        CommandEntry(.moveToTop, "move-to-top", "^", does: "move to the top of the list"),
        CommandEntry(.moveToBottom, "move-to-bottom", "$", does: "move to the end of the list"),
        CommandEntry(.addAgain, "add-again", does: "add again what the playlist held already…"),
        CommandEntry(.newPlaylist, "new", "A", does: "make a playlist"),
        CommandEntry(.renamePlaylist, "rename", "R", does: "rename the playlist or folder"),
        CommandEntry(.edit, "edit", "P", does: "edit the playlist, or its entries…"),
        CommandEntry(.chooseTemplate, "group", "U", does: "group the list or playlist by…"),
        CommandEntry(
          .template(.edit), "edit-template", "W", does: "write what to group by, with a preview…"),
        CommandEntry(.template(.list), "templates", does: "list all templates to group by"),
        CommandEntry(
          .template(.toggleGroup), "collapse", "y", does: "collapse or expand the group"),
        CommandEntry(
          .template(.toggleAllGroups), "collapse-all", "Y", does: "collapse or expand all groups"),
        CommandEntry(
          .cue(.trimToMix), "trim-to-mix", does: "begin entries at their Mix In, end at Mix Out"),
        CommandEntry(.cycleRating, "rate", "*", does: "rate: one star more"),
        CommandEntry(.react, "react", "l", does: "listened, liked, loved"),
        CommandEntry(.editNote, "note", does: "write a note on what is selected"),
        CommandEntry(.undo, "undo", "Ctrl-Z", does: "undo"),
        CommandEntry(.redo, "redo", "Ctrl-R", does: "redo"),
      ]),
    playlistSection,
    findingSection,
    Section(
      title: "Tritone",
      entries: [
        CommandEntry(.nextSkin, "next-skin", "t", does: "next skin"),
        CommandEntry(.chooseSkin, "skins", "T", does: "choose a skin"),
        CommandEntry(.update, "update", "u", does: "update the library"),
        CommandEntry(.addFolder, "add-folder", does: "add a folder of music"),
        CommandEntry(.listRoots, "roots", does: "list the folders of the library, take one out"),
        CommandEntry(
          .forgetMissing, "forget-missing",
          does: "forget the marked tracks whose files are gone, or all"),
        CommandEntry(
          .relocate(nil), "relocate", does: "find files again that are gone from their places…"),
        CommandEntry(.duplicates, "duplicates", does: "list the tracks that have the same audio"),
        CommandEntry(
          .unreadable, "unreadable", does: "list the files that cannot be read, and why…"),
        CommandEntry(
          .exchange(.importFile(nil)), "import", does: "read a playlist of another program…"),
        CommandEntry(
          .exchange(.export(nil)), "export", does: "write the playlist for other programs…"),
        CommandEntry(
          .analysis(.again), "analyze", does: "look for tempo, key, loudness of the tracks again"),
        CommandEntry(.analysis(.status), "analysis", does: "say how far the analysis is"),
        CommandEntry(.writeDemo, "demo", does: "write a dozen demo tracks"),
        CommandEntry(.commandLine, "command", ":", does: "command line"),
        CommandEntry(.help, "help", "?", "F1", does: "this help"),
        CommandEntry(.redraw, "redraw", "Ctrl-L", does: "draw the screen anew"),
        CommandEntry(.quit, "quit", "q", "Ctrl-C", does: "leave"),
      ]),
  ]

  package static let entries: [CommandEntry] = sections.flatMap(\.entries)

  /// docs/keys.md, made from the table so that it cannot lie.
  package static func markdown() -> String {
    var text = """
      # Keys

      Made by `make docs` from the table that the player itself uses; every line can be changed
      in `keys.toml` by its name. In the player, `?` shows the same list.

      """
    for section in sections {
      text += "\n## \(section.title)\n\n| Key | Command | Does |\n|---|---|---|\n"
      for entry in section.entries {
        let keys = entry.keys.map { "`\($0)`" }.joined(separator: " ")
        let place = entry.pane.map { " (in \($0.title))" } ?? ""
        text += "| \(keys)\(place) | `:\(entry.name)` | \(entry.summary) |\n"
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
