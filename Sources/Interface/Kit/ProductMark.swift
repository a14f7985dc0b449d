import Music
import Screen

/// The product's mark: three bars in the colours of the slots.
enum ProductMark {
  static let columns = 3

  static func write(to line: inout Canvas, of app: App) {
    let bars = app.skins.choice == .ascii ? ["/", "/", "/"] : ["▃", "▅", "▇"]
    for (slot, bar) in zip(MixSlot.allCases, bars) { line.write(bar, slot.face) }
  }
}
