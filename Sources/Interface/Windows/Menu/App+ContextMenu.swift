import Music
import Screen

// Opening a menu by key and by mouse, and its keys.
extension App {
  /// - Parameter column: where the mouse is; nil for the pane's left edge.
  mutating func openMenu(column: Int? = nil) -> [Effect] {
    guard let menu = menu(column: column) else {
      say(actsOnPlaying ? "Nothing plays" : "Nothing is selected")
      return []
    }
    windows.open(.menu(menu))
    return []
  }

  /// A press of the right button: selects what is under the mouse, and opens its menu.
  mutating func openMenu(at position: Position) -> [Effect] {
    if case .menu = overlays.last { windows.closeTop() }
    guard overlays.isEmpty, let target = ScreenTarget.find(at: position, in: self) else {
      return []
    }
    let grows = browsing.growsPlaylists
    defer { browsing.growsPlaylists = grows }
    switch target {
    case .row(let pane, let index):
      focus = pane
      browsing.move(toRow: index)
    case .slot(let slot):
      focus = .mix
      browsing.selectedSlot = slot
    case .block(let entry): selectEntry(entry)
    case .join: focus = .mix
    case .command(_, .book(.row(let index))):
      focus = .library
      browsing.shelf.move(to: index, height: browsing.shelfHeight)
    case .command(_, .shared(.row(let index))):
      focus = .library
      browsing.sharedShelf.move(to: index, height: browsing.shelfHeight)
    case .command, .lyrics, .comment, .scroll:
      guard layout.panes[.nowPlaying]?.contains(position) == true else { return [] }
      focus = .nowPlaying
    }
    if let reason = reasonToWait(with: .pane(.menu)) { return refuseTyped(reason) }
    return openMenu(column: position.column)
  }

  private func menu(column: Int?) -> ContextMenu? {
    guard let pane = layout.panes[focus] else { return nil }
    func menu(
      _ subject: ContextMenu.Subject, hasSlots: Bool, _ groups: [ContextMenu.Group], _ row: Rect
    ) -> ContextMenu {
      ContextMenu(
        subject, hasSlots: hasSlots, groups: groups, anchor: row,
        column: column ?? pane.column + 4)
    }
    if focus == .mix, !browsing.showsLargeList {
      let playlist = mix[selectedSlot]
      return menu(
        .init(title: "Mix \(selectedSlot.rawValue)", detail: playlist?.name ?? "empty"),
        hasSlots: false, ContextMenu.groups(forSlotWith: playlist),
        MixPane.row(of: selectedSlot, in: pane))
    }
    if browsing.isShelfFocused {
      guard let row = browsing.shelf.selectedRow, let area = layout.list(of: focus) else {
        return nil
      }
      return menu(
        .init(title: row.title, detail: row.book.map { BookText.authors($0.details) } ?? ""),
        hasSlots: false, ContextMenu.groups(for: row),
        area.line(
          max(0, min(area.rows - 1, browsing.shelf.cursor.selected - browsing.shelf.cursor.top))))
    }
    if browsing.isSharedShelfFocused {
      guard let playlist = browsing.sharedShelf.selected, let area = layout.list(of: focus) else {
        return nil
      }
      let cursor = browsing.sharedShelf.cursor
      return menu(
        .init(title: playlist.name, detail: playlist.owner.shownName), hasSlots: false,
        ContextMenu.groups(for: playlist),
        area.line(max(0, min(area.rows - 1, cursor.selected - cursor.top))))
    }
    if let book = book?.book, actsOnPlaying {
      return menu(
        .init(title: book.details.title, detail: BookText.authors(book.details)), hasSlots: false,
        ContextMenu.ofPlayingBook, pane.line(1))
    }
    if actsOnPlaying {
      guard let item = audibleItem, let track = playing.track else { return nil }
      let slots = MixSlot.allCases.filter { mix.timelines[$0]?.index(of: item) != nil }
      return menu(
        .init(
          title: playing.title(of: track), detail: shownArtist(track) ?? "", slots: Set(slots)),
        hasSlots: true, ContextMenu.ofPlaying, pane.line(1))
    }
    guard let list = focusedList, let row = list.selectedRow, let area = layout.list(of: focus)
    else { return nil }
    var subject = ContextMenu.Subject(row)
    if !list.marks.isEmpty {
      subject = .init(
        title: list.marks.isInverted
          ? "All but \(list.marks.rows.count.grouped)" : "\(list.marks.rows.count.grouped) marked")
    }
    let hasSlots = if case .playlistFolder = row { false } else { true }
    // Entries of a shared playlist are neither edited nor removed in the library pane.
    let subjectRow: ListRow =
      if focus == .library, case .entry(let entry) = row {
        .track(entry.track, slots: entry.slots)
      } else {
        row
      }
    var groups = ContextMenu.groups(for: subjectRow, hasServers: servers.items?.isEmpty == false)
    if let (playlist, _) = focusedSharedEntry {
      groups.insert(ContextMenu.ofShared(playlist, canMove: browsing.openShared != nil), at: 1)
    }
    return menu(
      subject, hasSlots: hasSlots, groups,
      lines(ofRow: list.selected, of: list, in: area))
  }

