import Music
import Screen

// The windows of servers in words.

extension ServersPanel {
  func readerText(in app: App) -> ReaderText {
    let items = app.servers.items ?? []
    var text = ReaderText("Servers")
    if items.isEmpty { text.add(ServersView.emptyText(app), isSelected: true) }
    for (index, item) in items.enumerated() {
      let isSelected = index == cursor.selected
      text.add(
        ReaderText.joined([
          item.server.name, item.stateText, item.tracks.counted("track"),
          item.onDiskText.isEmpty ? nil : item.onDiskText + " on this disk",
        ]), isSelected: isSelected)
      guard isSelected else { continue }
      for fact in ServersView.facts(of: item, in: app) { text.add("\(fact.name): \(fact.value)") }
    }
    return text
  }
}

extension ServerFormPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText(ServerFormView.title(of: self))
    for option in form.fields {
      let isFocused = option == focused
      let value = form[option]
      let label = option.label(at: form.kind)
      if let choices = option.choices(with: value) {
        let title = choices.first { $0.word == value }?.title ?? ""
        text.add("\(label): \(title)", isSelected: isFocused)
      } else if option.isSecret {
        // A secret is not read aloud.
        let length = value.isEmpty ? "empty" : value.count.counted("character")
        text.add("\(label): \(length)", isSelected: isFocused)
      } else if isFocused, let field {
        text.add(field, label: label)
      } else {
        text.add("\(label): \(value.isEmpty ? "empty" : value)", isSelected: isFocused)
      }
      if isFocused {
        text.add(ServerFormView(panel: self, app: app).explanation.text)
      } else {
        text.add(ServerFormView.mistake(in: option, of: self))
      }
    }
    return text
  }
}
