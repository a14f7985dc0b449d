import Music
import Screen

/// The choices of a picker in their order.
///
/// Those that stand for playlists are made one by one when they are asked for: there may be tens of
/// thousands, of which a screen shows a few.
package struct PickerChoices: RandomAccessCollection, Equatable, Sendable {
  /// The folders around a playlist, as text and as filters compare it.
  private struct FolderPath: Equatable, Sendable {
    var text: String
    var folded: String
  }

  private enum Source: Equatable, Sendable {
    case made([Picker.Choice])
    /// The playlists at some places of the shelf.
    case playlists(PlaylistShelf, places: [Int], paths: [PlaylistFolderID: FolderPath])
  }

  private var source: Source
  /// The texts of made choices as filters compare them; empty until something is typed.
  private var folded: [String] = []

  /// With more choices than these the window is as wide as it may be, since measuring them takes
  /// longer than a frame.
  private static let maximumMeasured = 1_000

  package init(_ choices: [Picker.Choice]) { source = .made(choices) }

  /// The playlists that tracks can be added to: all but smart ones.
  init(_ shelf: PlaylistShelf, _ folders: [PlaylistFolder]) {
    let known = Dictionary(folders.map { ($0.id, $0) }) { first, _ in first }
    let paths = known.mapValues { folder in
      let text = PlaylistFolder.path(of: folder.id, among: known)
      return FolderPath(text: text, folded: SortKey.folded(text))
    }
    let places = shelf.items.indices.filter { shelf.items[$0].playlist.smart == nil }
    source = .playlists(shelf, places: places, paths: paths)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch source {
    case .made(let choices): choices.count
    case .playlists(_, let places, _): places.count
    }
  }

  package subscript(index: Int) -> Picker.Choice {
    switch source {
    case .made(let choices): return choices[index]
    case .playlists(let shelf, let places, let paths):
      let playlist = shelf.items[places[index]].playlist
      let path = playlist.folder.flatMap { paths[$0] }?.text ?? ""
      let count = playlist.trackCount.counted("track")
      return Picker.Choice(
        playlist.name, detail: path.isEmpty ? count : "\(path)  \(count)", .playlist(playlist.id))
    }
  }

  /// The place of a playlist; nil where it is not among them.
  func index(of playlist: PlaylistID) -> Int? {
    guard case .playlists(let shelf, let places, _) = source else { return nil }
    return places.firstIndex { shelf.items[$0].playlist.id == playlist }
  }

  /// Sets the text at the right of some choices.
  mutating func setDetail(_ detail: String, of value: Picker.Value) {
    guard case .made(var choices) = source else { return }
    for index in choices.indices where choices[index].value == value {
      choices[index].detail = detail
    }
    self = PickerChoices(choices)
  }

  /// The columns of the widest choice, or more.
  var columns: Int {
    if case .playlists = source, count > Self.maximumMeasured { return PickerView.maximumColumns }
    return map { TextWidth.columns(of: $0.text) + TextWidth.columns(of: $0.detail) + 4 }.max() ?? 0
  }

  // MARK: Filters

  /// The places of the choices that contain all of some folded words; playlists by their names and
  /// folders.
  ///
  /// - Parameter known: The only places that are looked at; nil for all.
  mutating func places(of words: [String], among known: [Int]?) -> [Int] {
    switch source {
    case .made(let choices):
      if folded.isEmpty {
        folded = choices.map {
          SortKey.folded([$0.text, $0.detail, $0.name].joined(separator: " "))
        }
      }
      return PickerChoices.filter(known, of: count) { place in
        choices[place].value != .heading
          && words.allSatisfy { folded[place].contains(bytesOf: $0) }
      }
    case .playlists(let shelf, let places, let paths):
      return PickerChoices.filter(known, of: count) { place in
        let item = shelf.items[places[place]]
        return words.allSatisfy { word in
          item.folded.contains(bytesOf: word)
            || item.playlist.folder.flatMap { paths[$0] }?.folded.contains(bytesOf: word) ?? false
        }
      }
    }
  }

  private static func filter(_ known: [Int]?, of count: Int, _ matches: (Int) -> Bool) -> [Int] {
    known?.filter(matches) ?? (0..<count).filter(matches)
  }

  /// Whether the choice at a place has a folded text.
  func isNamed(_ name: String, at place: Int) -> Bool {
    switch source {
    case .made(let choices): SortKey.folded(choices[place].text) == name
    case .playlists(let shelf, let places, _): shelf.items[places[place]].folded == name
    }
  }
}

/// The choices that a filter leaves, and behind them the one that makes what was typed.
package struct PickerMatches: RandomAccessCollection, Equatable, Sendable {
  fileprivate let choices: PickerChoices
  /// nil for all.
  fileprivate let places: [Int]?
  private let new: Picker.Choice?

  init(_ choices: PickerChoices, at places: [Int]? = nil, new: Picker.Choice? = nil) {
    self.choices = choices
    self.places = places
    self.new = new
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { (places?.count ?? choices.count) + (new == nil ? 0 : 1) }

  package subscript(index: Int) -> Picker.Choice {
    guard let places else { return choices[index] }
    if let new, index == places.count { return new }
    return choices[places[index]]
  }
}
