package import Music

/// The meanings of keys in windows, for the table of keys: shared ones, and by kind of window its
/// own.
package enum WindowKey: Hashable, Sendable {
  case close, accept
  case move(WindowMove)
  case picker(PickerKey)
  case checklist(ChecklistKey)
  case form(FormKey)
  case line(LineKey)
  case template(TemplateKey)
  case cues(CueKey)
  case fits(FitsKey)
  case arrangement(ArrangementKey)
  case equalizer(EqualizerKey)
  case tap(TapKey)
  case lyricsTap(LyricsTapKey)
  case addTracks(AddTracksKey)
  case menu(MenuKey)
  case join(JoinKey)
  case columns(ColumnsKey)
  case skin(SkinKey)
  case settings(SettingsKey)
  case build(BuildKey)
  case buildResult(BuildResultKey)
  case devices(DevicesKey)
  case deviceForm(DeviceFormKey)
  case syncPlan(SyncPlanKey)
  case servers(ServersKey)
  case serverForm(ServerFormKey)
  case chapters(ChaptersKey)
  case bookmarks(BookmarksKey)
  case sharedComments(SharedCommentsKey)
  case sharedChanges(SharedChangesKey)

  /// The only kind of window with this key; nil for shared keys.
  var kind: WindowKind? {
    switch self {
    case .close, .accept, .move: nil
    case .picker: .picker
    case .checklist: .checklist
    case .form: .form
    case .line: .line
    case .template: .template
    case .cues: .cues
    case .fits: .fits
    case .arrangement: .reading
    case .equalizer: .equalizer
    case .tap: .tap
    case .lyricsTap: .lyricsTap
    case .addTracks: .addTracks
    case .menu: .menu
    case .join: .join
    case .columns: .columns
    case .skin: .skin
    case .settings: .settings
    case .build: .build
    case .buildResult: .buildResult
    case .devices: .devices
    case .deviceForm: .deviceForm
    case .syncPlan: .syncPlan
    case .servers: .servers
    case .serverForm: .serverForm
    case .chapters: .chapters
    case .bookmarks: .bookmarks
    case .sharedComments: .sharedComments
    case .sharedChanges: .sharedChanges
    }
  }
}

/// The keys of one kind of window.
protocol OwnWindowKey: Hashable, Sendable {
  static var kind: WindowKind { get }
  /// Nil for a shared key and for those of other kinds.
  init?(_ key: WindowKey)
}

/// The meaning of a key in a window with keys of its own: a window switches over all of them, and
/// over no other window's.
enum WindowAction<Own: OwnWindowKey>: Equatable {
  case close, accept
  case move(WindowMove)
  case own(Own)

  init?(_ key: WindowKey) {
    switch key {
    case .close: self = .close
    case .accept: self = .accept
    case .move(let move): self = .move(move)
    case let key:
      guard let own = Own(key) else { return nil }
      self = .own(own)
    }
  }
}

/// Kinds of windows with the same keys.
package enum WindowKind: Hashable, Sendable {
  case picker, checklist, form, line, template, cues, fits, reading, equalizer, tap, lyricsTap, menu
  case join, columns, skin, addTracks, settings, build, buildResult
  case devices, deviceForm, syncPlan
  case servers, serverForm
  case chapters, bookmarks
  case sharedComments, sharedChanges
}

/// Moves in a scrolled list.
package enum WindowMove: Hashable, Sendable {
  case up, down, pageUp, pageDown, first, last

  /// The rows of a move; the largest steps lead to the ends.
  func step(page: Int) -> Int {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, page)
    case .pageDown: max(1, page)
    case .first: .min
    case .last: .max
    }
  }
}

package enum PickerKey: Hashable, Sendable { case delete, rename }

package enum ChecklistKey: Hashable, Sendable {
  case mark, markAndGoOn, markAll, remove
  /// The neighbouring choice.
  case left, right
}

package enum FormKey: Hashable, Sendable { case left, right, nextOffer, previousOffer }

package enum LineKey: Hashable, Sendable { case complete, completeBack, earlier, later }

package enum TemplateKey: Hashable, Sendable { case placeholders, save }

package enum CueKey: Hashable, Sendable {
  case add, edit, remove, nextKind, previousKind, end, unend
  /// Milliseconds.
  case move(Int)
}

package enum FitsKey: Hashable, Sendable {
  case addToSlot(MixSlot)
  case addToPlaylist, queueLast, queueNext
  /// Listens to the track at the cursor from its Mix In, or goes back to what played.
  case listen
  /// The fits of the track at the cursor, and back from there.
  case follow, back
}

package enum ArrangementKey: Hashable, Sendable { case keepFirst }

package enum EqualizerKey: Hashable, Sendable {
  case left, right, otherPart, finerUp, finerDown, flat, previousPreset, nextPreset, asBefore
}

package enum TapKey: Hashable, Sendable { case beat, anew }

package enum LyricsTapKey: Hashable, Sendable { case line, back }

package enum AddTracksKey: Hashable, Sendable { case add, mark }

