import Music
import Screen

/// The user's servers, a row each, with the facts of the one at the cursor below them.
struct ServersView: FactsView {
  let panel: ServersPanel
  let app: App

  static let title = "Servers"
  static let labels = 9

  var cursor: ListCursor { panel.cursor }
  var kind: WindowKind { panel.kind }
  var items: [ServerListItem] { app.servers.items ?? [] }

  static func emptyText(_ app: App) -> String {
    guard app.servers.items != nil else { return "Looking for servers…" }
    return
      "No server yet. \(app.key(.servers(.add), in: .servers)) adds one: Audiobookshelf, Coretet, or"
      + " one that speaks Subsonic."
  }

  var hints: [Hint] {
    guard let item = panel.item(in: app) else {
      return [Hint(.servers(.add), does: "add"), Hint(.close, does: "close")]
    }
    let isListing = if case .listing = item.state { true } else { false }
    return [
      Hint(.accept, does: item.state == .signInNeeded ? "sign in" : "options"),
      isListing ? Hint(.servers(.stop), does: "stop") : Hint(.servers(.sync), does: "sync"),
      Hint(.servers(.add), does: "add"), Hint(.servers(.remove), does: "remove"),
      Hint(.servers(.check), does: "check"),
      item.state == .signInNeeded ? nil : Hint(.servers(.signIn), does: "sign in"),
      Hint(.servers(.goOn), does: "go on"), Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  // MARK: Rows

  static func last(of item: ServerListItem, in app: App) -> String {
    item.lastText(at: app.servers.unixTime(at: app.now))
  }

  private static func face(of state: ServerListItem.State) -> Face {
    switch state {
    case .fine: .text
    case .listing: .accent
    case .offline: .dimmed
    case .signInNeeded: .warning
    }
  }

  func draw(_ item: ServerListItem, on line: Canvas) {
    var line = line
    let isOffline = if case .offline = item.state { true } else { false }
    line.write(isOffline ? "◇" : "◆", isOffline ? .dimmed : .accent, columns: 2)
    let face: Face = isOffline ? .dimmed : .text
    let stateFace = ServersView.face(of: item.state)
    guard line.columns >= 60 else {
      line.writeRight(item.stateText, stateFace, upTo: line.columns * 3 / 5, gap: 1)
      line.put(item.server.name, face)
      return
    }
    let cells = ServersView.cells(&line)
    cells.state.put(item.stateText, stateFace)
    cells.last.put(ServersView.last(of: item, in: app), .dimmed)
    cells.disk.put(
      item.tracksOnDisk > 0 ? max(0, item.bytesOnDisk).byteText : "", .dimmed, align: .right)
    cells.tracks.put(item.tracks.grouped, face, align: .right)
    cells.place?.put(item.server.address, .dimmed, keep: .middle)
    line.put(item.server.name, face)
  }

  /// The cells of a row from 60 columns on; the line keeps the part of the name.
  private struct Cells {
    /// Nil where there is no room for it.
    var place: Canvas?
    var tracks: Canvas
    var disk: Canvas
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
    let state = take(isWide ? 26 : 14)
    let last = take(13)
    let disk = take(9)
    let tracks = take(9)
    let place = isWide ? take(line.columns - 20) : nil
    return Cells(place: place, tracks: tracks, disk: disk, last: last, state: state)
  }

  func drawHead(on line: Canvas) {
    var line = line.inset(left: 2)
    let cells = ServersView.cells(&line)
    line.put("Name", .heading)
    cells.place?.put("Where", .heading)
    cells.tracks.put("Tracks", .heading, align: .right)
    cells.disk.put("Here", .heading, align: .right)
    cells.last.put("Listed", .heading)
    cells.state.put("State", .heading)
  }

  // MARK: The server at the cursor

  static func facts(of item: ServerListItem, in app: App) -> [(name: String, value: String)] {
    let last = last(of: item, in: app)
    let listed = item.server.lastListing == nil ? "never listed" : "listed " + last
    let state =
      switch item.state {
      case .fine, .listing: item.stateText
      case .offline(let reason): "offline: " + reason
      case .signInNeeded: "the server does not take the sign-in any longer"
      }
    return [
      ("State", last.isEmpty ? state : "\(state) · \(listed)"), ("Tracks", item.tracksText),
      ("Where", item.server.address), ("Account", item.optionsText),
    ]
  }
}
