import Music
import Screen

// The keys of the form of a device, and what comes of it.
extension DeviceFormPanel: FieldFormPanel {
  var kind: WindowKind { .deviceForm }
  var overlay: Overlay { .deviceForm(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = DeviceFormView.height(in: app.size)
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3)
      case .wheelDown: panel.move(by: 3)
      case .press:
        guard let row = DeviceFormView(panel: self, app: app).windowList.row(at: mouse.position)
        else {
          return []
        }
        let isSelected = row == cursor.selected
        panel.move(by: row - cursor.selected)
        guard isSelected else { break }
        if focused == .contents { return app.chooseContents(of: form) }
        panel.choose(by: 1)
      case .drag, .release: return []
      }
    case .key(let key):
      let typing: Keymap.Typing = field.map { .text($0) } ?? .letters
      switch app.keymap.windowAction(key, of: DeviceFormKey.self, typing: typing) {
      case .close: return app.windows.closeTop()
      case .accept where focused == .contents: return app.chooseContents(of: form)
      case .accept, .own(.save): return app.submit(self)
      case .own(.complete):
        let effects = panel.complete(in: &app)
        panel.scroll(height: height)
        app.windows.replaceTop(.deviceForm(panel))
        return effects
      case .own(.back): panel.step(by: -1)
      case .own(.left): panel.field == nil ? panel.choose(by: -1) : panel.edit(input)
      case .own(.right):
        if focused == .contents { return app.chooseContents(of: form) }
        panel.field == nil ? panel.choose(by: 1) : panel.edit(input)
      case .move(.up): panel.step(by: -1)
      case .move(.down): panel.step(by: 1)
      case .move(let move): panel.move(by: move.step(page: height))
      case nil: panel.edit(input)
      }
    case .paste: panel.edit(input)
    }
    panel.scroll(height: height)
    app.windows.replaceTop(.deviceForm(panel))
    return []
  }

  func list(in app: App) -> WindowList? {
    DeviceFormView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    DeviceFormView(panel: self, app: app).draw(into: &frame)
  }

  func refused(_ reason: String) -> Overlay? {
    var panel = self
    panel.refusal = reason
    return .deviceForm(panel)
  }

  /// Tab completes a path where there is something to complete, and else leads to the next row.
  private mutating func complete(in app: inout App) -> [Effect] {
    guard focused == .address, let text = field, !text.text.isEmpty,
      !text.text.lowercased().hasPrefix("ssh:"), !completion.isListed
    else {
      step(by: 1)
      return []
    }
    app.loadSerial += 1
    completion.pending = app.loadSerial
    return [.exchange(.listPaths(text.text, serial: app.loadSerial))]
  }
}

extension App {
  mutating func addDevice() -> [Effect] {
    // A form is open already where the command was typed above it.
    if overlays.contains(where: { if case .deviceForm = $0 { true } else { false } }) { return [] }
    // A form that was not carried out is there again.
    let left = syncing.submitted.flatMap { $0.form.id == nil ? $0 : nil }
    windows.open(
      .deviceForm(left ?? DeviceFormPanel(DeviceForm(besides: syncing.devices ?? []))))
    return syncing.devices == nil ? [.device(.list)] : []
  }

  mutating func editDevice(_ item: DeviceListItem?) -> [Effect] {
    guard let item else { return [] }
    windows.open(
      .deviceForm(DeviceFormPanel(DeviceForm(of: item, besides: syncing.devices ?? []))))
    return []
  }

  /// Enter in the form: the first mistake gets the cursor.
  fileprivate mutating func submit(_ panel: DeviceFormPanel) -> [Effect] {
    var panel = panel
    guard let draft = panel.form.draft else {
      if let faulty = panel.form.faulty {
        panel.focus(faulty)
        panel.refusal = panel.form.mistake(in: faulty)
      }
      panel.scroll(height: DeviceFormView.height(in: size))
      windows.replaceTop(.deviceForm(panel))
      return []
    }
    windows.closeTop()
    windows.expect(.deviceFolders)
    syncing.submitted = panel
    let effect: DeviceEffect =
      panel.form.id.map { .edit($0, draft, makesFolders: false) }
      ?? .add(draft, makesFolders: false)
    let effects: [Effect] = [.device(effect)]
    windows.submit(effects, from: .deviceForm(panel), in: terminal.folder)
    return effects
  }

