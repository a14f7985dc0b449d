import Music
import Screen

// The windows of builds in words.

extension BuildPanel {
  func readerText(in app: App) -> ReaderText {
    let building = app.building
    var text = ReaderText("Build a playlist, \(BuildView.state(app))")
    for (index, row) in BuildPanel.rows(building).enumerated() {
      let isFocused = index == cursor.selected
      switch row {
      case .heading(let title): text.add("Heading " + title)
      case .action(let action):
        let isOff =
          (action == .dryRun || action == .build) && BuildView.reasonOff(app) != nil
        text.add(
          ReaderText.joined([BuildView.name(of: action, in: app), isOff ? "off" : nil]),
          isSelected: isFocused)
      case .field(let option):
        let value = building.draft[option]
        if let choices = option.choices {
          let title = choices.first { $0.word == value }?.title ?? ""
          text.add("\(option.label): \(title)", isSelected: isFocused)
        } else if isFocused, let field {
          text.add(field, label: option.label)
        } else {
          text.add("\(option.label): \(value.isEmpty ? "empty" : value)")
        }
        if !isFocused { text.add(building.draft.mistake(in: option)) }
      }
      if isFocused { text.add(BuildView.explanation(self, app).text) }
    }
    return text
  }
}

extension BuildResultPanel {
  func readerText(in app: App) -> ReaderText {
    let rows = rows
    let words = (0..<rows.count).map { index in
      switch rows[index] {
      case .heading(let text), .tracks(let text): "Heading " + text
      case .statistic(let text), .note(let text): text
      case .track(let number, let track): "\(number), \(track.text), \(track.reason)"
      case .leftOut(let track):
        ReaderText.joined(["\(track.artist) – \(track.title)", track.reason.text])
      case .skipped(let artist): ReaderText.joined([artist.name, artist.reason.text])
      }
    }
    let off = BuildResultView.reasonOff(self, app)
    return ReaderText(ReaderText.joined([title, off]), words, selected: cursor.selected)
  }
}
