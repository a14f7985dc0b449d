import Music
import Screen

/// The chapters of the book that plays, searched by typing.
package struct ChaptersPanel: Equatable, Sendable {
  package private(set) var field = TextField()
  package internal(set) var cursor = ListCursor()
  /// The chapters that show, by their indices.
  package private(set) var shown: [Int]
  /// The names to search in, folded once: a book may have thousands.
  private let names: [String]

  init(_ book: Book, current: Int?, in size: Size) {
    names = book.chapters.indices.map {
      SortKey.folded("\($0 + 1) " + book.title(ofChapter: $0))
    }
    shown = Array(book.chapters.indices)
    select(current, height: ChaptersView.height(in: size, names.count))
  }

  /// All chapters.
  var count: Int { names.count }

  /// The chapter at the cursor.
  var chapter: Int? { shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil }

  mutating func move(by step: Int, height: Int) {
    cursor.move(by: step, of: shown.count)
    cursor.scroll(height: height, of: shown.count)
  }

  mutating func select(_ chapter: Int?, height: Int) {
    guard let row = chapter.flatMap({ shown.firstIndex(of: $0) }) else { return }
    // A third of the chapters before it show, too.
    cursor.move(to: min(shown.count - 1, row + height / 2), of: shown.count)
    cursor.scroll(height: height, of: shown.count)
    cursor.move(to: row, of: shown.count)
    cursor.scroll(height: height, of: shown.count)
  }

  /// Types into the search; false for a key without a meaning there.
  mutating func type(_ input: Input) -> Bool {
    let before = field.text
    guard field.handle(input) else { return false }
    guard field.text != before else { return true }
    let words = SortKey.folded(field.text).split(separator: " ")
    shown = names.indices.filter { index in words.allSatisfy { names[index].contains($0) } }
    cursor = ListCursor()
    return true
  }
}

extension ChaptersPanel: CursorWindow {
  var kind: WindowKind { .chapters }
  var overlay: Overlay { .chapters(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = ChaptersView.height(in: app.size, count)
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, height: height)
      case .wheelDown: panel.move(by: 3, height: height)
      case .press:
        guard let row = ChaptersView(panel: self, app: app).windowList.row(at: mouse.position)
        else {
          return []
        }
        if row == cursor.selected { return go(in: &app) }
        panel.move(by: row - cursor.selected, height: height)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: ChaptersKey.self, typing: .text(field)) {
      case .close: return app.windows.closeTop()
      case .accept: return go(in: &app)
      case .move(let move): panel.move(by: move.step(page: height), height: height)
      case .own(.current): panel.select(app.bookChapter, height: height)
      case nil: guard panel.type(input) else { return [] }
      }
    case .paste: guard panel.type(input) else { return [] }
    }
    app.windows.replaceTop(.chapters(panel))
    return []
  }

  private func go(in app: inout App) -> [Effect] {
    guard let chapter else { return [] }
    app.windows.closeTop()
    return app.goTo(chapter: chapter)
  }

  func list(in app: App) -> WindowList? {
    ChaptersView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    ChaptersView(panel: self, app: app).draw(into: &frame)
  }
}
