import Screen
import Music

// From keys and the mouse to commands.
extension App {
  mutating func handle(_ input: Input) -> [Effect] {
    if case .key(let key) = input, let plain = keyBehindEscape(key) {
      let effects = handle(.key(Key(.escape)))
      // A window that Escape leaves open would handle the key itself.
      return overlays.isEmpty ? effects + handle(.key(plain)) : effects
    }
    if layout.form == .tooSmall { return handleUnseen(input) }
    // Windows in words are elsewhere than those that are drawn.
    if layout.form == .reader, case .mouse = input, !overlays.isEmpty { return [] }
    if case .mouse(let mouse) = input, overlays.isEmpty, mouse.action == .press,
      layout.otherList?.contains(mouse.position) == true
    {
      browsing.showQueue(!showsQueue)
    }
    if case .mouse(let mouse) = input, mouse.button == .right {
      return openMenu(at: mouse.position)
    }
    if case .mouse = input, case let keys = keys(of: input), !keys.isEmpty {
      return keys.flatMap { handle(.key($0)) }
    }
    if !overlays.isEmpty { return handleInOverlay(input) }
    switch input {
    case .paste: return []
    case .mouse(let mouse): return handle(mouse)
    case .key(let key): return handle(key)
    }
  }

  /// The keys that an input presses: its own, or those of a clicked hint.
  func keys(of input: Input) -> [Key] {
    switch input {
    case .key(let key): [key]
    case .mouse(let mouse) where mouse.action == .press && mouse.button == .left:
      ScreenView.frame(of: self).keys(at: mouse.position)
    case .mouse, .paste: []
    }
  }

  /// Without room for anything, only quitting works, and a command line, whose letters must not be
  /// taken for keys.
  private mutating func handleUnseen(_ input: Input) -> [Effect] {
    if case .prompt(let prompt) = overlays.last, prompt.purpose == .command {
      return handleInOverlay(input)
    }
    guard case .key(let key) = input else { return [] }
    switch keymap.match([key], in: focus) {
    case .command(.leave(let mayEndMusic)): return perform(.leave(mayEndMusic: mayEndMusic))
    case .command(.quit): return perform(.quit)
    case .command(.commandLine): return perform(.commandLine)
    case .command, .prefix, .none: return []
    }
  }

  /// Escape and the key of a command line, typed so fast that the terminal reports them as one key
  /// with Alt; the following text must not be taken for keys.
  private func keyBehindEscape(_ key: Key) -> Key? {
    guard key.modifiers == .alt else { return nil }
    // The keys of panes have no meaning in a window.
    guard !overlays.isEmpty || keymap.match([key], in: focus) == .none else { return nil }
    let plain = Key(key.code)
    switch keymap.match([plain], in: focus) {
    case .command(.commandLine), .command(.list(.filter)): return plain
    case .command, .prefix, .none: return nil
    }
  }