package enum MenuKey: Hashable, Sendable {
  /// The neighbouring mix slot.
  case left, right
}

package enum JoinKey: Hashable, Sendable {
  case earlierIn, laterIn, earlierOut, laterOut, longer, shorter, listen
  /// Milliseconds.
  case fine(JoinMark, Int)
}

package enum SkinKey: Hashable, Sendable {
  /// The other colour of a part.
  case other
  case darker, lighter, muchDarker, muchLighter
  case bold, dim, italic, underline
  case clear, reset, undo, save
  /// Drops the changes when the window asks.
  case drop
}

/// A bound of a part that a join shows.
package enum JoinMark: Hashable, Sendable { case out, into }

package enum ColumnsKey: Hashable, Sendable {
  case toggle, earlier, later, narrower, wider, automatic, reset
}

package enum SettingsKey: Hashable, Sendable { case reset, edit }

package enum BuildKey: Hashable, Sendable {
  case build, stop, resume, presets, account, result, reset
  /// The neighbouring choice.
  case left, right
  case complete, completeBack
}

package enum BuildResultKey: Hashable, Sendable { case copy, form }

extension PickerKey: OwnWindowKey {
  static let kind = WindowKind.picker

  init?(_ key: WindowKey) {
    guard case .picker(let own) = key else { return nil }
    self = own
  }
}

extension ChecklistKey: OwnWindowKey {
  static let kind = WindowKind.checklist

  init?(_ key: WindowKey) {
    guard case .checklist(let own) = key else { return nil }
    self = own
  }
}

extension FormKey: OwnWindowKey {
  static let kind = WindowKind.form

  init?(_ key: WindowKey) {
    guard case .form(let own) = key else { return nil }
    self = own
  }
}

extension LineKey: OwnWindowKey {
  static let kind = WindowKind.line

  init?(_ key: WindowKey) {
    guard case .line(let own) = key else { return nil }
    self = own
  }
}

extension TemplateKey: OwnWindowKey {
  static let kind = WindowKind.template

  init?(_ key: WindowKey) {
    guard case .template(let own) = key else { return nil }
    self = own
  }
}

extension CueKey: OwnWindowKey {
  static let kind = WindowKind.cues

  init?(_ key: WindowKey) {
    guard case .cues(let own) = key else { return nil }
    self = own
  }
}

extension FitsKey: OwnWindowKey {
  static let kind = WindowKind.fits

  init?(_ key: WindowKey) {
    guard case .fits(let own) = key else { return nil }
    self = own
  }
}

extension ArrangementKey: OwnWindowKey {
  static let kind = WindowKind.reading

  init?(_ key: WindowKey) {
    guard case .arrangement(let own) = key else { return nil }
    self = own
  }
}

extension EqualizerKey: OwnWindowKey {
  static let kind = WindowKind.equalizer

  init?(_ key: WindowKey) {
    guard case .equalizer(let own) = key else { return nil }
    self = own
  }
}

extension TapKey: OwnWindowKey {
  static let kind = WindowKind.tap

  init?(_ key: WindowKey) {
    guard case .tap(let own) = key else { return nil }
    self = own
  }
}

extension LyricsTapKey: OwnWindowKey {
  static let kind = WindowKind.lyricsTap

  init?(_ key: WindowKey) {
    guard case .lyricsTap(let own) = key else { return nil }
    self = own
  }
}

extension AddTracksKey: OwnWindowKey {
  static let kind = WindowKind.addTracks

  init?(_ key: WindowKey) {
    guard case .addTracks(let own) = key else { return nil }
    self = own
  }
}

extension MenuKey: OwnWindowKey {
  static let kind = WindowKind.menu

  init?(_ key: WindowKey) {
    guard case .menu(let own) = key else { return nil }
    self = own
  }
}

extension JoinKey: OwnWindowKey {
  static let kind = WindowKind.join

  init?(_ key: WindowKey) {
    guard case .join(let own) = key else { return nil }
    self = own
  }
}

extension ColumnsKey: OwnWindowKey {
  static let kind = WindowKind.columns

  init?(_ key: WindowKey) {
    guard case .columns(let own) = key else { return nil }
    self = own
  }
}

extension SkinKey: OwnWindowKey {
  static let kind = WindowKind.skin

  init?(_ key: WindowKey) {
    guard case .skin(let own) = key else { return nil }
    self = own
  }
}

extension SettingsKey: OwnWindowKey {
  static let kind = WindowKind.settings

  init?(_ key: WindowKey) {
    guard case .settings(let own) = key else { return nil }
    self = own
  }
}

extension BuildKey: OwnWindowKey {
  static let kind = WindowKind.build

  init?(_ key: WindowKey) {
    guard case .build(let own) = key else { return nil }
    self = own
  }
}

extension BuildResultKey: OwnWindowKey {
  static let kind = WindowKind.buildResult

  init?(_ key: WindowKey) {
    guard case .buildResult(let own) = key else { return nil }
    self = own
  }
}
