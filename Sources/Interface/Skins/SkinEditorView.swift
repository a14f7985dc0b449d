import Screen

/// The parts of a skin with a sample, colours, attributes and contrast, beside the live screen.
struct SkinEditorView {
  let app: App
  let editor: SkinEditor

  /// The part of a row that can be clicked.
  enum Column: Equatable {
    case name
    case channel(SkinPart.Channel)
    case attribute(Theme.Attributes)
  }

  private static let looks: [(sign: String, attribute: Theme.Attributes)] = [
    ("b", .bold), ("d", .dim), ("i", .italic), ("u", .underline),
  ]

  /// The columns of a row, from the left.
  private struct Plan {
    let box: WindowBox
    /// Whether both colours have room.
    let isWide: Bool

    init(_ size: Size) {
      let columns = size.columns >= 70 ? 55 : size.columns
      // The last line of the screen has the hints; on a large one the foot shows, too.
      let rows = size.rows >= 30 ? size.rows - 12 : size.rows - 1
      box = WindowBox(
        rect: Rect(
          row: 0, column: size.columns - columns, rows: min(rows, SkinPart.all.count + 4),
          columns: columns), title: "Skin")
      isWide = box.inside.columns >= 51
    }

    var list: Rect { box.inside.inset(top: 1, bottom: 1) }
    var name: Range<Int> { 0..<(isWide ? 15 : 12) }
    var sample: Range<Int> { name.upperBound + 1..<name.upperBound + 1 + (isWide ? 6 : 3) }
    var first: Range<Int> { sample.upperBound + 1..<sample.upperBound + 9 }
    var second: Range<Int> { first.upperBound + 1..<first.upperBound + 9 }
    var look: Range<Int> {
      let start = (isWide ? second : first).upperBound + 1
      return start..<start + 4
    }
    var contrast: Range<Int> { look.upperBound + 1..<look.upperBound + 6 }
  }

  private var plan: Plan { Plan(app.size) }
  private var theme: Theme { app.skins.theme }

  static func listHeight(in size: Size) -> Int { Plan(size).list.rows }

  // MARK: The mouse

  func contains(_ position: Position) -> Bool { plan.box.rect.contains(position) }

  /// The row and its column at a position.
  func target(at position: Position) -> (index: Int, column: Column)? {
    let plan = plan
    let index = editor.cursor.top + position.row - plan.list.row
    guard plan.list.contains(position), SkinPart.all.indices.contains(index) else { return nil }
    let column = position.column - plan.list.column
    if plan.first.contains(column) {
      return (index, .channel(plan.isWide ? .foreground : editor.channel))
    }
    if plan.isWide, plan.second.contains(column) { return (index, .channel(.background)) }
    if plan.look.contains(column) {
      return (index, .attribute(Self.looks[column - plan.look.lowerBound].attribute))
    }
    return (index, .name)
  }

  // MARK: Drawing

  func draw(into frame: inout Frame) {
    let plan = plan
    let isChanged = theme != editor.saved
    WindowBox(rect: plan.box.rect, title: theme.name + (isChanged ? " (changed)" : ""))
      .draw(into: &frame) { inside in
        drawHeads(plan, on: inside.line(0))
        let list = inside.part(plan.list)
        for (row, index) in zip(0..<list.rows, editor.cursor.top..<SkinPart.all.count) {
          let isSelected = index == editor.cursor.selected
          draw(
            SkinPart.all[index], plan, isSelected: isSelected,
            on: list.line(row, isSelected: isSelected))
        }
        drawFoot(on: inside.lastLine)
      }
  }

  private func part(_ columns: Range<Int>, of line: Canvas) -> Canvas {
    line.columns(from: columns.lowerBound, count: columns.count)
  }

  private func drawHeads(_ plan: Plan, on line: Canvas) {
    part(plan.name, of: line).put("Face", .header)
    if plan.isWide {
      part(plan.sample, of: line).put("Sample", .header)
      part(plan.first, of: line).put(" Text", .header)
      part(plan.second, of: line).put(" Ground", .header)
    } else {
      part(plan.first, of: line).put(
        editor.channel == .foreground ? " Text" : " Ground", .header)
    }
    part(plan.look, of: line).put("Look", .header)
    part(plan.contrast, of: line).put("to 1", .header, align: .right)
  }