  /// A folder was never synced: the user is asked before anything is made there.
  mutating func askForFolders(_ draft: DeviceDraft, _ id: DeviceID?, _ folders: [String]) {
    let text =
      "\(TextWidth.truncated(draft.name, to: 40)) was not added: its folder was never synced;"
      + " \(key(.device(.add))) asks again"
    guard let request = windows.answered(.deviceFolders) else { return say(text) }
    let names = folders.prefix(8).map { TextWidth.truncated($0, to: 60) }.joined(separator: ", ")
    let isOpen = open(
      .picker(
        Picker(
          .exchange, title: "\(draft.address.text) was never synced",
          lines: ["These folders will be made in it:", names],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Make them", .command(.device(.makeFolders))),
          ])), askedFor: request, orSay: text)
    guard isOpen else { return }
    // Only the question on the screen can be confirmed.
    syncing.unconfirmed =
      id.map { .edit($0, draft, makesFolders: true) } ?? .add(draft, makesFolders: true)
  }

  mutating func makeFolders() -> [Effect] {
    guard let effect = syncing.unconfirmed else { return [] }
    syncing.unconfirmed = nil
    return [.device(effect)]
  }

  // MARK: Contents

  /// Everything, the mix slots and the playlists, to mark.
  fileprivate mutating func chooseContents(of form: DeviceForm) -> [Effect] {
    windows.open(.checklist(contentList(form.contents, form.names, playlists: [])))
    return [.load(.playlists)]
  }

  private func contentList(
    _ chosen: [DeviceContent], _ names: [PlaylistID: String], playlists: [Playlist]
  ) -> Checklist {
    var contents: [DeviceContent] = [.everything] + MixSlot.allCases.map { .slot($0.rawValue) }
    var titles = ["Everything"]
    titles += MixSlot.allCases.map { slot in
      "Mix slot \(slot.rawValue)" + (mix[slot].map { ": " + $0.name } ?? "")
    }
    for playlist in playlists {
      contents.append(.playlist(playlist.id))
      titles.append(playlist.name)
    }
    // Playlists are not known before the answer.
    for content in chosen where playlists.isEmpty && !contents.contains(content) {
      contents.append(content)
      titles.append([content].text(names))
    }
    let items = zip(contents, titles).map { content, title in
      Checklist.Item(text: title, isOn: chosen.contains(content))
    }
    return Checklist(
      .deviceContents(contents), title: "What goes on it",
      lines: ["All that is marked goes on the device together."], items: items, verb: "chooses")
  }

  /// The list of contents, where it is open, gets all playlists.
  mutating func offerContents(_ sorted: SortedPlaylists) {
    guard case .checklist(let open) = overlays.last, case .deviceContents(let old) = open.purpose
    else { return }
    let playlists = sorted.playlists
    let chosen = zip(old, open.items).compactMap { $1.isOn ? $0 : nil }
    let names = Dictionary(playlists.map { ($0.id, $0.name) }) { first, _ in first }
    var list = contentList(chosen, names, playlists: playlists)
    list.cursor = open.cursor
    list.move(by: 0, height: ChecklistView.listHeight(of: list, in: size))
    windows.replaceTop(.checklist(list))
    windows.update { overlay in
      guard case .deviceForm(var panel) = overlay else { return }
      panel.form.names.merge(names) { $1 }
      overlay = .deviceForm(panel)
    }
  }

  /// The marked contents go into the form below the list.
  mutating func useContents(_ contents: [DeviceContent], of list: Checklist) {
    let chosen = zip(contents, list.items).compactMap { $1.isOn ? $0 : nil }
    windows.update { overlay in
      guard case .deviceForm(var panel) = overlay else { return }
      panel.form.contents = chosen
      panel.refusal = nil
      overlay = .deviceForm(panel)
    }
  }

  /// The names in a folder, for the path at the cursor of the form.
  mutating func completeDevicePath(_ names: [PathName], _ serial: Int) {
    windows.update { overlay in
      guard case .deviceForm(var panel) = overlay, panel.completion.pending == serial,
        let field = panel.field
      else { return }
      let limit = panel.focused.maximumText
      if let text = panel.completion.receive(names, for: field, limit: limit) {
        panel.field = text
        panel.form[panel.focused] = text.text
      }
      overlay = .deviceForm(panel)
    }
  }
}
