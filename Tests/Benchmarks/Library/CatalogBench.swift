import ArgumentParser
import Catalog
import CatalogRows
import Foundation
import Music

/// Measures the catalog alone, on synthetic tracks.
struct CatalogBench: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "catalog")

  @Option(help: "How many tracks the library has.")
  var tracks = 1_000_000

  @Option(help: "How often each thing is measured.")
  var rounds = 20

  @Option(help: "Where the catalog's file is written.")
  var file = "/tmp/tritone-bench-catalog"

  @Flag(help: "Only open the file that an earlier run has left, and measure that.")
  var open = false

  func run() throws {
    let version = CatalogVersion(identity: 1, change: 1, make: 1)
    let path = FilePath(file)
    print("milliseconds                                 p50         p99         max")
    if !open {
      var library = SyntheticLibrary(tracks: tracks)
      try build(version, &library, path)
    }
    var opening = Timings()
    var catalog = Catalog()
    for _ in 0..<(open ? 1 : 5) {
      catalog = try opening.time { try CatalogFile(at: path, of: version).catalog() }
    }
    print(opening.line("open the file"))
    let opened = try CatalogFile(at: path, of: version)
    var first = Timings()
    first.time {
      let list = catalog.tracks(.songs, sort: .artist)
      _ = list.ids(0..<60)
    }
    print(first.line("first window after opening"))
    var checking = Timings()
    _ = checking.time { opened.isSound() }
    print(checking.line("verify the file"))
    lists(catalog)
    groups(catalog)
    try templates(catalog)
    changes(catalog)
    print(ProcessMemory.lines())
  }

  private func build(
    _ version: CatalogVersion, _ library: inout SyntheticLibrary, _ path: FilePath
  ) throws {
    let catalog = Catalog(version)
    var building = Timings()
    building.time { catalog.fill { add in for _ in 0..<tracks { add(library.next()) } } }
    print(building.line("make and build \(tracks) rows"))
    let artists = catalog.artists(isDescending: false).count
    let albums = catalog.albums(of: nil, sort: .artist, isDescending: false).count
    print("\(artists) artists, \(albums) albums")
    var saving = Timings()
    _ = try saving.time {
      try CatalogImage(of: catalog).write(to: path) { copy in
        copy()
        return true
      }
    }
    print(saving.line("save the file"))
  }

  private func lists(_ catalog: Catalog) {
    var random = SeededGenerator(seed: 5)
    for sort in SortColumn.allCases {
      for isDescending in [false, true] {
        var first = Timings()
        for _ in 0..<3 {
          // Other orders evict the cached one.
          for other in [SortColumn.year, .bpm, .key, .duration, .added] where other != sort {
            _ = catalog.tracks(.songs, sort: other, isDescending: !isDescending)
          }
          _ = first.time {
            catalog.tracks(.songs, sort: sort, isDescending: isDescending).ids(0..<60)
          }
        }
        print(first.line("sort by \(sort)\(isDescending ? ", down" : "")"))
      }
    }
    let list = catalog.tracks(.songs, sort: .title)
    var (windows, anchors, filtered) = (Timings(), Timings(), Timings())
    for _ in 0..<(rounds * 10) {
      let start = Int.random(in: 0..<max(1, list.count - 60), using: &random)
      let ids = windows.time { list.ids(start..<start + 60) }
      _ = anchors.time { list.index(of: TrackID(ids[30])) }
    }
    let half = TrackSet(capacity: catalog.count) { $0 % 2 == 0 }
    for _ in 0..<rounds {
      _ = filtered.time { catalog.tracks(.songs, sort: .title, among: half) }
    }
    print(windows.line("window of 60 rows"))
    print(anchors.line("index of a track"))
    print(filtered.line("half of the tracks"))
    let sources: [(String, ListSource)] = [
      ("artist", .artist("Artist 7")), ("genre", .genre("Genre 7")), ("artists' tracks", .artists),
      ("albums' tracks", .albums), ("genres' tracks", .genres),
      ("folder", .folder(FilePath("/home/somebody/music/Artist 7"))),
    ]
    for (name, source) in sources {
      var times = Timings()
      for _ in 0..<rounds {
        _ = times.time { catalog.tracks(source, sort: .artist).ids(0..<60) }
      }
      print(times.line("tracks of " + name))
    }
  }

  private func groups(_ catalog: Catalog) {
    let some = TrackSet(capacity: catalog.count) { $0 % 3 == 0 }
    let lists: [(String, (TrackSet?) -> Void)] = [
      ("artists", { _ = rows(catalog.artists(isDescending: false, among: $0)) }),
      (
        "albums",
        { _ = rows(catalog.albums(of: nil, sort: .artist, isDescending: false, among: $0)) }
      ),
      (
        "albums by year",
        { _ = rows(catalog.albums(of: nil, sort: .year, isDescending: true, among: $0)) }
      ),
      (
        "albums by plays",
        { _ = rows(catalog.albums(of: nil, sort: .plays, isDescending: true, among: $0)) }
      ),
      ("genres", { _ = rows(catalog.genres(isDescending: false, among: $0)) }),
      ("folders", { _ = catalog.folders(in: FilePath("/home/somebody/music"), among: $0) }),
    ]
    for (name, make) in lists {
      var (all, part) = (Timings(), Timings())
      for _ in 0..<rounds {
        all.time { make(nil) }
        part.time { make(some) }
      }
      print(all.line(name))
      print(part.line(name + ", a third"))
    }
    var times = Timings()
    let albums = catalog.albums(of: nil, sort: .artist, isDescending: false)
    for _ in 0..<rounds { _ = times.time { albums.filtered(by: ["love", "artist 1"]) } }
    print(times.line("albums by words"))
  }

  private func templates(_ catalog: Catalog) throws {
    let list = catalog.tracks(.songs, sort: .artist)
    let texts = [
      "{Artist}", "{Album} ({Date})", "{AlbumArtist} — {Album}", "{Genre} {Decade}", "{BPM:5}",
      "{Artist:1}", "{Title}", "{Added:month}", "{AlbumArtist|Artist|\"Unknown\"}[ — {Album}]",
    ]
    for text in texts {
      let template = try GroupTemplate(text)
      var times = Timings()
      for _ in 0..<rounds {
        times.time {
          let ordinals = catalog.ordinals(of: list) ?? []
          _ = catalog.groups(of: ordinals, by: template) { _ in 1 }
        }
      }
      print(times.line("group by " + text))
    }
  }

  private func rows(_ groups: GroupList) -> [ListRow] {
    (0..<min(60, groups.count)).map(groups.row)
  }

  private func changes(_ catalog: Catalog) {
    var library = SyntheticLibrary(tracks: tracks)
    let known = library.next(500)
    for _ in 0..<max(0, catalog.count - 500) { _ = library.next() }
    var (adding, marking, retagging, removing) = (Timings(), Timings(), Timings(), Timings())
    for round in 0..<max(5, rounds / 4) {
      let rows = library.next(500)
      _ = adding.time { catalog.apply(rows) }
      var marked = known[0]
      if round > 0 { marked.title += " \(round - 1)" }
      marked.rating = Int64(round % 6)
      _ = marking.time { catalog.apply([marked]) }
      let retagged = known.map { row in
        var row = row
        row.title += " \(round)"
        return row
      }
      _ = retagging.time { catalog.apply(retagged) }
      _ = removing.time { catalog.apply([], removed: [Int64(1_000 + round)]) }
    }
    print(adding.line("merge 500 new rows"))
    print(retagging.line("merge 500 retagged rows"))
    print(removing.line("remove a row"))
    print(marking.line("mark a row"))
  }
}
