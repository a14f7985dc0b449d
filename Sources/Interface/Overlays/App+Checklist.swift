import Music
import Screen

// The keys of a checklist, and what comes of it.
extension App {
  mutating func take(_ input: Input, in list: Checklist) -> [Effect] {
    var list = list
    let height = ChecklistView.listHeight(of: list, in: size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: list.move(to: list.selected - 3, height: height)
      case .wheelDown: list.move(to: list.selected + 3, height: height)
      case .press:
        guard let row = ChecklistView.row(at: mouse.position, of: list, in: size) else { return [] }
        if row == list.selected { list.toggle() }
        list.move(to: row, height: height)
      case .drag, .release: return []
      }
    case .key(let key):
      switch (key.code, key.modifiers) {
      case (.enter, _): return finish(list)
      case (.escape, _), (.character("q"), []), (.character("c"), .control),
        (.character("g"), .control):
        overlays.removeLast()
        return []
      case (.down, _), (.character("j"), []), (.tab, []):
        list.move(to: list.selected + 1, height: height)
      case (.up, _), (.character("k"), []), (.tab, .shift):
        list.move(to: list.selected - 1, height: height)
      case (.pageDown, _): list.move(to: list.selected + height, height: height)
      case (.pageUp, _): list.move(to: list.selected - height, height: height)
      case (.home, _), (.character("g"), []): list.move(to: 0, height: height)
      case (.end, _), (.character("G"), _): list.move(to: .max, height: height)
      case (.character("d"), []): return removeRoot(in: list)
      case (.left, _): list.choose(by: -1)
      case (.right, _): list.choose(by: 1)
      case (.character(" "), _), (.character("v"), []):
        list.toggle()
        if key.code == .character("v") { list.move(to: list.selected + 1, height: height) }
      case (.character("a"), []), (.character("V"), _): list.toggleAll()
      default: return []
      }
    }
    replaceTop(.checklist(list))
    return []
  }

  private mutating func finish(_ list: Checklist) -> [Effect] {
    guard list.countOn > 0 else {
      say("Nothing is marked: Space marks, Esc leaves it")
      return []
    }
    overlays.removeLast()
    switch list.purpose {
    case .addAgain(let playlist, let tracks):
      let wanted = zip(list.items, tracks).flatMap { $0.isOn ? $1 : [] }
      leftOut = nil
      return [.edit(.entries(.addAgain(playlist, wanted)))]
    case .relocate(let relocations):
      let moves = zip(list.items, relocations).compactMap { item, relocation in
        item.isOn && relocation.candidates.indices.contains(item.chosen)
          ? Relocation.Move(
            from: relocation.track, to: relocation.candidates[item.chosen].track) : nil
      }
      return [.edit(.library(.relocate(moves)))]
    case .roots(let paths):
      return [
        .edit(.library(.removeRoots(zip(list.items, paths).compactMap { $0.isOn ? $1 : nil })))
      ]
    }
  }
}