  private func draw(_ part: SkinPart, _ plan: Plan, isSelected: Bool, on line: Canvas) {
    let isOwn = theme.names(part)
    self.part(plan.name, of: line).put(part.name, isOwn ? .text : .dimmed)
    drawSample(of: part, on: self.part(plan.sample, of: line))
    let channels: [(Range<Int>, SkinPart.Channel)] =
      plan.isWide
      ? [(plan.first, .foreground), (plan.second, .background)] : [(plan.first, editor.channel)]
    for (columns, channel) in channels {
      let cell = self.part(columns, of: line)
      let isActive = isSelected && channel == editor.channel
      if isActive { cell.put("›", .key) }
      cell.put(
        theme.color(channel, of: part)?.hex ?? "—", isActive ? .accent : isOwn ? .text : .dimmed,
        at: 1)
    }
    if case .face(let face) = part {
      let attributes = theme.style(of: face).attributes
      for (offset, look) in Self.looks.enumerated() {
        let isOn = attributes.contains(look.attribute)
        line.cell(column: plan.look.lowerBound + offset)
          .put(isOn ? look.sign : "·", isOn ? .accent : .dimmed)
      }
    }
    let contrast = theme.contrast(of: part)
    let fails = !part.isDecoration && contrast < Theme.readable
    self.part(plan.contrast, of: line).put(
      Self.text(contrast) + (fails ? "!" : " "), fails ? .warning : .dimmed, align: .right)
  }

  private func drawSample(of part: SkinPart, on cell: Canvas) {
    switch part {
    case .ground(let ground): cell.filled(ground).put("Sample", .text, keep: nil)
    case .face(let face):
      let sample = cell.filled(.base)
      switch face {
      case .waveBass, .waveMiddle, .waveTreble, .restBass, .restMiddle, .restTreble:
        sample.put("▃▅▇▆▄▂", face, keep: nil)
      case .border, .borderFocused, .progress, .progressRest: sample.fill("━", face)
      case .badge1: sample.put(" 1 ", face)
      case .badge2: sample.put(" 2 ", face)
      case .badge3: sample.put(" 3 ", face)
      case .rating: sample.put("★★★", face)
      case .listened: sample.put("☊ ☊", face)
      case .liked: sample.put("✶ ✶", face)
      case .reaction: sample.put("♥ ♥", face)
      case .text, .dimmed, .faint, .title, .accent, .heading, .header, .playing, .missing, .tab,
        .tabActive, .key, .hint, .match, .success, .warning, .slot1, .slot2, .slot3:
        sample.put("Sample", face, keep: nil)
      }
    }
  }

  private func drawFoot(on line: Canvas) {
    switch editor.mode {
    case .choosing: line.put(detail, .dimmed)
    case .typing(let field, let before):
      var line = line
      line.write(editor.channel == .foreground ? "Text " : "Ground ", .dimmed)
      let names = SkinEditor.names(field.text, in: before).prefix(20).joined(separator: " ")
      let input = line.columns(from: 0, count: 12).filled(.field)
      FieldView(field: field).draw(on: input)
      line.inset(left: 13).put(names, .dimmed)
    case .naming(let field):
      var line = line
      line.write("Save as ", .dimmed)
      FieldView(field: field).draw(on: line.filled(.field))
    case .leaving:
      line.put(
        "Save it? \(app.key(.accept, in: .skin)) yes, \(app.key(.skin(.drop), in: .skin)) no, "
          + "\(app.key(.close, in: .skin)) go on", .warning)
    }
  }

  /// The worst contrast of the selected part, and whether it inherits its style.
  private var detail: String {
    let part = editor.part
    let worst = theme.worst(of: part).map { "least \(Self.text($0.contrast)) with \($0.name)" }
    return [worst, theme.names(part) ? nil : "inherited"].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// One decimal, rounded down, so that what falls short looks so.
  private static func text(_ contrast: Double) -> String {
    let tenths = Int(contrast * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
