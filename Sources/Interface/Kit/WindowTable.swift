import Music

/// One line of the table from which the keys of windows, help and docs/keys.md are made.
package struct WindowEntry: KeyEntry {
  package var meaning: WindowKey
  /// Its name in keys.toml.
  package var name: String
  package var summary: String
  package var keys: [String]
  /// The only kind of window in which the keys mean this; nil for all of them.
  package var place: WindowKind?

  init(
    _ meaning: WindowKey, _ name: String, _ keys: String..., in kind: WindowKind? = nil,
    does summary: String
  ) {
    self.meaning = meaning
    self.name = name
    self.summary = summary
    self.keys = keys
    place = kind
  }
}

/// The keys of windows. Where a text is typed, letters are text, and so are the keys that edit it
/// as long as it is not empty.
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
        WindowEntry(.up, "window-up", "Up", "k", "Ctrl-P", "Shift-Tab", does: "up"),
        WindowEntry(.down, "window-down", "Down", "j", "Ctrl-N", "Tab", does: "down"),
        WindowEntry(.pageUp, "window-page-up", "PgUp", "Ctrl-U", does: "page up"),
        WindowEntry(.pageDown, "window-page-down", "PgDn", "Ctrl-D", does: "page down"),
        WindowEntry(.first, "window-first", "Home", "g", does: "first row"),
        WindowEntry(.last, "window-last", "End", "G", does: "last row"),
      ]),
    Section(
      title: "In lines and forms",
      entries: [
        WindowEntry(.complete, "line-complete", "Tab", in: .line, does: "complete what is typed"),
        WindowEntry(
          .completeBack, "line-complete-back", "Shift-Tab", in: .line,
          does: "the completion before"),
        WindowEntry(.accept, "form-keep", "Ctrl-S", in: .form, does: "keep all fields"),
        WindowEntry(.left, "form-left", "Left", in: .form, does: "the choice before"),
        WindowEntry(.right, "form-right", "Right", "Space", in: .form, does: "the next choice"),
        WindowEntry(
          .nextOffer, "form-next-offer", "PgDn", "Ctrl-N", in: .form,
          does: "the next text that is offered"),
        WindowEntry(
          .previousOffer, "form-previous-offer", "PgUp", "Ctrl-P", in: .form,
          does: "the text offered before"),
        WindowEntry(
          .placeholders, "template-placeholders", "Tab", "Shift-Tab", "Down", in: .template,
          does: "list the placeholders of a template"),
        WindowEntry(
          .down, "template-down", "Shift-Down", in: .template, does: "scroll what it groups"),
        WindowEntry(
          .save, "template-save", "Ctrl-S", in: .template, does: "keep the template under a name"),
      ]),
    Section(
      title: "In lists to choose from",
      entries: [
        WindowEntry(
          .remove, "picker-delete", "Del", in: .picker, does: "delete a template of your own"),
        WindowEntry(
          .rename, "picker-rename", "F2", in: .picker, does: "rename a template of your own"),
        WindowEntry(.mark, "checklist-mark", "Space", in: .checklist, does: "mark the row, or not"),
        WindowEntry(
          .markAndGoOn, "checklist-mark-down", "v", in: .checklist, does: "the same, and go on"),
        WindowEntry(
          .markAll, "checklist-mark-all", "a", "V", in: .checklist, does: "mark all rows, or none"),
        WindowEntry(
          .left, "checklist-left", "Left", in: .checklist, does: "the file before, of several"),
        WindowEntry(
          .right, "checklist-right", "Right", in: .checklist, does: "the next file of several"),
        WindowEntry(
          .remove, "checklist-remove", "d", in: .checklist, does: "take out this folder only"),
      ]),
    Section(
      title: "In the cues of a track",
      entries: [
        WindowEntry(.addCue, "cues-add", "a", in: .cues, does: "set a cue where it plays"),
        WindowEntry(.edit, "cues-edit", "R", "P", in: .cues, does: "edit the cue…"),
        WindowEntry(.remove, "cues-delete", "d", "Del", in: .cues, does: "delete the cue"),
        WindowEntry(.nextKind, "cues-next-kind", "Tab", in: .cues, does: "next kind of cue"),
        WindowEntry(
          .previousKind, "cues-previous-kind", "Shift-Tab", in: .cues, does: "previous kind of cue"),
        WindowEntry(.endCue, "cues-end", "e", in: .cues, does: "let it end where it plays"),
        WindowEntry(.unendCue, "cues-no-end", "E", in: .cues, does: "take its end away"),
        WindowEntry(.moveCue(-10), "cues-back-10", ",", in: .cues, does: "10 ms earlier"),
        WindowEntry(.moveCue(10), "cues-forward-10", ".", in: .cues, does: "10 ms later"),
        WindowEntry(.moveCue(-100), "cues-back-100", "[", in: .cues, does: "100 ms earlier"),
        WindowEntry(.moveCue(100), "cues-forward-100", "]", in: .cues, does: "100 ms later"),
        WindowEntry(.moveCue(-1000), "cues-back-1000", "{", in: .cues, does: "1 s earlier"),
        WindowEntry(.moveCue(1000), "cues-forward-1000", "}", in: .cues, does: "1 s later"),
      ]),
    Section(
      title: "In what fits now",
      entries: [
        WindowEntry(.addToSlot(.one), "fits-add-1", "1", in: .fits, does: "add to mix slot 1"),
        WindowEntry(.addToSlot(.two), "fits-add-2", "2", in: .fits, does: "add to mix slot 2"),
        WindowEntry(.addToSlot(.three), "fits-add-3", "3", in: .fits, does: "add to mix slot 3"),
        WindowEntry(.queueLast, "fits-queue", "e", in: .fits, does: "to the end of the queue"),
        WindowEntry(
          .queueNext, "fits-queue-next", "E", in: .fits, does: "to the front of the queue"),
        WindowEntry(.addToPlaylist, "fits-add", "a", in: .fits, does: "add to a playlist…"),
        WindowEntry(.follow, "fits-follow", "w", in: .fits, does: "what fits after this one"),
        WindowEntry(
          .back, "fits-back", "Backspace", "h", in: .fits, does: "back to the one before"),
      ]),
    Section(
      title: "In reports and proposed orders",
      entries: [
        WindowEntry(.pageDown, "read-on", "Space", in: .reading, does: "page down"),
        WindowEntry(
          .keepFirst, "order-keep-first", "f", in: .reading,
          does: "keep the first entry of the order, or not"),
      ]),
    Section(
      title: "In the equalizer",
      entries: [
        WindowEntry(.left, "equalizer-left", "Left", "h", in: .equalizer, does: "band before"),
        WindowEntry(.right, "equalizer-right", "Right", "l", in: .equalizer, does: "next band"),
        WindowEntry(
          .otherPart, "equalizer-part", "Tab", "Shift-Tab", in: .equalizer,
          does: "to the tone, and to the equalizer"),
        WindowEntry(
          .finerUp, "equalizer-finer-up", "Shift-Up", "K", in: .equalizer, does: "0.5 dB up"),
        WindowEntry(
          .finerDown, "equalizer-finer-down", "Shift-Down", "J", in: .equalizer,
          does: "0.5 dB down"),
        WindowEntry(.flat, "equalizer-flat", "0", in: .equalizer, does: "the band at 0 dB"),
        WindowEntry(
          .previousPreset, "equalizer-previous", "[", in: .equalizer, does: "previous preset"),
        WindowEntry(.nextPreset, "equalizer-next", "]", in: .equalizer, does: "next preset"),
        WindowEntry(
          .asBefore, "equalizer-undo", "u", "Ctrl-Z", in: .equalizer,
          does: "as it was before the window"),
      ]),
    Section(
      title: "When a tempo is tapped",
      entries: [
        WindowEntry(.beat, "tap-beat", "0", "Space", in: .tap, does: "tap a beat"),
        WindowEntry(.anew, "tap-anew", "Backspace", in: .tap, does: "begin anew"),
      ]),
  ]

  package static let entries: [WindowEntry] = sections.flatMap(\.entries)

  /// The part of docs/keys.md about windows.
  static func markdown() -> String {
    var text = ""
    for section in sections {
      text += "\n## \(section.title)\n\n"
      if section.entries.first?.place == nil {
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
