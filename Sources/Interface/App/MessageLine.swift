import Music
import Screen

/// The last line: a message, the text being typed, or the keys that are useful here.
struct MessageLine {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect, draw(on:))
  }

  private func draw(on line: Canvas) {
    if case .prompt(let prompt) = app.overlays.last,
      prompt.purpose == .command || prompt.purpose == .jump
    {
      return draw(prompt, on: line.filled(.field))
    }
    var line = line.inset(left: 1, right: 1)
    // Long work shows in a corner.
    line.writeRight(progress(columns: line.columns + 2) ?? "", .dimmed, gap: 1)
    if let prompt = app.filterPrompt, let mistake = prompt.mistake {
      let column = prompt.mistakeAt.map { "Column \($0 + 1): " } ?? ""
      line.put(column + mistake, .warning)
    } else if !app.terminal.pendingKeys.isEmpty {
      let keys = app.keymap.continuations(of: app.terminal.pendingKeys, in: app.focus)
        .joined(separator: " ")
      let text =
        KeySequence(app.terminal.pendingKeys).text + " …  \(keys) completes it, Esc forgets it"
      line.put(text, .accent)
    } else if let count = app.terminal.count {
      line.put("\(count) …  rows or pages to move by, or a row to go to", .accent)
    } else if let message = app.message {
      let face: Face =
        switch message.kind {
        case .plain: .text
        case .good: .success
        case .bad: .warning
        }
      line.put(message.text, face, colors: faded(face))
    } else {
      drawHints(on: line)
    }
  }

  /// The colours of a message that fades before it ends; nil for those of its face.
  private func faded(_ face: Face) -> CellColors? {
    let part = app.messages.fade(at: app.now)
    guard part > 0, app.messagesFade else { return nil }
    return app.skins.theme.fading(face, on: .base, part: part)
  }

  /// The hint of the tour where it fits, and as many of the usual ones as there is room for.
  private func drawHints(on line: Canvas) {
    var line = line
    var hints = shownHints
    // The last hint leads to all other keys.
    let last = hints.popLast()
    if let tour = app.tourLine {
      let hint = KeyHint(keys: [app.key(tour.command)], text: tour.text)
      if line.write(hint, .text, behind: tour.label, leaving: last) {
        hints.removeAll { $0.keys.first == hint.keys.first }
      }
    }
    line.put(hints, gap: 3, last: last)
  }

  private func draw(_ prompt: Prompt, on line: Canvas) {
    let names = prompt.listing.prefix(40).map(\.shown).joined(separator: "  ")
    let hint =
      prompt.mistake ?? prompt.completion?.text
      ?? (prompt.purpose == .jump ? "a letter or more, # for signs" : nil)
      ?? (names.isEmpty ? CommandLineReader.hint(for: prompt.field.text) : names) ?? ""
    // The palette has a field of its own.
    guard prompt.purpose == .jump || !app.showsPalette else {
      line.inset(left: 1, right: 1).put(hint, .dimmed)
      return
    }
    let label = line.put(prompt.title, .accent)
    FieldView(field: prompt.field).draw(on: line.inset(left: label, right: 1))
    line.inset(left: TextWidth.columns(of: prompt.field.text) + label + 4, right: 1)
      .put(hint, .dimmed)
  }

  private func progress(columns: Int) -> String? {
    if let scan = app.tasks.scan {
      let found = scan.found == 0 ? "Scanning…" : "Scanning · \(scan.found.counted("file"))"
      return scan.added > 0 && columns >= 80 ? found + " · \(scan.added.grouped) new" : found
    }
    if app.tasks.isReadingLibrary { return "Reading the library…" }
    if let importing = app.tasks.importing {
      return importing.total == 0
        ? "Importing…"
        : "Importing · \(importing.done.grouped) of \(importing.total.counted("line"))"
    }
    if let adding = app.tasks.adding {
      return "Adding · \(adding.done.grouped) of \(adding.total.counted("file"))"
    }
    if let arranging = app.tasks.arranging {
      return "Arranging · \(Int(arranging.part * 100)) % · \(app.key(.cancel)) stops it"
    }
    if let building = app.building.cornerText(columns: columns) {
      let stop =
        app.building.canStop && columns >= 60 && app.overlays.isEmpty
        ? " · \(app.key(.cancel)) stops it" : ""
      return building + stop
    }
    if let run = app.syncing.run {
      let stop =
        app.syncing.canStop && columns >= 60 && app.overlays.isEmpty
        ? " · \(app.key(.cancel)) stops it" : ""
      return run.cornerText(columns: columns) + stop
    }
    if let downloads = app.servers.downloads.progress {
      let stop =
        app.servers.downloads.canCancel && columns >= 60 && app.overlays.isEmpty
        ? " · \(app.key(.cancel)) cancels it" : ""
      return downloads.cornerText(columns: columns) + stop
    }
    if let listing = app.servers.listing, columns >= 60 {
      return TextWidth.truncated(listing.name, to: 20) + " · " + listing.progress.text
    }
    if let demo = app.tasks.demo { return "Demo crate · \(demo.done) of \(demo.total)" }
    return columns >= 60 ? app.analysisText : nil
  }

  private var shownHints: [KeyHint] {
    if let window = app.overlays.last?.window {
      return window.hints.shown(app.keymap, in: window.kind)
    }
    return app.focus.content.hints(in: app).compactMap { command, text in
      guard let first = app.keymap.keys(for: command).first else { return nil }
      let isSlots = command == .slot(.add(.one)) && first == "1"
      return KeyHint(keys: isSlots ? ["1", "2", "3"] : [first], text: text)
    }
  }
}
