import Music
import Screen

/// The product's mark: three bars in the colours of the slots.
enum ProductMark {
  static let columns = 3

  static func write(to line: inout Canvas, of app: App) {
    let bars = app.skins.choice == .ascii ? ["/", "/", "/"] : ["▃", "▅", "▇"]
    for (slot, bar) in zip(MixSlot.allCases, bars) { line.write(bar, slot.face) }
  }

  /// Draws the product's name in large letters, with its mark in front, in the middle of a canvas.
  static func drawLarge(on canvas: Canvas, of app: App) {
    guard app.skins.choice != .ascii,
      let name = LargeLetters("Tritone", limit: canvas.columns - LargeLetters.rows * 2 - 2)
    else { return }
    let bar = 2
    let mark = MixSlot.allCases.count * bar
    let start = (canvas.columns - mark - 2 - name.columns) / 2
    for (index, slot) in MixSlot.allCases.enumerated() {
      for row in max(0, LargeLetters.rows - 1 - index)..<LargeLetters.rows {
        canvas.line(row).put(
          String(repeating: "█", count: bar), slot.face, at: start + index * bar, keep: nil)
      }
    }
    name.draw(on: canvas.inset(left: start + mark + 2))
  }
}
