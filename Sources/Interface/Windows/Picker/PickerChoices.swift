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
    /// Some of the playlists, by their indices.
    case playlists(SortedPlaylists, indices: [Int], paths: [PlaylistFolderID: FolderPath])
  }

  private var source: Source
  /// The texts of made choices as filters compare them; empty until something is typed.
  private var folded: [String] = []

  /// With more choices than these the window is as wide as it may be, since measuring them takes
  /// longer than a frame.
  private static let maximumMeasured = 1_000

  package init(_ choices: [Picker.Choice]) { source = .made(choices) }

  /// The playlists that tracks can be added to: all but smart ones.
  init(_ sorted: SortedPlaylists, _ folders: [PlaylistFolder]) {
    let known = Dictionary(folders.map { ($0.id, $0) }) { first, _ in first }
    let paths = known.mapValues { folder in
      let text = PlaylistFolder.path(of: folder.id, among: known)
      return FolderPath(text: text, folded: SortKey.folded(text))
    }
    let indices = sorted.items.indices.filter { sorted.items[$0].playlist.smart == nil }
    source = .playlists(sorted, indices: indices, paths: paths)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch source {
    case .made(let choices): choices.count
    case .playlists(_, let indices, _): indices.count
    }
  }

  package subscript(index: Int) -> Picker.Choice {
    switch source {
    case .made(let choices): return choices[index]
    case .playlists(let sorted, let indices, let paths):
      let playlist = sorted.items[indices[index]].playlist
      let path = playlist.folder.flatMap { paths[$0] }?.text ?? ""
      let count = playlist.trackCount.counted("track")
      return Picker.Choice(
        playlist.name, detail: path.isEmpty ? count : "\(path)  \(count)", .playlist(playlist.id))
    }
  }

  /// The index of a playlist; nil where it is not among them.
  func index(of playlist: PlaylistID) -> Int? {
    guard case .playlists(let sorted, let indices, _) = source else { return nil }
    return indices.firstIndex { sorted.items[$0].playlist.id == playlist }
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

  /// The indices of the choices that contain all of some folded words; playlists by their names and
  /// folders.
  ///
  /// - Parameter known: The only indices that are looked at; nil for all.
  mutating func indices(of words: [String], among known: [Int]?) -> [Int] {
    switch source {
    case .made(let choices):
      if folded.isEmpty {
        folded = choices.map {
          SortKey.folded([$0.text, $0.detail, $0.name].joined(separator: " "))
        }
      }
      return PickerChoices.filter(known, of: count) { index in
        choices[index].value != .heading
          && words.allSatisfy { folded[index].contains(bytesOf: $0) }
      }
    case .playlists(let sorted, let indices, let paths):
      return PickerChoices.filter(known, of: count) { index in
        let item = sorted.items[indices[index]]
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

  /// Whether a choice has a text, folded.
  func isNamed(_ name: String, at index: Int) -> Bool {
    switch source {
    case .made(let choices): SortKey.folded(choices[index].text) == name
    case .playlists(let sorted, let indices, _): sorted.items[indices[index]].folded == name
    }
  }
}
