import Music
import Screen

/// The last line: what the player has to say, what is being typed, or which keys are useful here.
struct MessageLine {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    let end = drawProgress(into: &frame, in: rect)
    let room = rect.inset(left: 1, right: rect.right - end + 1)
    if case .prompt(let prompt) = app.overlays.last, prompt.purpose == .command {
      frame.fill(rect, ground: .field)
      frame.put(":", row: rect.row, column: rect.column, face: .accent, ground: .field)
      let names = prompt.listing.prefix(40).map(\.shown).joined(separator: "  ")
      let hint =
        prompt.mistake ?? prompt.completion?.text
        ?? (names.isEmpty ? CommandLineReader.hint(for: prompt.field.text) : names) ?? ""
      FieldView(field: prompt.field).draw(
        into: &frame, row: rect.row, column: rect.column + 1, width: rect.columns - 2,
        ground: .field, showsCursor: true)
      let used = TextWidth.columns(of: prompt.field.text) + 5
      frame.put(
        TextWidth.truncated(hint, to: rect.columns - used - 1, keep: .start), row: rect.row,
        column: rect.column + used, face: .dimmed, ground: .field)
    } else if case .prompt(let prompt) = app.overlays.last, prompt.purpose == .filter,
      let mistake = prompt.mistake
    {
      let column = prompt.mistakeAt.map { "Column \($0 + 1): " } ?? ""
      put(column + mistake, .warning, into: &frame, in: room)
    } else if !app.pendingKeys.isEmpty {
      let keys = app.keymap.continuations(of: app.pendingKeys, in: app.focus)
        .joined(separator: " ")
      let text = KeySequence(app.pendingKeys).text + " …  \(keys) completes it, Esc forgets it"
      put(text, .accent, into: &frame, in: room)
    } else if let message = app.message {
      let face: Face =
        switch message.kind {
        case .plain: .text
        case .good: .success
        case .bad: .warning
        }
      put(message.text, face, into: &frame, in: room)
    } else if let overlay = app.overlays.last {
      let window = overlay.window
      drawHints(
        window.hints.compactMap { hint in
          hint.shown(app.keymap, in: window.kind).map { ($0, hint.text) }
        }, into: &frame, in: room)
    } else {
      drawHints(
        hints.compactMap { command, name in
          guard let first = app.keymap.keys(for: command).first else { return nil }
          return (command == .slot(.add(.one)) && first == "1" ? "1 2 3" : first, name)
        }, into: &frame, in: room)
    }
  }

  private func put(_ text: String, _ face: Face, into frame: inout Frame, in rect: Rect) {
    frame.put(
      TextWidth.truncated(text, to: rect.columns, keep: .start), row: rect.row,
      column: rect.column, face: face, ground: .base)
  }

  /// A scan goes on in a corner; returns the column where it begins.
  private func drawProgress(into frame: inout Frame, in rect: Rect) -> Int {
    let text: String
    if let scan = app.tasks.scan {
      let found = scan.found == 0 ? "Scanning…" : "Scanning · \(scan.found.counted("file"))"
      text = scan.added > 0 && rect.columns >= 80 ? found + " · \(scan.added.grouped) new" : found
    } else if app.tasks.isReadingLibrary {
      text = "Reading the library…"
    } else if let importing = app.tasks.importing {
      text =
        importing.total == 0
        ? "Importing…"
        : "Importing · \(importing.done.grouped) of \(importing.total.counted("line"))"
    } else if let arranging = app.tasks.arranging {
      text = "Arranging · \(Int(arranging.part * 100)) % · \(app.key(.cancel)) stops it"
    } else if let demo = app.tasks.demo {
      text = "Demo crate · \(demo.done) of \(demo.total)"
    } else if let analysis = app.analysisText, rect.columns >= 60 {
      text = analysis
    } else {
      return rect.right
    }
    let column = max(rect.column, rect.right - TextWidth.columns(of: text) - 1)
    frame.put(text, row: rect.row, column: column, face: .dimmed, ground: .base)
    return column
  }

  private var hints: [(Command, String)] {
    switch app.focus {
    case .library:
      [
        (.pane(.activate), "play"), (.slot(.add(.one)), "mix"), (.list(.filter), "filter"),
        (.queue(.addLast), "queue"),
        (.row(.addToPlaylist), "playlist"), (.pane(.nextTab), "view"), (.pane(.next), "pane"),
        (.help, "help"),
      ]
    case .nowPlaying:
      [
        (.playing(.playPause), app.isPlaying ? "pause" : "play"), (.playing(.seek(5)), "seek"),
        (.playing(.nextTrack), "next"),
        (.slot(.add(.one)), "mix"), (.track(.cycleRating), "rate"), (.track(.react), "react"),
        (.help, "help"),
      ]
    case .mix:
      [
        (.pane(.activate), "open"), (.slot(.assignSelected), "playlist"), (.row(.remove), "empty"),
        (.pane(.next), "pane"), (.help, "help"),
      ]
    case .playlists where app.showsQueue:
      [
        (.pane(.activate), "play"), (.row(.remove), "remove"), (.row(.moveDown), "move"),
        (.playing(.shuffle), "shuffle"),
        (.playing(.cycleRepeat), "repeat"), (.pane(.nextTab), "playlists"), (.help, "help"),
      ]
    case .playlists where app.openPlaylist != nil:
      [
        (.pane(.activate), "play"), (.row(.remove), "remove"), (.row(.moveDown), "move"),
        (.template(.choose), "group"),
        (.pane(.back), "back"), (.undo, "undo"), (.help, "help"),
      ]
    case .playlists:
      [
        (.pane(.activate), "open"), (.playlist(.new), "new"), (.playlist(.rename), "rename"),
        (.row(.remove), "delete"), (.pane(.nextTab), "queue"), (.help, "help"),
      ]
    }
  }

  /// As many as there is room for; the last one, which leads to all others, always.
  private func drawHints(
    _ hints: [(key: String, name: String)], into frame: inout Frame, in rect: Rect
  ) {
    func width(_ hint: (key: String, name: String)) -> Int {
      TextWidth.columns(of: hint.key) + 1 + TextWidth.columns(of: hint.name)
    }
    guard let last = hints.last, width(last) <= rect.columns else { return }
    var column = rect.column
    func put(_ hint: (key: String, name: String)) {
      column += frame.put(hint.key, row: rect.row, column: column, face: .key, ground: .base) + 1
      column += frame.put(hint.name, row: rect.row, column: column, face: .hint, ground: .base) + 3
    }
    for hint in hints.dropLast() {
      guard column + width(hint) + 3 + width(last) <= rect.right else { break }
      put(hint)
    }
    put(last)
  }
}
