/// The keys of another program, for the commands that both have.
package struct KeyPreset: Equatable, Sendable {
  package let name: String
  /// Whether digits in front of a move repeat it.
  package var hasCounts = false
  /// The keys of commands that differ from our own, by the names of the table.
  let bindings: [String: [String]]
  /// The differences from that program, a sentence each.
  let differences: [String]

  /// Tritone's own keys.
  package static let own = KeyPreset(name: "tritone", bindings: [:], differences: [])
  package static let all = [own, cmus, ncmpcpp, vim, mpv]

  package init?(named name: String) {
    guard let preset = KeyPreset.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  private init(
    name: String, hasCounts: Bool = false, bindings: [String: [String]], differences: [String]
  ) {
    self.name = name
    self.hasCounts = hasCounts
    self.bindings = bindings
    self.differences = differences
  }

  var sequences: [String: [KeySequence]] {
    bindings.mapValues { $0.compactMap { KeySequence($0) } }
  }
}

extension KeyPreset {
  private static let cmus = KeyPreset(
    name: "cmus",
    bindings: [
      "play-pause": ["c"], "stop": ["v"], "next": ["b", ">"], "previous": ["z", "<"],
      "back-5": ["h", "Left"], "forward-5": ["l", "Right"],
      "back-30": [",", "Shift-Left"], "forward-30": [".", "Shift-Right"],
      "back": ["Backspace"], "react": ["L"],
      "mark": ["Space"], "remove": ["D", "Del"], "add": ["y", "a"],
      "page-down": ["PgDn", "Ctrl-F", "Ctrl-D"], "page-up": ["PgUp", "Ctrl-B", "Ctrl-U"],
      "search": ["F"], "collapse": ["t"], "next-skin": ["Ctrl-T"],
      "cue": ["Ctrl-X"], "sleep": ["Ctrl-E"],
      "help": ["F1", "?"],
    ],
    differences: [
      "`1` to `7` change the view in cmus; here `1` `2` `3` add to the mix slots, and `]` `[` change "
        + "the view.",
      "`,` and `.` seek by 30 seconds, not by a minute; `+` and `-` change the volume by 5 %.",
      "`c` also plays when nothing plays, as `x` does in cmus; `x` has no meaning.",
      "`?` shows the help; cmus searches backwards with it. `/` filters the list rather than only "
        + "going to the next hit.",
      "`a` adds to a playlist as `y` does, since whole folders are in the library already.",
      "`m`, `o`, `P` and `C` have the meaning of Tritone, and `p` none: cmus' modes of playing a view "
        + "do not exist, and marked entries move with `J` and `K`.",
    ])

  private static let ncmpcpp = KeyPreset(
    name: "ncmpcpp",
    bindings: [
      "play-pause": ["p"], "stop": ["s"], "shuffle": ["z"], "next": [">"], "previous": ["<"],
      "forward-5": ["f"], "back-5": ["b"], "forward-10": ["F"], "back-10": ["B"],
      "forward-30": ["Shift-Right"], "back-30": ["Shift-Left"],
      "louder": ["+", "=", "Right"], "quieter": ["-", "Left"],
      "queue": ["Space", "e"], "edit": ["P"], "mark": ["Ins", "v"],
      "info": ["i", "X"], "playing": ["o"], "full-screen": ["8"],
      "lyrics": ["l", "\""], "react": ["L"], "replaygain": ["Y"], "collapse-all": ["Ctrl-Y"],
      "filter": ["Ctrl-F", "/"], "search": ["Ctrl-G"],
      "next-match": ["."], "previous-match": [",", "N"],
      "move-down": ["n", "J"], "move-up": ["m", "K"],
      "slot": ["M 4"], "slot-1": ["M 1"], "slot-2": ["M 2"], "slot-3": ["M 3"],
      "mute": ["Ctrl-K"], "sleep": ["Ctrl-E"], "crossfade": ["x"],
      "save-queue": ["S", "Ctrl-S"], "smart": ["Ctrl-W"],
      "top": ["Home", "g"], "bottom": ["End", "G"],
      "help": ["F1", "?"],
    ],
    differences: [
      "`1` to `8` are screens in ncmpcpp; here `1` `2` `3` add to the mix slots, `]` `[` change the "
        + "view, and `8` shows what plays over the whole screen.",
      "`Space` adds to the queue, which is what ncmpcpp calls the playlist; `Ins` marks.",
      "`f` and `b` go by 5 seconds a press, and do not accelerate.",
      "`.` and `,` go to the next and the previous row of a filtered list. `/` filters, too, and `?` "
        + "shows the help.",
      "`g` and `G` are the ends of the list; ncmpcpp jumps to a position with `g`.",
      "`e` adds to the queue; tags are changed by `tritone tags` only.",
      "`c`, `C`, `y` and `R` have the meaning of Tritone: the queue is replaced, not cleared. `x` "
        + "lists the lengths of the crossfade.",
    ])

  private static let vim = KeyPreset(
    name: "vim", hasCounts: true,
    bindings: [
      "add-1": [", 1"], "add-2": [", 2"], "add-3": [", 3"],
      "previous": ["<"], "play-pause": ["Space"], "queue": ["p", "e"], "queue-next": ["P", "E"],
      "edit": ["c w"], "cue": ["c c"],
      "top": ["g g", "Home"], "bottom": ["G", "End"],
      "next-tab": ["g t", "]"], "previous-tab": ["g T", "["],
      "page-down": ["Ctrl-F", "PgDn", "Ctrl-D"], "page-up": ["Ctrl-B", "PgUp", "Ctrl-U"],
      "search": ["g /"], "back": ["h", "Backspace"], "open": ["l", "Enter"], "react": ["g l"],
      "undo": ["u", "Ctrl-Z"], "update": ["g u"],
      "remove": ["d d", "Del"], "add": ["y y", "a"],
      "collapse": ["z a"], "collapse-all": ["z M", "Y"], "sleep": ["g z"],
      "zoom": ["z z"], "leave": ["Z Z", "q"],
      "next-pane": ["Ctrl-W w", "Tab"], "previous-pane": ["Ctrl-W p", "Shift-Tab"],
    ],
    differences: [
      "Digits are a count in front of a move: `5j`, `12G`, `3 Ctrl-F`. The mix slots, which have "
        + "`1` `2` `3` otherwise, are `, 1` `, 2` `, 3`; in windows the digits stay as they are.",
      "A count in front of anything but a move is ignored; there are no operators with motions: `d d` "
        + "removes the row or what is marked, and `y y` adds it to a playlist.",
      "`p` and `P` put the row at the end and the front of the queue.",
      "`/` filters the list while you type; `n` and `N` go through what is left.",
      "`v` marks one row and goes on, `V` all rows.",
      "`q` leaves, as there are no macros; `.` is the next track, `x` stops, and `s`, `r`, `o`, `i` and "
        + "`t` have the meaning of Tritone.",
      "Registers, marks and `:` ranges do not exist; `:q` leaves.",
    ])

  private static let mpv = KeyPreset(
    name: "mpv",
    bindings: [
      "play-pause": ["Space", "p"], "next": [">", "."], "previous": ["<", ","],
      "louder": ["0", "+", "="], "quieter": ["9", "-"], "mute": ["m"],
      "slower": ["["], "faster": ["]"], "normal-speed": ["Backspace", "\\"],
      "previous-tab": ["{"], "next-tab": ["}"], "back": ["h"],
      "previous-cue": ["!", ";"], "next-cue": ["@", "'"],
      "repeat": ["L"], "replaygain": ["Ctrl-E"], "info": ["i", "X"], "playing": ["F8"],
      "tap": ["Ctrl-T"],
      "slot": ["M 4"], "slot-1": ["M 1"], "slot-2": ["M 2"], "slot-3": ["M 3"],
    ],
    differences: [
      "`Up` and `Down` choose rows rather than seek; `Left` and `Right` seek by 5 seconds, with Shift "
        + "by 30.",
      "`.` and `,` are the next and the previous track, since audio has no frames to step through.",
      "`[` and `]` change the speed by a step; `{` and `}`, which halve and double it in mpv, change "
        + "the view.",
      "`!` and `@` go to cues, which take the place of chapters.",
      "`L` goes through repeat off, all and one. `l`, `f`, `v`, `o`, `s` and `j` have the meaning of "
        + "Tritone: there is no A-B loop by keys and no picture, and `o` fills the screen.",
      "`Q` is the equalizer; `q` keeps the position in any case.",
    ])
}

extension KeyPreset {
  /// Commands that have a key otherwise and none with these keys.
  var withoutKeys: [CommandEntry] {
    let keymap = Keymap(preset: self)
    return CommandTable.entries.filter {
      !$0.keys.isEmpty && keymap.keys(for: $0.command).isEmpty
    }
  }

  /// docs/presets.md.
  package static func markdown() -> String {
    var text = """
      # Keys of other programs

      Made by `make docs` from the tables that the player itself uses. A line in `keys.toml` chooses
      the keys of another program:

      ```toml
      keys = "vim"     # \(all.map(\.name).joined(separator: ", "))
      ```

      What the tables below do not name keeps the key that it has in [keys.md](keys.md). Other lines of
      `keys.toml` change single keys on top of that. `:keys` shows what holds, and `?` finds a command
      by its name, its key or what it does.

      """
    for preset in all.dropFirst() {
      text += "\n## \(preset.name)\n\n| Key | Command | Does |\n|---|---|---|\n"
      let keymap = Keymap(preset: preset)
      for entry in CommandTable.entries where preset.bindings[entry.name] != nil {
        let keys = keymap.keys(for: entry.command).map { "`\($0)`" }.joined(separator: " ")
        text += "| \(keys) | `:\(entry.name)` | \(entry.summary) |\n"
      }
      text += "\n" + preset.differences.map { "- \($0)\n" }.joined()
      let without = preset.withoutKeys.map { "`:\($0.name)`" }.joined(separator: ", ")
      if !without.isEmpty { text += "\nWithout a key: \(without).\n" }
    }
    return text
  }
}
