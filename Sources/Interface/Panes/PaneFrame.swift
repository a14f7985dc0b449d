import Screen

/// The frame of one pane with its name, tabs and totals, as the skin draws them.
struct PaneFrame {
  let app: App
  let layout: Layout
  let pane: Pane

  private var shape: Shape { layout.shape }
  private var isFocused: Bool { app.focus == pane }
  private var lineFace: Face { isFocused ? .borderFocused : .border }

  // MARK: Lines

  /// Draws the lines of all panes.
  static func drawLines(of app: App, _ layout: Layout, on screen: Canvas) {
    if let tabs = layout.tabs, [.rule, .split].contains(layout.shape.frame) {
      // A pane that shows alone has the line of these frames only.
      screen.part(tabs).fill(screen.border.horizontal, .border)
    }
    guard layout.frame == .grid else {
      for pane in layout.boxes.keys {
        PaneFrame(app: app, layout: layout, pane: pane).drawLines(on: screen)
      }
      if layout.otherList != nil {
        let other = app.showingOtherList
        PaneFrame(app: other, layout: other.layout, pane: .playlists).drawLines(on: screen)
      }
      return
    }
    var lines = JoinedLines(size: layout.size)
    if let box = layout.otherList { lines.add(box, isFocused: false) }
    for (pane, box) in layout.boxes { lines.add(box, isFocused: pane == app.focus) }
    lines.draw(on: screen)
    for pane in layout.boxes.keys {
      PaneFrame(app: app, layout: layout, pane: pane).drawLegend(on: screen)
    }
  }

  private func drawLines(on screen: Canvas) {
    guard let rect = layout.boxes[pane] else { return }
    let box = screen.part(rect)
    switch layout.frame {
    case .box: box.drawBox(lineFace)
    case .rule: box.line(0).inset(left: 1, right: 1).fill(box.border.horizontal, lineFace)
    case .split:
      let isRight = rect.column > 0
      let line = box.line(1).inset(left: isRight ? 1 : 0, right: pane == .library ? 1 : 0)
      line.fill(box.border.horizontal, lineFace)
      line.cell(column: 0).fill(box.border[.right], lineFace)
      line.cell(column: line.columns - 1).fill(box.border[.left], lineFace)
      if isRight {
        let edge = box.columns(from: 0, count: 1)
        edge.fill(box.border.vertical, .border)
        if rect.row == 0 { edge.cell(column: 0).fill(box.border[.down], .border) }
        if pane == .playlists { edge.lastLine.fill(box.border[.up], .border) }
      }
    case .grid, .none: break
    }
    drawLegend(on: screen)
  }

  private func drawLegend(on screen: Canvas) {
    let legend = pane.content.legend(in: app)
    guard !legend.isEmpty, let box = layout.boxes[pane] else { return }
    let line =
      switch layout.frame {
      case .box, .grid, .rule: screen.part(box).lastLine
      case .split, .none: screen.part(box).line(0)
      }
    line.inset(left: 2, right: 2).put(" \(legend) ", .dimmed, align: .right)
  }

  // MARK: Names

  private var tabs: Tabs {
    var tabs = pane.content.tabs(in: app)
    tabs.style = shape.tabs
    tabs.title = pane.content.heading(in: app)
    return tabs
  }

  /// Draws the name, the tabs and the totals.
  func drawTitle(on screen: Canvas) {
    let tabs = tabs
    if let panes = layout.tabs, layout.boxes[pane] != nil {
      let line = screen.part(panes)
      drawStatus(on: line, behind: Tabs.panes(app).end(limit: line.columns))
      if let rect = layout.title(of: pane), tabs.areShown(in: layout) {
        tabs.draw(on: screen.part(rect))
      }
      return
    }
    guard tabs.areShown(in: layout), let rect = layout.title(of: pane) else {
      if let rect = layout.title(of: pane) { drawStatus(on: screen.part(rect), behind: 0) }
      return
    }
    let line = screen.part(rect)
    guard let box = layout.boxes[pane] else {
      tabs.draw(on: line)
      return drawStatus(on: line, behind: tabs.end(limit: line.columns))
    }
    let isSingle = tabs.names.count == 1
    if layout.hasTabsBelow || layout.frame == .rule || isSingle {
      let isLine = layout.hasTabsBelow || layout.frame == .rule
      drawHeading(on: isLine ? screen.part(box).line(0).inset(left: 2, right: 2) : line)
    }
    if !isSingle { tabs.draw(on: line) }
    drawStatus(on: line, behind: isSingle ? 0 : tabs.end(limit: line.columns))
    if [.split, .none].contains(layout.frame) {
      let below = screen.part(rect.inset(top: 1, bottom: -1))
      if isSingle {
        heading.drawUnderline(on: below, limit: line.columns)
      } else {
        tabs.drawUnderline(on: below, limit: line.columns)
      }
    }
  }

  private func drawStatus(on line: Canvas, behind end: Int) {
    let columns = layout.panes[pane]?.columns ?? line.columns
    let room = line.columns - end - 2
    guard let status = pane.content.status(in: app, columns: columns, room: room),
      TextWidth.columns(of: status.text) <= room
    else { return }
    line.put(" \(status.text) ", status.face, align: .right)
  }

  /// The name as a single tab; one in the middle has no ground.
  private var heading: Tabs {
    let title = pane.content.heading(in: app)
    let name =
      switch shape.heading {
      case .title, .plain: title
      case .banner: "[ \(title.uppercased()) ]"
      case .caps: title.uppercased()
      case .spaced: PaneFrame.spaced(title)
      }
    return Tabs(
      names: [name], active: isFocused ? 0 : -1, isFocused: isFocused,
      style: shape.tabs == .underline || shape.heading == .caps ? .underline : .ground)
  }

  private func drawHeading(on line: Canvas) {
    guard
      let columns = PaneFrame.centredHeading(
        pane.content.heading(in: app), shape, columns: line.columns)
    else {
      return heading.draw(on: line)
    }
    heading.draw(on: line.columns(from: columns.lowerBound, count: columns.count))
  }

  /// The columns of a heading in the middle of a line, with a blank at both sides; nil for one at
  /// the left.
  static func centredHeading(_ title: String, _ shape: Shape, columns: Int) -> Range<Int>? {
    let width: Int
    switch shape.heading {
    case .title, .plain, .caps: return nil
    case .banner: width = TextWidth.columns(of: title) + 6
    case .spaced: width = TextWidth.columns(of: spaced(title)) + 2
    }
    let left = max(0, columns - width) / 2
    return left..<min(columns, left + width)
  }

  private static func spaced(_ title: String) -> String {
    title.uppercased().map(String.init).joined(separator: " ")
  }
}