  private func lines(ofRow index: Int, of list: ListState, in area: Rect) -> Rect {
    let height = browsing.rowHeight(of: list)
    let row = max(0, min(area.rows / height - 1, index - list.top))
    return Rect(
      row: area.row + row * height, column: area.column, rows: min(height, area.rows),
      columns: area.columns)
  }
}

extension ContextMenu.Subject {
  fileprivate init(_ row: ListRow) {
    switch row {
    case .track(let track, let slots): self.init(track, slots)
    case .entry(let entry): self.init(entry.track, entry.slots)
    case .queueItem(let queued): self.init(queued.track, queued.slots)
    case .folder(let folder): self.init(title: folder.name)
    case .artist(let artist): self.init(title: RowView.named(artist.name))
    case .album(let album):
      self.init(title: RowView.named(album.key.name), detail: album.key.artist)
    case .genre(let genre): self.init(title: RowView.named(genre.name))
    case .category(let row): self.init(title: row.category.title)
    case .list(let builtIn): self.init(title: builtIn.list.title)
    case .playlist(let node): self.init(title: node.playlist.name)
    case .playlistFolder(let folder, _): self.init(title: folder.name)
    case .group(let group): self.init(title: group.text)
    }
  }

  private init(_ track: Track, _ slots: Set<MixSlot>) {
    self.init(title: track.title, detail: track.tags.artist ?? "", slots: slots)
  }
}

extension ContextMenu: Window {
  var kind: WindowKind { .menu }
  func fadesScreen(in app: App) -> Bool { false }

  var hints: [Hint] {
    [
      Hint(.move(.up), .move(.down), does: "move"), Hint(.accept, does: "do it"),
      Hint(.menu(.left), .menu(.right), does: "slot"), Hint(.close, does: "close"),
    ]
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var menu = self
    let view = ContextMenuView(menu: menu, app: app)
    let height = view.inside.rows
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: menu.move(by: -1, height: height)
      case .wheelDown: menu.move(by: 1, height: height)
      case .press:
        guard view.rect.contains(mouse.position) else { return app.windows.closeTop() }
        return view.command(at: mouse.position).map { finish($0, in: &app) } ?? []
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: MenuKey.self) {
      case .close: return app.windows.closeTop()
      case .accept: return command.map { finish($0, in: &app) } ?? []
      case .move(let move): menu.move(by: move.step(page: height), height: height)
      case .own(.left): menu.chooseSlot(by: -1)
      case .own(.right): menu.chooseSlot(by: 1)
      case nil: return command(of: key, in: app).map { finish($0, in: &app) } ?? []
      }
    }
    app.windows.replaceTop(.menu(menu))
    return []
  }

  /// The command of the menu that has this key in the pane.
  private func command(of key: Key, in app: App) -> Command? {
    guard case .command(let command) = app.keymap.match([key], in: app.focus),
      command == .pane(.menu) || offers(command)
    else { return nil }
    return command
  }

  private func finish(_ command: Command, in app: inout App) -> [Effect] {
    app.windows.closeTop()
    // The menu's own key closes it.
    return command == .pane(.menu) ? [] : app.perform(command)
  }

  func list(in app: App) -> WindowList? { ContextMenuView(menu: self, app: app).list }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var menu = self
    menu.cursor.scroll(to: top, of: list) { rows[$0].isLine }
    app.windows.replaceTop(.menu(menu))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    ContextMenuView(menu: self, app: app).draw(into: &frame)
  }

  func rowUse(of key: Key, in app: App) -> Command.RowUse {
    switch app.keymap.windowAction(key, of: MenuKey.self) {
    case .accept: command?.rowUse ?? .none
    case .close, .move, .own: .none
    case nil: command(of: key, in: app)?.rowUse ?? .none
    }
  }
}
