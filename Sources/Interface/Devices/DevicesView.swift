import Music
import Screen

/// The known devices, a row each, with the facts of the one at the cursor below them.
struct DevicesView: FactsView {
  let panel: DevicesPanel
  let app: App

  static let title = "Devices"
  static let labels = 7

  var cursor: ListCursor { panel.cursor }
  var kind: WindowKind { panel.kind }
  var items: [DeviceListItem] { app.syncing.devices ?? [] }

  static func emptyText(_ app: App) -> String {
    guard app.syncing.devices != nil else { return "Looking for devices…" }
    return
      "No device yet. \(app.key(.devices(.add), in: .devices)) adds one: the folder of a stick,"
      + " a phone or a share, or another machine as ssh://HOST."
  }

  var hints: [Hint] {
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

  func draw(_ item: DeviceListItem, on line: Canvas) {
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

  func drawHead(on line: Canvas) {
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

  func drawPicture(of item: DeviceListItem, beside fact: String, on line: inout Canvas) {
    guard fact == "Space", let part = item.usedPart, line.columns >= 60 else { return }
    DevicesView.drawBar(part, on: line, columns: 20, app)
    line.skip(22)
  }
}
