import Screen

/// A window above the panes, which gets all keys while it is open.
package enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case prompt(Prompt)
  case equalizer(EqualizerPanel)
  case template(TemplateEditor)
  case form(Form)
  case report(ReportPanel)
  case cues(CueList)
  case checklist(Checklist)
  case tap(TapPanel)
  case lyricsTap(LyricsTapPanel)
  case fits(FitsPanel)
  case arrangement(ArrangementPanel)
  case addTracks(AddTracksPanel)
  case menu(ContextMenu)
  case join(JoinPanel)
  case columns(ColumnsPanel)
  case skin(SkinEditor)
  case settings(SettingsPanel)
  case build(BuildPanel)
  case buildResult(BuildResultPanel)
  case devices(DevicesPanel)
  case deviceForm(DeviceFormPanel)
  case syncPlan(SyncPlanPanel)
  case servers(ServersPanel)
  case serverForm(ServerFormPanel)
  case chapters(ChaptersPanel)
  case bookmarks(BookmarksPanel)
  case sharedComments(SharedCommentsPanel)
  case sharedChanges(SharedChangesPanel)

  var window: any Window {
    switch self {
    case .picker(let picker): picker
    case .prompt(let prompt): prompt
    case .equalizer(let panel): panel
    case .template(let editor): editor
    case .form(let form): form
    case .report(let report): report
    case .cues(let list): list
    case .checklist(let list): list
    case .tap(let panel): panel
    case .lyricsTap(let panel): panel
    case .fits(let panel): panel
    case .arrangement(let panel): panel
    case .addTracks(let panel): panel
    case .menu(let menu): menu
    case .join(let panel): panel
    case .columns(let panel): panel
    case .skin(let editor): editor
    case .settings(let panel): panel
    case .build(let panel): panel
    case .buildResult(let panel): panel
    case .devices(let panel): panel
    case .deviceForm(let panel): panel
    case .syncPlan(let panel): panel
    case .servers(let panel): panel
    case .serverForm(let panel): panel
    case .chapters(let panel): panel
    case .bookmarks(let panel): panel
    case .sharedComments(let panel): panel
    case .sharedChanges(let panel): panel
    }
  }
}

extension App {
  package var overlays: [Overlay] { windows.overlays }
  /// The count of keys and presses.
  var inputs: Int { windows.inputs }

  mutating func handleInOverlay(_ input: Input) -> [Effect] {
    guard let window = overlays.last?.window else { return [] }
    if case .mouse(let mouse) = input, mouse.action == .release { letGo() }
    if case .mouse(let mouse) = input, let effects = scroll(window, with: mouse) { return effects }
    return window.handle(input, in: &self)
  }

  /// Scrolls by a press or drag of the window's scroll bar; nil for other actions of the mouse.
  private mutating func scroll(_ window: any Window, with mouse: Mouse) -> [Effect]? {
    guard let list = window.list(in: self), let bar = ScrollBar(of: window, in: self) else {
      return nil
    }
    switch mouse.action {
    case .press: browsing.grip = bar.rect.contains(mouse.position) ? .windowScrollBar : nil
    case .drag: break
    case .release, .wheelUp, .wheelDown: return nil
    }
    guard browsing.grip == .windowScrollBar else { return nil }
    return window.scroll(to: bar.top(withThumbAt: mouse.position.row), of: list, in: &self)
  }
}
