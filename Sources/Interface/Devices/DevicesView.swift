import Music
import Screen

/// The known devices, a row each, with the facts of the one at the cursor below them.
struct DevicesView {
  let panel: DevicesPanel
  let app: App

  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 2, 20),
      columns: min(112, size.columns < 60 ? size.columns : size.columns - 4), title: "Devices")
  }

  /// Lines below the rows: the facts of the device at the cursor, and the keys.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 3 : 7 }

  /// Lines for the names of the columns.
  private static func head(in size: Size) -> Int { size.rows < 14 || size.columns < 70 ? 0 : 1 }

  static func list(in size: Size) -> Rect {
    box(in: size).inside.inset(top: head(in: size), bottom: below(in: size))
  }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  private var devices: [DeviceListItem] { app.syncing.devices ?? [] }

  var windowList: WindowList {
    WindowList(
      rect: DevicesView.list(in: app.size), count: devices.count, scrolledTo: panel.cursor)
  }

  private var top: Int { windowList.top }

  func draw(into frame: inout Frame) {
    DevicesView.box(in: app.size).draw(into: &frame) { inside in
      let area = inside.part(DevicesView.list(in: app.size))
      if devices.isEmpty {
        area.markSelection()
        let lines = LyricsView.wrapped(emptyText, columns: max(1, area.columns))
        area.put(lines: lines.map { String($0) }, .text)
      }
      if DevicesView.head(in: app.size) > 0, !devices.isEmpty { drawHead(on: inside.line(0)) }
      for (line, index) in zip(0..<area.rows, devices.indices.dropFirst(top)) {
        draw(devices[index], on: area.line(line, isSelected: index == panel.cursor.selected))
      }
      let below = inside.inset(top: DevicesView.head(in: app.size) + area.rows)
      drawFacts(on: below)
      let hints = hints.shown(app.keymap, in: .devices)
      below.lastLine.put(hints.dropLast(), gap: below.columns >= 60 ? 3 : 1, last: hints.last)
    }
  }

  var emptyText: String { DevicesView.emptyText(app) }

  static func emptyText(_ app: App) -> String {
    guard app.syncing.devices != nil else { return "Looking for devices…" }
    return
      "No device yet. \(app.key(.devices(.add), in: .devices)) adds one: the folder of a stick,"
      + " a phone or a share, or another machine as ssh://HOST."
  }

  private var hints: [Hint] {
    guard let item = panel.item(in: app) else {
      return [Hint(.devices(.add), does: "add"), Hint(.close, does: "close")]
    }
    let isRunning = app.syncing.run?.device == item.id
    return [
      isRunning && app.syncing.canStop
        ? Hint(.devices(.stop), does: "stop") : Hint(.accept, does: "sync"),
      Hint(.devices(.add), does: "add"), Hint(.devices(.edit), does: "edit"),
      Hint(.devices(.forget), does: "forget"),
      Hint(
        .devices(.automatic),
        does: item.device.options.syncsByItself ? "not by itself" : "by itself"),
      Hint(.close, does: "close"),
    ]
  }

  // MARK: Rows

  /// The progress with a device, or the tracks that wait for it: "12 new, 3 changed".
  static func state(of item: DeviceListItem, in app: App) -> String {
    if let run = app.syncing.run, run.device == item.id {
      return run.part.map { "syncing, \(Int($0 * 100)) %" } ?? run.text
    }
    return item.waitingText ?? ""
  }

  static func last(of item: DeviceListItem, in app: App) -> String {
    item.lastText(at: app.syncing.unixTime(at: app.now))
      ?? (item.device.lastSync == nil ? "never" : "")
  }

  private func draw(_ item: DeviceListItem, on line: Canvas) {
    var line = line
    line.write(
      item.isThere == false ? "◇" : "◆", item.isThere == false ? .dimmed : .accent, columns: 2)
    let state = DevicesView.state(of: item, in: app)
    let last = DevicesView.last(of: item, in: app)
    let face: Face = item.isThere == false ? .dimmed : .text
    let isRunning = app.syncing.run?.device == item.id
    guard line.columns >= 60 else {
      line.writeRight(
        state.isEmpty ? last : state, isRunning ? .accent : .dimmed, upTo: line.columns * 3 / 5,
        gap: 1)
      line.put(item.device.name, face)
      return
    }
    let cells = DevicesView.cells(&line)
    cells.state.put(state, isRunning ? .accent : .text)
    cells.last.put(last, .dimmed)
    drawSpace(of: item, on: cells.space)
    guard let place = cells.place else {
      line.put(item.device.name, face)
      return
    }
    line.put(item.device.name, face)
    place.put(item.device.address.text, .dimmed, keep: .middle)
  }

  /// The cells of a row from 60 columns on; the line keeps the part of the name.
  private struct Cells {
    /// Nil where there is no room for it.
    var place: Canvas?
    var space: Canvas
    var last: Canvas
    var state: Canvas
  }

  private static func cells(_ line: inout Canvas) -> Cells {
    let isWide = line.columns >= 94
    func take(_ columns: Int) -> Canvas {
      let cell = line.columns(from: line.columns - columns, count: columns)
      line = line.inset(right: columns + 2)
      return cell
    }
    let state = take(22)
    let last = take(13)
    let space = take(isWide ? 19 : 10)
    guard isWide else { return Cells(place: nil, space: space, last: last, state: state) }
    return Cells(place: take(line.columns - 22), space: space, last: last, state: state)
  }

  private func drawHead(on line: Canvas) {
    var line = line.inset(left: 2)
    let cells = DevicesView.cells(&line)
    line.put("Name", .heading)
    cells.place?.put("Where", .heading)
    cells.space.put("Free", .heading, align: .right)
    cells.last.put("Last sync", .heading)
    cells.state.put("Waits", .heading)
  }

  /// A bar of the used space, and the free space; the latter alone where there is little room.
  private func drawSpace(of item: DeviceListItem, on cell: Canvas) {
    guard let free = item.free, free >= 0 else { return }
    if cell.columns >= 19, let part = item.usedPart {
      DevicesView.drawBar(part, on: cell, columns: 8, app)
    }
    cell.put(free.byteText, .dimmed, align: .right)
  }

  static func drawBar(_ part: Double, on line: Canvas, columns: Int, _ app: App) {
    let bar = line.columns(from: 0, count: columns)
    if app.hasColors { bar.fill("━", .progressRest) }
    bar.columns(from: 0, count: Int((part * Double(columns)).rounded())).fill("━", .progress)
  }

  // MARK: The device at the cursor

  /// Name and value of each fact, the most important first.
  static func facts(of item: DeviceListItem, in app: App) -> [(name: String, value: String)] {
    let last = last(of: item, in: app)
    let run = app.syncing.run.flatMap { $0.device == item.id ? $0.text : nil }
    let sync = [run ?? item.waitingText, item.device.lastSync == nil ? "never synced" : last]
    return [
      ("On it", item.optionsText),
      ("Where", "\(item.device.address.text) · \(item.presenceText)"),
      ("Space", item.spaceText ?? "unknown"),
      ("Sync", sync.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")),
    ]
  }

  private func drawFacts(on area: Canvas) {
    guard let item = panel.item(in: app) else { return }
    let isLow = area.rows < 5
    // On low screens the state is in the row, and the space in the rows of wide ones.
    let facts = DevicesView.facts(of: item, in: app).prefix(isLow ? area.rows - 1 : 4)
    for (row, fact) in zip(isLow ? 0... : 1..., facts) {
      var line = area.line(row)
      line.write(fact.name, .dimmed, columns: 7)
      if fact.name == "Space", let part = item.usedPart, line.columns >= 60 {
        DevicesView.drawBar(part, on: line, columns: 20, app)
        line.skip(22)
      }
      line.put(fact.value, .text, keep: fact.name == "Where" ? .middle : .start)
    }
  }
}
