import Screen
import Music

// From keys and the mouse to commands.
extension App {
  mutating func take(_ input: Input) -> [Effect] {
    if layout.form == .tooSmall {
      // Nothing shows that could be worked with; leaving still works.
      guard case .key(let key) = input else { return [] }
      let match = keymap.match([key], in: focus)
      return match == .command(.quit) ? perform(.quit) : []
    }
    if !overlays.isEmpty { return takeInOverlay(input) }
    switch input {
    case .paste: return []
    case .mouse(let mouse): return take(mouse)
    case .key(let key): return take(key)
    }
  }

  private mutating func take(_ key: Key) -> [Effect] {
    if key.code == .escape, !pendingKeys.isEmpty {
      pendingKeys = []
      return []
    }
    if drag?.over != nil {
      cancelDrag()
      if key.code == .escape { return [] }
    }
    let keys = pendingKeys + [key]
    switch keymap.match(keys, in: focus) {
    case .command(let command):
      pendingKeys = []
      return perform(command)
    case .prefix:
      pendingKeys = keys
      return []
    case .none:
      // The key that breaks a sequence off was not meant for what it does alone.
      pendingKeys = []
      return []
    }
  }

  private mutating func take(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp, .wheelDown:
      guard let pane = pane(at: mouse.position), layout.list(of: pane) != nil else { return [] }
      let before = focus
      focus = pane
      move(by: mouse.action == .wheelUp ? -3 : 3)
      if layout.form == .full { focus = before == pane ? pane : before }
      return []
    case .press: return press(at: mouse.position)
    case .drag:
      if dragOn(to: mouse.position) { return [] }
      return ScreenTarget.find(at: mouse.position, in: self, snaps: false)?.seekCommand
        .map { perform($0) } ?? []
    case .release: return dropEntries()
    }
  }

  private func pane(at position: Position) -> Pane? {
    layout.panes.first { $0.value.contains(position) }?.key
  }

  private mutating func press(at position: Position) -> [Effect] {
    let isDouble = lastClick.map { $0.isDoubled(by: position, at: now) } ?? false
    lastClick = isDouble ? nil : Click(position: position, at: now)
    drag = nil
    guard let target = ScreenTarget.find(at: position, in: self) else { return [] }
    switch target {
    case .command(let pane, let command):
      if let pane { focus = pane }
      return perform(command)
    case .row(let pane, let index):
      focus = pane
      if toggleGroup(atColumn: position.column, ofRow: index, in: pane) { return [] }
      move(toRow: index)
      takeHold(ofRow: index, in: pane)
      return isDouble ? perform(.activate) : []
    case .slot(let slot):
      focus = .mix
      selectedSlot = slot
      return isDouble ? perform(.activate) : []
    }
  }
}
