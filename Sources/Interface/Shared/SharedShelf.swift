package import Music
import Screen

/// The shared playlists in the library pane of one terminal: rows in sections, cursor and filter.
package struct SharedShelf: Equatable, Sendable {
  package enum Row: Equatable, Sendable {
    case heading(String)
    case playlist(SharedPlaylist)

    var isHeading: Bool { if case .heading = self { true } else { false } }
    var playlist: SharedPlaylist? {
      if case .playlist(let playlist) = self { playlist } else { nil }
    }
  }

  /// Nil before the first answer.
  package private(set) var playlists: [SharedPlaylist]?
  /// The sections of what the filter leaves.
  package private(set) var rows: [Row] = []
  package private(set) var filter = ""
  package private(set) var cursor = ListCursor()

  init() {}

  package var count: Int { rows.count }

  package var selected: SharedPlaylist? {
    rows.indices.contains(cursor.selected) ? rows[cursor.selected].playlist : nil
  }

  subscript(id: SharedPlaylistID) -> SharedPlaylist? { playlists?.first { $0.id == id } }

  /// The shared playlist whose tracks a playlist of the library has.
  subscript(playlist: PlaylistID) -> SharedPlaylist? {
    playlists?.first { $0.playlist == playlist }
  }

  // MARK: Rows

  /// The cursor stays at its playlist.
  mutating func receive(_ playlists: [SharedPlaylist], height: Int) {
    let id = selected?.id
    self.playlists = playlists
    find()
    select(id, height: height)
  }

  mutating func setFilter(_ text: String, height: Int) {
    guard text != filter else { return }
    // Without a filter the cursor's row stays; while typing the first match is the best.
    let id = text.isEmpty ? selected?.id : nil
    filter = text
    find()
    if id == nil { cursor = ListCursor() }
    select(id, height: height)
  }

  private mutating func find() {
    let words = SortKey.folded(filter).split(separator: " ")
    let found = (playlists ?? []).filter { playlist in
      let texts = [playlist.name, playlist.details, playlist.owner.shownName, playlist.server]
      let text = SortKey.folded(texts.compactMap(\.self).joined(separator: " "))
      return words.allSatisfy { text.contains($0) }
    }
    let servers = Array(Set((playlists ?? []).map(\.id.server))).sorted {
      $0.rawValue < $1.rawValue
    }
    rows = SharedPlaylist.Standing.inOrder.flatMap { standing in
      servers.flatMap { server -> [Row] in
        let section = found.filter { $0.standing == standing && $0.id.server == server }
        guard let first = section.first else { return [] }
        let title = standing.title + (servers.count > 1 ? " · " + first.server : "")
        return [.heading(title)] + section.map { .playlist($0) }
      }
    }
  }

  // MARK: Moving

  mutating func select(_ id: SharedPlaylistID?, height: Int) {
    let index = id.flatMap { id in rows.firstIndex { $0.playlist?.id == id } }
    move(to: index ?? cursor.selected, height: height)
  }

  mutating func move(by step: Int, height: Int) {
    let rows = rows
    cursor.move(by: step, of: rows.count) { rows[$0].isHeading }
    scrollToCursor(height: height)
  }

  mutating func move(to index: Int, height: Int) {
    let rows = rows
    cursor.move(to: index, of: rows.count) { rows[$0].isHeading }
    scrollToCursor(height: height)
  }

  mutating func scroll(to top: Int, of list: WindowList) {
    let rows = rows
    cursor.scroll(to: top, of: list) { rows[$0].isHeading }
  }

  mutating func scrollToCursor(height: Int) {
    cursor.scroll(height: height, of: rows.count)
    // The heading above the first playlist shows with it.
    if cursor.selected == 1, height > 1 { cursor.scrollToTop() }
  }
}

extension SharedShelf {
  static func hints(of playlist: SharedPlaylist?) -> [(Command, String)] {
    [
      (.pane(.activate), playlist?.standing == .invited ? "accept" : "open"),
      (.list(.filter), "filter"), (.shared(.shares), "share"), (.shared(.changes), "waiting"),
      (.pane(.nextTab), "view"), (.pane(.next), "pane"), (.pane(.menu), "menu"), (.help, "help"),
    ].filter { $0.0 != .shared(.shares) || playlist?.standing == .own }
  }

  static func hints(inside playlist: SharedPlaylist) -> [(Command, String)] {
    [
      (.pane(.activate), "play"), (.track(.cycleReaction), "react"), (.shared(.comments), "said"),
      (.row(.moveDown), "move"), (.list(.filter), "filter"), (.slot(.add(.one)), "mix"),
      (.pane(.back), "back"), (.pane(.menu), "menu"), (.help, "help"),
    ].filter {
      switch $0.0 {
      case .track: playlist.refusesRating == nil
      case .row: playlist.refusesOrdering == nil
      default: true
      }
    }
  }
}

extension SharedPlaylist.Standing {
  /// The order of the sections of the list.
  static let inOrder: [Self] = [.invited, .own, .shared, .gone]

  var title: String {
    switch self {
    case .own: "My playlists"
    case .shared: "Shared with me"
    case .invited: "Invitations"
    case .gone: "No longer shared with me"
    }
  }
}

extension Browsing {
  /// Whether the library pane shows the shared playlists.
  var isSharedShelf: Bool { mode == .shared && isAtFirstOfMode }
  /// Whether keys are about them.
  var isSharedShelfFocused: Bool { focus == .library && isSharedShelf }

  /// The views of the library that there are: those of shared playlists where a server has some.
  var modes: [BrowseMode] {
    BrowseMode.allCases.filter { $0 != .shared || hasSharing || mode == .shared }
  }

  /// Opens a shared playlist in the library pane.
  mutating func open(_ playlist: SharedPlaylist) {
    guard let list = playlist.playlist else { return }
    browse(.shared)
    sharedShelf.select(playlist.id, height: shelfHeight)
    openInView(ListQuery(.playlist(list)))
  }

  /// The shared playlist whose tracks a list has.
  func sharedPlaylist(of list: ListState) -> SharedPlaylist? {
    guard case .library(let query) = list.content, case .playlist(let id) = query.source else {
      return nil
    }
    return sharedShelf[id]
  }

  /// The shared playlist that is open in the library pane.
  var openShared: SharedPlaylist? {
    mode == .shared && !isSharedShelf ? sharedPlaylist(of: library) : nil
  }
}
