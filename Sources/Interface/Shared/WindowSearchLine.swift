import Screen

/// The line of a search in a window.
struct WindowSearchLine {
  let search: WindowSearch

  func draw(on line: Canvas) {
    line.put("/", .accent)
    FieldView(field: search.field).draw(on: line.inset(left: 1).filled(.field))
  }
}
