import Music
import Screen

// The windows of devices in words.

extension DevicesPanel {
  func readerText(in app: App) -> ReaderText {
    let devices = app.syncing.devices ?? []
    var text = ReaderText("Devices")
    if devices.isEmpty { text.add(DevicesView.emptyText(app), isSelected: true) }
    for (index, item) in devices.enumerated() {
      let isSelected = index == cursor.selected
      let last = DevicesView.last(of: item, in: app)
      text.add(
        ReaderText.joined([
          item.device.name, item.presenceText, DevicesView.state(of: item, in: app),
          item.device.lastSync == nil ? "never synced" : last.isEmpty ? nil : "synced " + last,
        ]), isSelected: isSelected)
      guard isSelected else { continue }
      for fact in DevicesView.facts(of: item, in: app).prefix(3) {
        text.add("\(fact.name): \(fact.value)")
      }
    }
    return text
  }
}

extension DeviceFormPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText(DeviceFormView.title(of: self))
    for option in form.fields {
      let isFocused = option == focused
      let value = form[option]
      if let choices = option.choices(with: value) {
        let title = choices.first { $0.word == value }?.title ?? ""
        text.add("\(option.label): \(title)", isSelected: isFocused)
      } else if isFocused, let field {
        text.add(field, label: option.label)
      } else {
        text.add("\(option.label): \(value.isEmpty ? "empty" : value)", isSelected: isFocused)
      }
      if isFocused {
        text.add(DeviceFormView(panel: self, app: app).explanation.text)
      } else {
        text.add(DeviceFormView.mistake(in: option, of: self))
      }
    }
    return text
  }
}

extension SyncPlanPanel {
  /// The page of the cursor: a plan may have a row for each track of the library.
  func readerText(in app: App) -> ReaderText {
    let page = 200
    let start = cursor.selected / page * page
    let words = (start..<min(count, start + page)).map { index in
      row(index).map { self.words(of: $0) } ?? ""
    }
    let space = SyncPlanView.space(self).text
    return ReaderText(
      ReaderText.joined([SyncPlanView.title(of: self), SyncPlanView.totals(self), space]), words,
      selected: count > 0 ? cursor.selected - start : nil)
  }

  private func words(of row: Row) -> String {
    switch row {
    case .section(let index):
      let section = sections[index]
      return ReaderText.joined([
        "Heading " + section.kind.title(plan.deviceName), SyncPlanView.count(of: section),
        section.isOpen ? "open" : "folded",
      ])
    case .item(let index):
      let item = plan.items[index]
      return ReaderText.joined([item.name, item.detail, isIncluded(index) ? nil : "left out"])
    case .conflict(let index): return plan.conflicts[index].text
    case .note(let index): return plan.notes[index].text
    }
  }
}
