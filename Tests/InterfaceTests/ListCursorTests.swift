import Music
import Testing

@testable import Interface

@Suite("The cursor of a window's list")
struct ListCursorTests {
  @Test("it stays within the rows, whatever step is taken")
  func clamps() {
    var cursor = ListCursor()
    cursor.move(by: 3, of: 10)
    #expect(cursor.selected == 3)
    cursor.move(by: .max, of: 10)
    #expect(cursor.selected == 9)
    cursor.move(by: .max, of: 10)
    #expect(cursor.selected == 9)
    cursor.move(by: .min, of: 10)
    #expect(cursor.selected == 0)
    cursor.move(to: 7, of: 10)
    // Rows were removed.
    cursor.move(by: 0, of: 4)
    #expect(cursor.selected == 3)
    cursor.move(by: 1, of: 0)
    #expect(cursor.selected == 0)
  }

  @Test("headings are passed over on the way, and at the ends it turns to the nearest row")
  func headings() {
    // Headings at both ends and two in the middle.
    let isHeading: (Int) -> Bool = { [0, 3, 4, 7].contains($0) }
    var cursor = ListCursor()
    cursor.move(by: 0, of: 8, skipping: isHeading)
    #expect(cursor.selected == 1)
    cursor.move(by: 2, of: 8, skipping: isHeading)
    #expect(cursor.selected == 5)
    cursor.move(by: -1, of: 8, skipping: isHeading)
    #expect(cursor.selected == 2)
    cursor.move(by: .max, of: 8, skipping: isHeading)
    #expect(cursor.selected == 6)
    cursor.move(by: .min, of: 8, skipping: isHeading)
    #expect(cursor.selected == 1)
    cursor.move(by: 1, of: 8) { _ in true }
    #expect(cursor.selected == 1)
  }

  @Test("the selected row shows, and no more empty rows than there must be")
  func scrolling() {
    var cursor = ListCursor()
    cursor.move(to: 12, of: 20)
    cursor.scroll(height: 5, of: 20)
    #expect(cursor.top == 8)
    cursor.move(to: 10, of: 20)
    cursor.scroll(height: 5, of: 20)
    #expect(cursor.top == 8)
    cursor.move(to: 2, of: 20)
    cursor.scroll(height: 5, of: 20)
    #expect(cursor.top == 2)
    cursor.scroll(height: 19, of: 20)
    #expect(cursor.top == 1)
    cursor.scroll(height: 30, of: 20)
    #expect(cursor.top == 0)
    // A window without rows scrolls to the top.
    cursor.move(to: 19, of: 20)
    cursor.scroll(height: 0, of: 20)
    #expect(cursor.top == 0)
  }

  @Test("a text scrolls without a selected row, and never beyond its end")
  func text() {
    var cursor = ListCursor()
    cursor.scroll(by: 3, height: 5, of: 20)
    #expect(cursor.top == 3)
    cursor.scroll(by: .max, height: 5, of: 20)
    #expect(cursor.top == 15)
    cursor.scroll(by: .min, height: 5, of: 20)
    #expect(cursor.top == 0)
    cursor.scroll(by: 1, height: 30, of: 20)
    #expect(cursor.top == 0)
    cursor.scroll(by: 2, height: 5, of: 20)
    cursor.scrollToTop()
    #expect(cursor.top == 0 && cursor.selected == 0)
  }
}

@Suite("The cursor of a list whose rows change meanwhile")
struct ListUpdateTests {
  private let query = ListQuery(.songs)

  private func window(_ ids: [Int64], anchor: Int64?) -> ListWindow {
    let rows = ids.map { id in
      ListRow.track(Track(id: TrackID(id), source: .file(FilePath("/\(id)"))), slots: [])
    }
    var window = ListWindow(query: query, count: rows.count, rows: Array(rows.prefix(40)))
    window.anchorIndex = anchor.flatMap { ids.firstIndex(of: $0) }
    return window
  }

  /// A list with the cursor on the last but one of a hundred rows, of which the first 40 are loaded,
  /// which asks for rows while the cursor goes to the last one.
  private func atEnd() -> ListState {
    var list = ListState(query)
    list.update(window(Array(1...100), anchor: nil), height: 10)
    list.move(to: 98, height: 10)
    list.anchor = .track(TrackID(99))
    list.request(1, afterEdits: true, height: 10)
    list.move(to: 99, height: 10)
    return list
  }

  @Test("it stays at the end where the row that it left went to the top")
  func moved() {
    var list = atEnd()
    list.update(window([99] + Array(1...98) + [100], anchor: 99), height: 10)
    #expect(list.selected == 99)
  }

  @Test("it goes along with rows that come above, and stays within those that are left")
  func grown() {
    var list = atEnd()
    list.update(window(Array(201...205) + Array(1...100), anchor: 99), height: 10)
    #expect(list.selected == 104)
    list = atEnd()
    list.update(window(Array(11...100), anchor: 99), height: 10)
    #expect(list.selected == 89)
  }
}
