import Music
import Screen

/// The mix slots, each with its playlist.
struct MixPane: PaneContent {
  let pane = Pane.mix
  let title = "Mix"

  func slot(in browsing: Browsing) -> ListID? { browsing.showsLargeList ? .playlists : nil }

  func tabs(in app: App) -> Tabs {
    if app.browsing.largeMix != nil { return LargeMixView.tabs(app) }
    let isFocused = app.focus == pane
    return Tabs(names: [title], active: isFocused ? 0 : -1, isFocused: isFocused)
  }

  func command(ofTab index: Int, in app: App) -> Command {
    app.browsing.largeMix == nil
      ? .pane(.focus(pane)) : .slot(.open(MixSlot(rawValue: index + 1) ?? .one))
  }

  func hints(in app: App) -> [(Command, String)] {
    if app.browsing.largeMix != nil {
      return [
        (.row(.moveDown), "move entry"), (.pane(.nextTab), "other slot"),
        (.mixing(.join), "edit join"), (.mixing(.fits), "what fits here"),
        (.row(.remove), "remove"), (.undo, "undo"), (.cancel, "back"), (.help, "help"),
      ]
    }
    return [
      (.pane(.activate), "open"), (.slot(.assignSelected), "playlist"), (.row(.remove), "empty"),
      (.pane(.next), "pane"), (.help, "help"),
    ]
  }

  func legend(in app: App) -> String {
    guard app.mix.timelines.values.contains(where: { $0.count > 1 }) else { return "" }
    let clashes = app.showsClashes ? ["≠ keys clash", "! tempos differ"] : []
    // A row of energy has the sign.
    let hasRoom = (app.layout.boxes[pane]?.rows ?? 0) >= 8
    let places = app.mixSlots.places.isEmpty || !hasRoom ? [] : ["▾ fits here"]
    return (places + clashes).joined(separator: "   ")
  }

  func selection(in app: App) -> Selection? {
    if app.browsing.largeMix != nil {
      return slot(in: app.browsing).flatMap { app.selection(in: $0) }
    }
    return playlist(in: app).map { .rows([.playlist($0.id)], ListQuery(.playlists)) }
  }

  func playlist(in app: App) -> Playlist? {
    app.browsing.showsLargeList ? nil : app.mix[app.selectedSlot]
  }

  func activate(in app: inout App) -> [Effect] {
    if app.browsing.showsLargeList { return app.activateRow() }
    guard playlist(in: app) != nil else {
      return app.chooseList(for: app.selectedSlot)
    }
    app.openLarge(app.selectedSlot)
    return []
  }

  func remove(in app: inout App) -> [Effect] {
    if app.browsing.showsLargeList { return app.removeRows() }
    guard playlist(in: app) != nil else { return [] }
    return [.edit(.playlists(.assignSlot(app.selectedSlot, nil)))]
  }

  func move(by step: Int, in app: inout App) {
    if let slot = slot(in: app.browsing) { return app.browsing.move(slot, by: step) }
    app.browsing.selectSlot(by: step)
  }

  func move(toRow index: Int, in app: inout App) {
    if let slot = slot(in: app.browsing) { return app.browsing.move(slot, toRow: index) }
    move(by: index < 1 ? -3 : 3, in: &app)
  }

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    if app.browsing.largeMix != nil {
      return LargeMixView.entry(at: position, of: app).map { .block($0) }
        ?? paneTarget(at: position, in: rect, of: app)
    }
    return MixView.slot(at: position, in: MixPane.slots(in: rect)).map { .slot($0) }
  }

  func draw(into frame: inout Frame, in rect: Rect, of app: App) {
    if app.browsing.largeMix != nil {
      frame.draw(in: rect, LargeMixView(app: app, rect: rect).draw(on:))
      if let area = app.layout.join, !app.isEditingJoin {
        drawJoin(into: &frame, in: area, of: app)
      }
      return
    }
    let view = MixView(app: app)
    let slots = MixPane.slots(in: rect)
    view.draw(into: &frame, in: slots)
    // Tabs of panes take the place of the ruler.
    if app.layout.boxes[pane] != nil, app.layout.tabs == nil {
      let shape = app.layout.shape
      // The frames split and none have the heading above the ruler.
      let heading =
        [.split, .none].contains(shape.frame)
        ? nil : PaneFrame.centredHeading(title, shape, columns: rect.columns)
      frame.draw(in: rect.line(0)) { view.drawRuler(on: $0, above: slots, besides: heading) }
    }
  }

  /// The first row of a slot.
  static func row(of slot: MixSlot, in rect: Rect) -> Rect {
    let area = slots(in: rect)
    return area.line((slot.rawValue - 1) * area.rows / MixSlot.allCases.count)
  }

  private func drawJoin(into frame: inout Frame, in area: Rect, of app: App) {
    guard let join = app.mixJoin else {
      return frame.draw(in: area) { canvas in
        canvas.drawBox(.border)
        canvas.line(canvas.rows / 2).inset(left: 2, right: 2).put(
          "A join shows where two entries follow each other", .dimmed, align: .center)
      }
    }
    JoinView(app: app, join: join, isEdited: false).draw(into: &frame, in: area)
  }

  /// The rectangle of the slots, below the title.
  private static func slots(in rect: Rect) -> Rect { rect.inset(top: 1) }
}
