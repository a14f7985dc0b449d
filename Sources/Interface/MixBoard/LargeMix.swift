import Music
import Screen

/// The mix pane opened large: the entries of one slot as its list.
struct LargeMix: Equatable, Sendable {
  /// Nil for an empty slot.
  var playlist: PlaylistID?
  /// The entry whose block is dragged along the strip.
  var drag: Drag?

  struct Drag: Equatable, Sendable {
    var entry: EntryID
    /// The entry under the mouse; nil until the mouse has moved to another one.
    var over: EntryID?
    /// Whether that is behind the dragged one.
    var isForward = false
  }

  /// The lines of the pane above its list, below its title.
  struct Lines: Equatable {
    let ruler: Int
    let energy: Int
    let gap: Int
    let headings: Int

    init(rows: Int) {
      switch rows {
      case 18...: (ruler, energy, gap, headings) = (1, 3, 1, 1)
      case 14...: (ruler, energy, gap, headings) = (1, 2, 0, 1)
      case 10...: (ruler, energy, gap, headings) = (0, 1, 0, 1)
      default: (ruler, energy, gap, headings) = (0, 0, 0, 0)
      }
    }

    /// The line of the strip.
    var strip: Int { 1 + ruler + energy }
    var count: Int { strip + 1 + gap + headings }
  }
}

extension Browsing {
  /// Opens a slot large, with the playlist that it has.
  mutating func openLarge(_ slot: MixSlot, _ playlist: Playlist?) {
    let grows = growsPlaylists
    if let playlist {
      showQueue(false)
      if openPlaylist != playlist.id { open(playlist) }
    }
    growsPlaylists = grows
    selectedSlot = slot
    focus = .mix
    largeMix = LargeMix(playlist: playlist?.id)
    scrollToCursors()
  }

  mutating func closeLarge() {
    largeMix = nil
    scrollToCursors()
  }

  /// Whether the list of the large mix is that of its slot.
  var showsLargeList: Bool {
    guard let playlist = largeMix?.playlist else { return false }
    return openPlaylist == playlist && !showsQueue
  }
}

extension App {
  mutating func openLarge(_ slot: MixSlot) { browsing.openLarge(slot, mix[slot]) }

  /// The next or the previous slot.
  mutating func changeLargeSlot(by step: Int) {
    let count = MixSlot.allCases.count
    let index = (selectedSlot.rawValue - 1 + step + count) % count
    openLarge(MixSlot.allCases[index])
  }

  /// Follows a slot that was given another playlist.
  mutating func updateLargeMix() {
    guard let large = browsing.largeMix, large.playlist != mix[selectedSlot]?.id else { return }
    openLarge(selectedSlot)
  }

  /// The timeline of the large mix; nil without entries.
  var largeTimeline: MixTimeline? {
    guard browsing.largeMix != nil else { return nil }
    return mix.timelines[selectedSlot].flatMap { $0.count > 0 ? $0 : nil }
  }

  // MARK: Dragging blocks

  mutating func selectEntry(_ entry: EntryID) {
    focus = .mix
    guard browsing.showsLargeList else { return }
    browsing.playlistsList.select(.entry(entry))
    browsing.playlistsList.scroll(height: browsing.height(of: .playlists))
    browsing.largeMix?.drag = LargeMix.Drag(entry: entry)
  }

  /// - Returns: False where no block is dragged.
  mutating func dragBlock(to position: Position) -> Bool {
    guard var drag = browsing.largeMix?.drag, let timeline = largeTimeline else { return false }
    guard let over = LargeMixView.entry(at: position, of: self, anyRow: true),
      let target = timeline.entries.firstIndex(where: { $0.id == over }),
      let origin = timeline.entries.firstIndex(where: { $0.id == drag.entry })
    else { return true }
    drag.over = over == drag.entry ? nil : over
    drag.isForward = target > origin
    browsing.largeMix?.drag = drag
    if drag.over != nil {
      say("Let go to move it \(drag.isForward ? "behind" : "in front of") entry \(target + 1)")
    }
    return true
  }

  mutating func dropBlock() -> [Effect] {
    guard let drag = browsing.largeMix?.drag else { return [] }
    browsing.largeMix?.drag = nil
    guard let over = drag.over, let playlist = focusedPlaylist else { return [] }
    messages.clear()
    if let smart = openSmart { return refuseSmart(smart) }
    browsing.follow(.entry(drag.entry))
    let position = drag.isForward ? EntryPosition.after(over) : .before(over)
    let query = browsing.playlistsList.query
    return [.edit(.entries(.move(.rows([.entry(drag.entry)], query), of: playlist, position)))]
  }
}
