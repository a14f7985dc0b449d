import Music
import Screen

// Windows of lists and fields in words.

extension Picker {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText(title)
    for line in lines { text.add(line) }
    let isFiltered = !field.text.isEmpty
    // The cursor is in the field until a choice is moved to.
    if hasField { text.add(field, label: "Filter", isSelected: isFiltered || shown.isEmpty) }
    for (index, choice) in shown.enumerated() {
      let isSelected = index == cursor.selected && !(hasField && isFiltered && index == 0)
      let isHeading = choice.value == .heading
      text.add(
        isHeading
          ? "Heading " + choice.text
            // The key is what help is asked for, and the end of a line may be cut.
          : ReaderText.joined(
            purpose == .help ? [choice.detail, choice.text] : [choice.text, choice.detail]),
        isSelected: isSelected)
    }
    if shown.isEmpty { text.add(allowsNew ? "Type a name" : "Nothing matches") }
    return text
  }
}

extension Checklist {
  func readerText(in app: App) -> ReaderText {
    func key(_ key: WindowKey) -> String { app.keymap.key(for: key, in: .checklist) }
    var text = ReaderText(title)
    for line in lines { text.add(line) }
    for (index, item) in items.enumerated() {
      text.add(
        ReaderText.joined([item.text, item.isOn ? "marked" : "not marked", item.choice?.text]),
        isSelected: index == cursor.selected)
      if index == cursor.selected { for line in item.choice?.lines ?? [] { text.add(line) } }
    }
    text.add("\(key(.accept)) \(verb) \(countOn.grouped), \(key(.checklist(.mark))) marks")
    return text
  }
}

extension Form {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText(title)
    for (index, field) in fields.enumerated() {
      let isFocused = index == focused
      switch field.content {
      case .text(let typed):
        let isEmpty = typed.text.isEmpty && !field.isTouched && !field.placeholder.isEmpty
        text.add(
          typed, label: field.label + (isEmpty ? " (\(field.placeholder))" : ""),
          isSelected: isFocused)
      case .choice(let choices, let choice):
        text.add("\(field.label): \(choices[choice])", isSelected: isFocused)
      }
      text.add(field.mistake ?? (isFocused ? field.hint : nil))
    }
    if case .smart = purpose { text.add(App.matchText(of: self)) }
    return text
  }
}

extension ReportPanel {
  /// From the first row that would show.
  func readerText(in app: App) -> ReaderText {
    let words = rows.map { row in
      switch row {
      case .heading(let text): "Heading " + text
      case .line(let text, let detail): ReaderText.joined([text, detail])
      case .below(let text): text
      case .entry(let time, let level, let text): "\(level.rawValue) \(text), \(time)"
      case .fact(let name, let value), .share(let name, let value, _): "\(name): \(value)"
      }
    }
    return ReaderText(title, words, selected: min(cursor.top, max(0, words.count - 1)))
  }
}

extension ContextMenu {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText(ReaderText.joined([subject.title, subject.detail]))
    for (index, row) in rows.enumerated() {
      switch row {
      case .line: break
      case .item(let item):
        text.add(
          ReaderText.joined([item.text, app.keymap.keys(for: item.command).first]),
          isSelected: index == cursor.selected)
      case .slots:
        let names = MixSlot.allCases.map { slot in
          "mix \(slot.rawValue) \(app.mix[slot]?.name ?? "new")"
            + (subject.slots.contains(slot) ? " has it" : "")
        }
        text.add(
          "Add to " + names[slot.rawValue - 1] + ", left and right choose another",
          isSelected: index == cursor.selected)
      }
    }
    return text
  }
}

extension Prompt {
  func readerText(in app: App) -> ReaderText {
    let label =
      switch purpose {
      case .command: "Command"
      case .filter: "Filter"
      case .jump: "Jump to"
      case .newPlaylist, .saveQueue, .renamePlaylist, .newFolder, .renameFolder, .note,
        .musicFolder, .importFile, .exportFile, .renameTemplate, .resetLibrary, .setting,
        .presetName, .exportPreset, .importPreset, .spotifyAddress, .bookmark, .comment, .shared:
        title
      }
    guard purpose != .filter, purpose != .jump else {
      // The rows that match are below, as they show without a prompt.
      let pane = app.focus.content.readerText(in: app)
      var text = ReaderText(pane.title)
      text.add(field, label: label)
      text.add(mistake)
      for line in pane.lines { text.add(line) }
      return text
    }
    var text = ReaderText(label)
    let palette = purpose == .command && app.showsPalette ? app.palette(for: self) : nil
    let choice = palette?.choice(for: self)
    text.add(field, label: label)
    text.add(mistake ?? completion?.text)
    for (index, row) in (palette?.rows ?? []).enumerated() {
      text.add(
        ReaderText.joined([row.line + row.argument, row.summary, row.keys]),
        isSelected: self.choice != nil && index == choice)
    }
    for name in listing.prefix(40) { text.add(name.shown) }
    return text
  }
}

extension ColumnsPanel {
  func readerText(in app: App) -> ReaderText {
    ReaderText(
      "Columns",
      rows.map { row in
        ReaderText.joined([
          row.column.kind.title, row.isOn ? "shown" : "not shown",
          row.column.width.map { "width \($0)" },
        ])
      }, selected: cursor.selected)
  }
}

extension CueList {
  func readerText(in app: App) -> ReaderText {
    func words(of cue: Cue) -> String {
      ReaderText.joined([
        cue.name.isEmpty ? cue.kind.title : cue.name, cue.time.clockText(decimals: 2),
        cue.end.map { "to " + $0.clockText(decimals: 2) }, cue.name.isEmpty ? nil : cue.kind.title,
        cue.color,
      ])
    }
    let set = "proposed, \(app.key(.accept, in: .cues)) sets it"
    let lines = cues.map(words(of:)) + proposals.map { ReaderText.joined([words(of: $0), set]) }
    return ReaderText(
      "Cues of \(title)", lines.isEmpty ? ["No cues yet"] : lines, selected: cursor.selected)
  }
}

extension SkinEditor {
  func readerText(in app: App) -> ReaderText {
    let theme = app.skins.theme
    var text = ReaderText("Skin \(theme.name)")
    switch mode {
    case .choosing: break
    case .typing(let field, before: _):
      text.add(field, label: channel == .foreground ? "Text colour" : "Ground colour")
      return text
    case .naming(let field):
      text.add(field, label: "Save as")
      return text
    case .leaving:
      text.add(
        "Save it? \(app.key(.accept, in: .skin)) yes, \(app.key(.skin(.drop), in: .skin)) no",
        isSelected: true)
      return text
    }
    for (index, part) in SkinPart.all.enumerated() {
      text.add(
        ReaderText.joined([
          part.name, theme.color(.foreground, of: part).map { "text \($0.hex)" },
          theme.color(.background, of: part).map { "ground \($0.hex)" },
          "contrast \(theme.contrast(of: part).tenths)",
        ]), isSelected: index == cursor.selected)
    }
    return text
  }
}
