import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("Grouping by columns")
struct GroupingTests {
  private static let sources = [
    "{Artist}", "{AlbumArtist}", "{Album}", "{Title}", "{Genre}", "{Date}", "{Decade}", "{Folder}",
    "{Format}", "{BPM}", "{BPM:7}", "{Key}", "{Energy}", "{Rating}", "{Added}", "{Added:month}",
    "{Artist:1}",
    "{Album:2}", "{Title:1}", "{Folder:1}", "{Album} ({Date})", "{AlbumArtist} — {Album}",
    "{Album|Title}", "{AlbumArtist|Genre|\"rock\"}", "{Genre|Artist|\"Unknown\"}",
    "{Decade} {Album|Folder}", "{Artist:1|Album:1} {Year}[ {Key}]", "{Date|Album} {Rating}",
    "{AlbumArtist:1}", "{Album|Artist:1} {Date|Genre}", "{Format|Album} {Date}",
    "{Category}", "{Tag}", "{Collection} {Mood}", "{Tag:1}", "{Category|Genre|\"demos\"}",
    "{Collection|Tag|Artist} {Date}", "{Mood:2|Category:1}",
  ]

  private static func track(_ row: CatalogRow) -> Track {
    let isStream = row.folder == .streams
    var track = Track(
      id: TrackID(row.id),
      source: isStream
        ? .stream(StreamAddress("http://host/\(row.id)")!) : .file(row.folder.appending(row.name)),
      tags: Tags(
        title: row.title, artist: row.artist, albumArtist: row.albumArtist, album: row.album,
        genre: row.genre, date: row.year == 0 ? nil : "\(row.year)", bpm: row.bpm,
        key: row.key?.camelot),
      audio: AudioProperties(codec: row.format.lowercased()), added: row.added,
      rating: Rating(stars: Int(row.rating)), albumCredit: row.albumCredit)
    track.labels = TrackLabels(
      category: row.category.isEmpty ? nil : TrackCategory(rawValue: row.category), tags: row.tags,
      collection: row.collection.isEmpty ? nil : row.collection,
      mood: row.mood.isEmpty ? nil : row.mood)
    track.findings.energy = row.energy.map { energy in 1 + grades.count { Double($0) <= energy } }
    return track
  }

  private static let grades: [Float] = [-3, -2, 0.5, 0.5, 1, 2, 4, 5, 8]

  /// Indices of tracks by group, in the order of the groups' first tracks.
  private func naive(_ tracks: [Track], _ template: GroupTemplate, _ zone: LocalZone) -> [[UInt32]]
  {
    var groups: [[UInt32]] = []
    var known: [[GroupTemplate.KeyPart]: Int] = [:]
    for (index, track) in tracks.enumerated() {
      let key = template.key(for: track, zone: zone)
      if known[key] == nil {
        known[key] = groups.count
        groups.append([])
      }
      groups[known[key] ?? 0].append(UInt32(index))
    }
    return groups
  }

  @Test("groups are those that the tracks' own keys make", arguments: [1, 2, 3] as [UInt64])
  func groups(seed: UInt64) throws {
    var library = RandomLibrary(seed: seed)
    let catalog = Catalog()
    let system = try #require(TimeZone(identifier: "America/St_Johns"))
    let zone = LocalZone {
      Int64(system.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))))
    }
    var keys: [String: Set<UInt64>] = [:]
    for round in 0..<4 {
      let change = library.change(adding: 150)
      #expect(catalog.apply(change.rows, removed: change.removed))
      // Later tracks are graded as they are added.
      if round == 0 { catalog.setEnergyGrades(Self.grades) }
      for sort in [SortColumn.artist, .title, .year] {
        let list = catalog.tracks(.songs, sort: sort, isDescending: round % 2 == 1)
        let tracks = list.ids(0..<list.count).compactMap { library.rows[$0] }.map(Self.track)
        try #require(tracks.count == list.count)
        let ordinals = try #require(catalog.ordinals(of: list))
        #expect(ordinals == catalog.ordinals(of: tracks.map(\.id.rawValue)))
        for source in Self.sources {
          let template = try GroupTemplate(source)
          let made = catalog.groups(of: ordinals, by: template, zone: zone) { Int64($0) }
          let wanted = naive(tracks, template, zone)
          #expect(
            made.groups.map { Array(made.order[$0.start..<$0.start + $0.count]) } == wanted,
            "\(source) by \(sort)")
          for (group, places) in zip(made.groups, wanted) {
            let inside = places.map { tracks[Int($0)] }
            let years = inside.compactMap(\.tags.year)
            #expect(
              group.years?.lowerBound == years.min() && group.years?.upperBound == years.max())
            let bpms = inside.compactMap(\.tags.bpm).filter { $0 > 0 }
            let mean = bpms.isEmpty ? nil : bpms.reduce(0, +) / Double(bpms.count)
            #expect(abs((group.bpm ?? 0) - (mean ?? 0)) < 0.01)
            #expect(group.duration == places.reduce(0) { $0 + Int64($1) })
          }
          // Keys are unique to a group, and equal in every order of the same list.
          let now = Set(made.groups.map(\.key))
          #expect(now.count == made.groups.count, "\(source)")
          #expect(keys["\(source) \(round)", default: now] == now)
          keys["\(source) \(round)"] = now
        }
      }
    }
  }

  @Test("a group keeps its key in another catalog of the same tracks")
  func lastingKeys() throws {
    var library = RandomLibrary(seed: 9)
    _ = library.change(adding: 300)
    let rows = library.rows.values.sorted { $0.id < $1.id }
    let (catalog, other) = (Catalog(), Catalog())
    #expect(catalog.apply(rows))
    // Names added in another order have other numbers.
    let renamed = rows.reversed().enumerated().map { number, row in
      var row = row
      (row.artist, row.album, row.genre) = (rows[number].artist, rows[number].genre, "Noise")
      (row.albumCredit, row.folder) = (rows[number].artist, FilePath("/x"))
      return row
    }
    #expect(other.apply(renamed) && other.apply(rows))
    for source in Self.sources {
      let template = try GroupTemplate(source)
      func keys(_ catalog: Catalog) throws -> [UInt64] {
        let list = catalog.tracks(.songs, sort: .path)
        let ordinals = try #require(catalog.ordinals(of: list))
        return catalog.groups(of: ordinals, by: template) { _ in 0 }.groups.map(\.key)
      }
      #expect(try Set(keys(catalog)) == Set(keys(other)), "\(source)")
    }
  }

  @Test("a list of an earlier state of the catalog is grouped as well, and one track stands twice")
  func otherLists() throws {
    var library = RandomLibrary(seed: 4)
    let catalog = Catalog()
    #expect(catalog.apply(library.change(adding: 50).rows))
    let list = catalog.tracks(.songs, sort: .title)
    #expect(catalog.apply((1_000..<1_010).map { CatalogRow(id: $0) }))
    let ordinals = try #require(catalog.ordinals(of: list))
    #expect(ordinals.count == list.count)
    let twice = ordinals + ordinals
    let made = catalog.groups(of: twice, by: try GroupTemplate("{Genre}")) { _ in 1 }
    #expect(made.order.count == twice.count && Set(made.order).count == twice.count)
    #expect(made.groups.allSatisfy { $0.count % 2 == 0 })
    #expect(catalog.ordinals(of: [99_999]) == nil)
    #expect(catalog.groups(of: [], by: try GroupTemplate("{Genre}")) { _ in 1 }.groups.isEmpty)
  }
}
