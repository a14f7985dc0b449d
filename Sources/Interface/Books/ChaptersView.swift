import Music
import Screen

/// The chapters in a window: number, title, where each begins and how long it is.
struct ChaptersView {
  let panel: ChaptersPanel
  let app: App

  /// - Parameter count: of all chapters, so that a search does not change the size.
  private static func box(in size: Size, _ count: Int) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows >= 20 ? max(12, min(size.rows - 6, count + 6)) : size.rows,
      columns: size.columns >= 60 ? min(size.columns - 6, 90) : size.columns, title: "Chapters")
  }

  /// Rows for the search and a blank one; low screens have no keys below.
  static func list(in size: Size, _ count: Int) -> Rect {
    box(in: size, count).inside.inset(
      top: size.rows >= 14 ? 2 : 1, bottom: size.rows >= 14 ? 2 : 0)
  }

  static func height(in size: Size, _ count: Int) -> Int { max(1, list(in: size, count).rows) }

  var windowList: WindowList {
    WindowList(
      rect: ChaptersView.list(in: app.size, panel.count), count: panel.shown.count,
      scrolledTo: panel.cursor)
  }

  private var top: Int { windowList.top }

  func draw(into frame: inout Frame) {
    ChaptersView.box(in: app.size, panel.count).draw(into: &frame) { inside in
      var line = inside.line(0).filled(.field)
      line.put("›", .accent)
      line = line.inset(left: 2, right: 1)
      line.writeRight(count, .dimmed, gap: 1)
      FieldView(field: panel.field).draw(on: line)
      drawRows(on: inside.part(ChaptersView.list(in: app.size, panel.count)))
      guard app.size.rows >= 14 else { return }
      let hints = [
        Hint(.accept, does: "go there"), Hint(.chapters(.current), does: "what is heard"),
        Hint(.close, does: "close"),
      ].shown(app.keymap, in: .chapters)
      inside.lastLine.put(hints.dropLast(), last: hints.last)
    }
  }

  private var count: String {
    let all = app.book?.book.chapters.count ?? 0
    return panel.shown.count == all
      ? all.grouped : "\(panel.shown.count.grouped) of \(all.grouped)"
  }

  private func drawRows(on list: Canvas) {
    guard let book = app.book?.book else { return list.put(lines: ["No book plays"], .dimmed) }
    if panel.shown.isEmpty { list.put("Nothing matches", .dimmed) }
    let current = app.bookChapter
    let digits = "\(book.chapters.count)".count
    for row in 0..<min(list.rows, max(0, panel.shown.count - top)) {
      let index = panel.shown[top + row]
      guard book.chapters.indices.contains(index) else { continue }
      let chapter = book.chapters[index]
      var line = list.line(row, isSelected: top + row == panel.cursor.selected)
      let isCurrent = index == current
      line.writeRight((chapter.end - chapter.start).clockText.padded(to: 8), .dimmed)
      if line.columns >= 40 { line.writeRight(chapter.start.clockText.padded(to: 9), .dimmed) }
      line.write(
        BookText.sign(of: index, current: current, app.skins.shape) + " ",
        isCurrent ? .playing : .dimmed)
      book.name(ofChapter: index)?.draw(
        on: line.inset(right: 1), number: "\(index + 1)".padded(to: digits),
        isCurrent ? .playing : .text)
    }
  }
}