  private mutating func handle(_ key: Key) -> [Effect] {
    if key.code == .escape, !terminal.pendingKeys.isEmpty || terminal.count != nil {
      terminal.pendingKeys = []
      terminal.count = nil
      return []
    }
    browsing.largeMix?.drag = nil
    if drag?.over != nil {
      cancelDrag()
      if key.code == .escape { return [] }
    }
    if takeDigit(key) { return [] }
    if terminal.pendingKeys.isEmpty, let step = gridStep(key) {
      move(by: step)
      return []
    }
    let keys = terminal.pendingKeys + [key]
    switch keymap.match(keys, in: focus) {
    case .command(let command):
      terminal.pendingKeys = []
      if let count = terminal.count {
        terminal.count = nil
        if case .move(let move) = command { return performMove(move, count: count) }
      }
      return perform(command)
    case .prefix:
      terminal.pendingKeys = keys
      return []
    case .none:
      // The key that breaks a sequence off does not act alone.
      terminal.pendingKeys = []
      terminal.count = nil
      return []
    }
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp, .wheelDown:
      if layout.bar?.contains(mouse.position) == true {
        return perform(.playing(.changeVolume(mouse.action == .wheelUp ? 5 : -5)))
      }
      if browsing.grid != nil, pane(at: mouse.position) == .library {
        browsing.moveInGrid(byRows: mouse.action == .wheelUp ? -1 : 1)
        return []
      }
      let isOther = layout.otherList?.contains(mouse.position) == true
      if isOther { browsing.showQueue(!showsQueue) }
      pane(at: mouse.position)?.content.move(by: mouse.action == .wheelUp ? -3 : 3, in: &self)
      if isOther { browsing.showQueue(!showsQueue) }
      return []
    case .press: return press(at: mouse.position)
    case .drag:
      if let grip = browsing.grip { return drag(grip, to: mouse.position) }
      // Only what was pressed is dragged: a row that is dragged over the seek line seeks nowhere.
      if !dragBlock(to: mouse.position) { _ = dragOn(to: mouse.position) }
      return []
    case .release:
      letGo()
      return dropBlock() + dropEntries()
    }
  }

  /// Ends what the pressed button held, also where a window opened meanwhile.
  mutating func letGo() {
    if case .border = browsing.grip { saving.need() }
    browsing.grip = nil
  }

  private mutating func drag(_ grip: Browsing.Grip, to position: Position) -> [Effect] {
    switch grip {
    case .scrollBar(let pane):
      guard let bar = ScrollBar(of: pane, in: self) else { return [] }
      browsing.scroll(pane, to: bar.top(withThumbAt: position.row))
      return []
    case .windowScrollBar: return []
    case .border(let border):
      browsing.drag(border, to: position)
      return []
    case .volume:
      guard let bar = layout.bar else { return [] }
      return perform(
        .playing(
          .setVolume(PlayerBar.volume(at: position.column - bar.column, columns: bar.columns))))
    case .seekLine:
      guard let bar = ProgressBar.rect(in: layout) else { return [] }
      let column = max(bar.column, min(position.column, bar.right - 1))
      return seek(toColumn: column, of: bar, snaps: false)
    }
  }

  private mutating func seek(toColumn column: Int, of bar: Rect, snaps: Bool) -> [Effect] {
    let position = Position(row: bar.row, column: column)
    guard
      case .command(_, .playing(.seekTo(let time)))? = ScreenTarget.find(
        at: position, in: self, snaps: snaps)
    else { return [] }
    browsing.grip = .seekLine(column: column, time)
    return perform(.playing(.seekTo(time)))
  }

  private func pane(at position: Position) -> Pane? {
    layout.panes.first { $0.value.contains(position) }?.key
  }

  private mutating func press(at position: Position) -> [Effect] {
    let doubled = browsing.click(at: position, at: now)
    browsing.drop()
    browsing.grip = nil
    let grows = browsing.growsPlaylists
    defer { browsing.growsPlaylists = grows }
    guard let target = ScreenTarget.find(at: position, in: self) else {
      browsing.grip = layout.border(at: position).map { .border($0) }
      return []
    }
    switch target {
    case .command(let pane, let command):
      if let pane { focus = pane }
      if case .playing(.setVolume) = command { browsing.grip = .volume }
      if case .playing(.seekTo) = command, let bar = ProgressBar.rect(in: layout),
        bar.contains(position), barSpan != nil, book == nil || position.row == bar.row
      {
        return seek(toColumn: position.column, of: bar, snaps: true)
      }
      return perform(command)
    case .row(let pane, let index):
      let isSelected = focus == pane && focusedList?.selected == index
      focus = pane
      if isSelected, let stars = stars(at: position, in: pane) {
        return perform(.track(.rate(stars)))
      }
      if browsing.toggleGroup(atColumn: position.column, ofRow: index, in: pane) { return [] }
      // The first click may have scrolled the list below the pointer.
      if let row = doubled?.row, row == focusedList?.selectedRow?.id {
        return perform(.pane(.activate))
      }
      browsing.press(onRow: index)
      return []
    case .scroll(let pane, let top):
      browsing.grip = .scrollBar(pane)
      browsing.scroll(pane, to: top)
      return []
    case .lyrics(let line):
      focus = .nowPlaying
      // The second press of a double click would meet a line that has moved there.
      return doubled == nil ? seek(toLine: line) : []
    case .comment(let index):
      focus = .nowPlaying
      let step = index - comments.cursor.selected
      comments.move(by: step)
      return step == 0 ? goToComment() : []
    case .block(let entry):
      selectEntry(entry)
      return []
    case .join:
      let effects = editJoin()
      // The press may be on one of the marks.
      return overlays.isEmpty
        ? effects : effects + handleInOverlay(.mouse(Mouse(.press, at: position)))
    case .slot(let slot):
      focus = .mix
      browsing.selectedSlot = slot
      return doubled == nil ? [] : perform(.pane(.activate))
    }
  }

  /// The stars up to a position on those of the selected row; an empty cell has none to click.
  private func stars(at position: Position, in pane: Pane) -> Int? {
    guard let list = focusedList, let track = list.selectedRow?.track, !track.isStream,
      let area = layout.list(of: pane)
    else { return nil }
    let columns = columns(of: list, width: area.columns)
    guard let column = columns.columns.first(where: { $0.kind == .rating }) else { return nil }
    let star = position.column - area.column - column.start + 1
    return (1...5).contains(star) && track.rating.stars > 0 ? star : nil
  }
}
