import Music
import Screen

// The keys of a checklist, and its effects.
extension Checklist: CursorWindow {
  var kind: WindowKind { .checklist }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var list = self
    let height = ChecklistView.listHeight(of: list, in: app.size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: list.move(by: -3, height: height)
      case .wheelDown: list.move(by: 3, height: height)
      case .press:
        guard let row = ChecklistView.row(at: mouse.position, of: list, in: app.size) else {
          return []
        }
        if row == cursor.selected { list.toggle() }
        list.move(by: row - cursor.selected, height: height)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: ChecklistKey.self) {
      case .accept: return app.finish(list)
      case .close: return app.windows.closeTop()
      case .move(let move): list.move(by: move.step(page: height), height: height)
      case .own(.remove): return app.removeRoot(in: list)
      case .own(.left): list.choose(by: -1)
      case .own(.right): list.choose(by: 1)
      case .own(.mark): list.toggle()
      case .own(.markAndGoOn):
        list.toggle()
        list.move(by: 1, height: height)
      case .own(.markAll): list.toggleAll()
      case nil: return []
      }
    }
    app.windows.replaceTop(.checklist(list))
    return []
  }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: ChecklistView.area(of: self, in: app.size), count: items.count, top: cursor.top)
  }

  var overlay: Overlay { .checklist(self) }

  func draw(into frame: inout Frame, of app: App) {
    ChecklistView(list: self, size: app.size, keymap: app.keymap).draw(into: &frame)
  }
}

extension App {
  mutating func finish(_ list: Checklist) -> [Effect] {
    guard list.countOn > 0 || list.mayBeEmpty else {
      say(
        "Nothing is marked: \(key(.checklist(.mark), in: .checklist)) marks, "
          + "\(key(.close, in: .checklist)) leaves it")
      return []
    }
    windows.closeTop()
    switch list.purpose {
    case .addAgain(let playlist, let tracks):
      let wanted = zip(list.items, tracks).flatMap { $0.isOn ? $1 : [] }
      edits.addedAgain()
      return [.edit(.entries(.addAgain(playlist, wanted)))]
    case .relocate(let relocations):
      let moves = zip(list.items, relocations).compactMap { item, relocation in
        item.isOn && relocation.candidates.indices.contains(item.chosen)
          ? Relocation.Move(
            from: relocation.track, to: relocation.candidates[item.chosen].track) : nil
      }
      return [.edit(.library(.relocate(moves)))]
    case .caches(let kinds):
      return zip(list.items, kinds).compactMap { $0.isOn ? .library(.clear($1)) : nil }
    case .deviceContents(let contents):
      useContents(contents, of: list)
      return []
    case .variations(let groups):
      let wanted = zip(list.items, groups).compactMap { $0.isOn ? $1 : nil }
      return [.edit(.variations(.accept(wanted)))]
    case .roots(let paths):
      return [
        .edit(.library(.removeRoots(zip(list.items, paths).compactMap { $0.isOn ? $1 : nil })))
      ]
    }
  }
}
