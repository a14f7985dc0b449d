import Music
import Screen

/// The mix slots, each with its playlist.
struct MixPane: PaneContent {
  let pane = Pane.mix
  let title = "Mix"

  func hints(in app: App) -> [(Command, String)] {
    [
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
    playlist(in: app).map { .rows([.playlist($0.id)], ListQuery(.playlists)) }
  }

  func playlist(in app: App) -> Playlist? { app.mix[app.selectedSlot] }

  func activate(in app: inout App) -> [Effect] {
    guard let playlist = playlist(in: app) else {
      return app.chooseList(for: app.selectedSlot)
    }
    app.browsing.open(playlist)
    return []
  }

  func remove(in app: inout App) -> [Effect] {
    guard playlist(in: app) != nil else { return [] }
    return [.edit(.playlists(.assignSlot(app.selectedSlot, nil)))]
  }

  func move(by step: Int, in app: inout App) { app.browsing.selectSlot(by: step) }

  func move(toRow index: Int, in app: inout App) { move(by: index < 1 ? -3 : 3, in: &app) }

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    MixView.slot(at: position, in: MixPane.slots(in: rect)).map { .slot($0) }
  }

  func draw(into frame: inout Frame, in rect: Rect, of app: App) {
    let view = MixView(app: app)
    let slots = MixPane.slots(in: rect)
    view.draw(into: &frame, in: slots)
    if app.layout.boxes[pane] != nil {
      frame.draw(in: rect.line(0)) { view.drawRuler(on: $0, above: slots) }
    }
  }

  /// The first row of a slot.
  static func row(of slot: MixSlot, in rect: Rect) -> Rect {
    let area = slots(in: rect)
    return area.line((slot.rawValue - 1) * area.rows / MixSlot.allCases.count)
  }

  /// The rectangle of the slots, below the title.
  private static func slots(in rect: Rect) -> Rect { rect.inset(top: 1) }
}
