import Music
import Screen

// Adding tracks of the library to the open playlist: the keys of the window, and its rows.
extension App {
  mutating func addTracks() -> [Effect] {
    if let smart = openSmart { return refuseSmart(smart) }
    guard let playlist = focusedPlaylist else {
      return refuse("Open a playlist first: tracks are added behind its cursor")
    }
    var anchor: AddTracksPanel.Anchor?
    if case .entry(let entry) = focusedList?.selectedRow {
      anchor = AddTracksPanel.Anchor(entry: entry.id, title: entry.track.title)
    }
    windows.open(
      .addTracks(AddTracksPanel(playlist: playlist, name: openPlaylistName ?? "", anchor: anchor)))
    return missingTracksToAdd()
  }

  /// Requests rows that show in the window and are not there.
  mutating func missingTracksToAdd() -> [Effect] {
    changeAddTracks { panel, height, serial in panel.missingRows(height: height, serial: serial) }
  }

  /// The rows are requested again when the library has changed.
  mutating func staleTracksToAdd() -> [Effect] {
    changeAddTracks { panel, height, serial in panel.reload(height: height, serial: serial) }
  }

  mutating func receiveTracksToAdd(_ window: ListWindow, serial: Int) -> [Effect] {
    var edit: EntryEdit?
    _ = changeAddTracks { panel, height, _ in
      if panel.receive(window, serial: serial, height: height) { edit = panel.add(height: height) }
      return nil
    }
    return missingTracksToAdd() + (edit.map { [.edit(.entries($0))] } ?? [])
  }

  mutating func noteAdded(_ addition: Addition) {
    _ = changeAddTracks { panel, _, _ in
      panel.note(addition)
      return nil
    }
  }

  mutating func refusedAdding(_ effect: Effect) {
    if case .load(.tracksToAdd(_, _, let serial)) = effect {
      _ = changeAddTracks { panel, _, _ in
        panel.refused(serial: serial)
        return nil
      }
    }
    guard case .edit(.entries(.insert(let tracks, into: _, behind: _, past: let before))) = effect
    else { return }
    _ = changeAddTracks { panel, _, _ in
      panel.refused(tracks, before: before)
      return nil
    }
  }

  private mutating func changeAddTracks(
    _ change: (inout AddTracksPanel, _ height: Int, _ serial: Int) -> LoadRequest?
  ) -> [Effect] {
    var request: LoadRequest?
    let (size, serial) = (size, loadSerial + 1)
    windows.update { overlay in
      guard case .addTracks(var panel) = overlay else { return }
      request = change(&panel, AddTracksView.height(in: size), serial)
      overlay = .addTracks(panel)
    }
    guard let request else { return [] }
    loadSerial = serial
    return [.load(request)]
  }
}

extension AddTracksPanel: CursorWindow {
  var kind: WindowKind { .addTracks }

  var hints: [Hint] {
    [
      Hint(.accept, does: marked.isEmpty ? "add" : "add the marked"),
      Hint(.addTracks(.mark), does: "mark"),
      Hint(.last(.move(.down)), .window(.move(.up)), .window(.move(.down)), does: "move"),
      Hint(.close, does: "close"),
    ]
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = AddTracksView.height(in: app.size)
    var edit: EntryEdit?
    if case .mouse(let mouse) = input {
      switch mouse.action {
      case .wheelUp: panel.move(by: -min(3, cursor.selected), height: height)
      case .wheelDown: panel.move(by: 3, height: height)
      case .press:
        if AddTracksView.isField(mouse.position, in: app.size) {
          panel.focusText()
        } else if let row = AddTracksView.row(at: mouse.position, of: panel, in: app.size) {
          if isInRows, row == cursor.selected {
            edit = panel.add(height: height)
          } else {
            panel.select(row, height: height)
          }
        }
      case .drag, .release: return []
      }
    } else {
      panel.forgetWaiting()
      switch meaning(of: input, in: app) {
      case .close: return app.windows.closeTop()
      case .accept, .own(.add): edit = panel.add(height: height)
      case .own(.mark): panel.mark(height: height)
      case .move(let move): panel.move(by: move.step(page: height), height: height)
      case nil: guard panel.type(input) else { return [] }
      }
    }
    app.windows.replaceTop(.addTracks(panel))
    return (edit.map { [.edit(.entries($0))] } ?? []) + app.missingTracksToAdd()
  }

  private func meaning(of input: Input, in app: App) -> WindowAction<AddTracksKey>? {
    guard case .key(let key) = input else { return nil }
    let typing = isInRows ? Keymap.Typing.letters : .text(field)
    return app.keymap.windowAction(key, of: AddTracksKey.self, typing: typing)
  }

  func list(in app: App) -> WindowList? {
    WindowList(rect: AddTracksView.rows(in: app.size), count: rowCount, top: cursor.top)
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var panel = self
    panel.cursor.scroll(to: top, of: list)
    app.windows.replaceTop(.addTracks(panel))
    return app.missingTracksToAdd()
  }

  var overlay: Overlay { .addTracks(self) }

  func draw(into frame: inout Frame, of app: App) {
    AddTracksView(panel: self, app: app).draw(into: &frame)
  }
}
