import Music
import Screen
import Testing

@testable import Interface

/// Rules of every size from 40x10 to 300x80.
@Suite("Every size")
struct SizeTests {
  /// Names begin with a letter that stands nowhere else on the screen, and are too long for most
  /// sizes.
  private static let titles = names("Žerotín boulevard in the rain, take", 80)
  private static let artists = names("Ÿerba orchestra of the lower harbour", 80)
  private static let albums = names("Ķikuts and other songs of long evenings", 80)
  private static let playlists = names("Ŵarm-up for a very long night by the sea", 12)

  private static func names(_ text: String, _ count: Int) -> [String] {
    (0..<count).map { "\(text) \($0 < 10 ? "0" : "")\($0)" }
  }

  private static let tracks = (0..<80).map {
    Samples.track(
      Int64($0 + 1), titles[$0], artists[$0], albums[$0], "1999", $0, bpm: 120, key: "Am",
      seconds: 207)
  }

  private static let rows = [10, 14, 15, 24, 30, 40, 56, 80]
  private static let columns = [
    40, 52, 60, 80, 100, 119, 150, 200, 300,
  ]

  private func stage(_ size: Size) -> Stage {
    var stage = Stage(rows: size.rows, columns: size.columns, tracks: Self.tracks)
    let playlists = Self.playlists.enumerated().map {
      Samples.playlist(Int64($0.offset + 1), $0.element)
    }
    stage.rows[ListQuery(.playlists)] = playlists.map {
      .playlist(ListRow.PlaylistNode(playlist: $0, slots: [], depth: 0))
    }
    let slots = Dictionary(uniqueKeysWithValues: zip(MixSlot.allCases, playlists))
    stage.send(.playlists(.mixBoardLoaded(MixBoard(playlists: slots, timelines: [:]))))
    stage.send(.library(.changed))
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(40))))))
    }
    return stage
  }

  /// The names that are cut on the screen and do not say so.
  private func cuts(_ frame: Frame) -> [String] {
    let names = [Self.titles, Self.artists, Self.albums, Self.playlists]
    let lines = (0..<frame.size.rows).map { Array(frame.text(ofRow: $0)) }
    var cuts: [String] = []
    for (row, line) in lines.enumerated() {
      for (column, letter) in line.enumerated() {
        guard let family = names.first(where: { $0[0].first == letter }) else { continue }
        let shown = line[column...]
        let common = family.map { name in
          zip(name, shown).prefix { $0.0 == $0.1 }.count
        }
        let (most, name) = zip(common, family).max { $0.0 < $1.0 } ?? (0, "")
        // One letter alone is an initial in place of a cover.
        if most < 2 || most == name.count || shown.dropFirst(most).first == "…" { continue }
        // A title may go on in the next row.
        let rest = Array(name.dropFirst(most))
        let isBroken = shown.dropFirst(most).first == " " && name.dropFirst(most - 1).first == " "
        let next = row + 1 < lines.count ? lines[row + 1].dropFirst(column) : []
        if isBroken || rest.first == " ", next.starts(with: rest.drop { $0 == " " }.prefix(3)) {
          continue
        }
        cuts.append(String(line))
      }
    }
    return cuts
  }

  @Test("nothing is cut without an ellipsis, and the selected row shows", arguments: rows)
  func cut(rows: Int) throws {
    for columns in Self.columns {
      let size = Size(rows: rows, columns: columns)
      var stage = stage(size)
      for pane in Pane.allCases {
        stage.app.focus = pane
        for key in ["End", "Home"] {
          stage.press(key)
          let frame = stage.frame
          #expect(cuts(frame) == [], "\(pane) at \(size)")
          guard let area = stage.app.layout.panes[pane], stage.app.focusedList?.count ?? 0 > 0
          else { continue }
          let place = try #require(frame.selection, "\(pane) at \(size)")
          #expect(area.contains(place), "\(pane) at \(size)")
          let title: String =
            switch try #require(stage.app.focusedList?.selectedRow) {
            case .track(let track, _): track.title
            case .playlist(let node): node.playlist.name
            default: ""
            }
          let text = frame.text(ofRow: place.row)
          #expect(!title.isEmpty && text.contains(title.prefix(6)), "\(pane) at \(size): \(text)")
        }
      }
    }
  }

  @Test("a row of tabs that is cut has an ellipsis at that end", arguments: Shape.TabStyle.allCases)
  func tabs(style: Shape.TabStyle) {
    let names = ["Folders", "Artists", "Albums", "Songs", "Lists"]
    for limit in 3...60 {
      for active in names.indices {
        let tabs = Tabs(names: names, active: active, isFocused: true, style: style, title: "Music")
        let items = tabs.items(limit: limit)
        let shown = items.compactMap(\.index)
        let width = (items.last?.column ?? 0) + (items.last?.neededColumns ?? 0)
        #expect(width <= limit)
        // Of one name alone no more may be there than it and its ellipses.
        guard shown.count > 1 else { continue }
        #expect(shown.contains(active))
        // Crumbs begin with the active one.
        let order =
          style == .crumbs ? [active] + names.indices.filter { $0 != active } : Array(names.indices)
        #expect(items.last?.name == "…" || shown.last == order.last)
        #expect(items.first?.name == "…" || shown.first == order.first)
      }
    }
  }
}
