import Interface
import Testing

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
