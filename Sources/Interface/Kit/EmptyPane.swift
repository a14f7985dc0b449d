import Screen

/// The contents of an empty pane: a sentence, and the main keys from here on, which can be clicked.
struct EmptyPane {
  let sentence: String
  let keys: [KeyText]

  init(_ sentence: String, _ keys: KeyText...) {
    self.sentence = sentence
    self.keys = keys
  }

  /// In the middle third; on low panes without the blank row.
  func draw(on canvas: Canvas) {
    let gap = canvas.rows > keys.count + 2 ? 2 : 1
    let rows = gap + keys.count
    let top = max(0, min(canvas.rows / 3, (canvas.rows - rows) / 2))
    let area = canvas.inset(top: top, left: 1, right: 1)
    area.put(sentence, .text, align: .center)
    let names = keys.map { TextWidth.columns(of: $0.keys) }.max() ?? 0
    let texts = keys.map { TextWidth.columns(of: $0.text) }.max() ?? 0
    let block = area.inset(top: gap, left: max(0, (area.columns - names - texts - 3) / 2))
    for (row, key) in keys.enumerated() {
      let line = block.line(row)
      line.addButton(key, columns: names + 3 + TextWidth.columns(of: key.text))
      line.columns(from: 0, count: names).put(key.keys, .key, align: .right)
      line.put(key.text, .hint, at: names + 3)
    }
  }
}
