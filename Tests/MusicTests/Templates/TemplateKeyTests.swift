import Foundation
import Music
import Testing

@Suite("The keys of groups")
struct TemplateKeyTests {
  private func track(_ change: (inout Track) -> Void) -> Track {
    var track = Track(id: TrackID(1), source: .file(FilePath("/m/CD1/x.flac")))
    change(&track)
    track.findings = TrackFindings(tags: track.tags)
    return track
  }

  private func isOneGroup(_ source: String, _ left: Track, _ right: Track) throws -> Bool {
    let template = try GroupTemplate(source)
    return template.key(for: left) == template.key(for: right)
  }

  @Test("an album is one group whatever its dates, and what has no album goes by its date")
  func dates() throws {
    let (early, late) = (track { $0.tags.date = "1969" }, track { $0.tags.date = "1971" })
    for source in ["{Album} ({Date})", "{Album}[ {Year}]", "{Decade} {Album|Folder}"] {
      let (left, right) = (
        track { ($0.tags.album, $0.tags.date) = ("Hits", "1969") },
        track { ($0.tags.album, $0.tags.date) = ("Hits", "1971") }
      )
      #expect(try isOneGroup(source, left, right))
      #expect(try !isOneGroup(source, early, late))
    }
    let template = try GroupTemplate("{Decade} — {Album}")
    let album = track { ($0.tags.album, $0.tags.date) = ("Hits", "1969") }
    #expect(template.text(for: album, years: 1969...1971) == "1960s–1970s — Hits")
    #expect(template.text(for: album, years: 1961...1969) == "1960s — Hits")
  }

  @Test("folders and albums of one name are not one, and what is missing is one group")
  func names() throws {
    let (left, right) = (
      track { $0.source = .file(FilePath("/m/A/CD1/x.flac")) },
      track { $0.source = .file(FilePath("/m/B/CD1/x.flac")) }
    )
    #expect(try !isOneGroup("{Folder}", left, right))
    let (queen, abba) = (
      track { ($0.tags.album, $0.albumCredit) = ("Hits", "Queen") },
      track { ($0.tags.album, $0.albumCredit) = ("Hits", "Abba") }
    )
    #expect(try !isOneGroup("{Album}", queen, abba))
    #expect(try isOneGroup("{Album:1}", queen, abba))
    let (one, two) = (track { $0.albumCredit = "Queen" }, track { $0.albumCredit = "Abba" })
    #expect(try isOneGroup("{Album}", one, two))
  }

  @Test("case, accents and the way a key is written part nothing")
  func folding() throws {
    let (left, right) = (
      track { ($0.tags.artist, $0.tags.key) = ("Björk", "8A") },
      track { ($0.tags.artist, $0.tags.key) = ("BJORK", "A minor") }
    )
    #expect(try isOneGroup("{Artist} {Key}", left, right))
    let template = try GroupTemplate("{Key}")
    #expect(template.text(for: left) == "8A" && template.text(for: right) == "8A")
  }

  @Test("a fallback of the same name is the same group")
  func fallback() throws {
    let (credited, alone) = (
      track { $0.albumCredit = "Orbital" }, track { $0.tags.artist = "orbital" }
    )
    #expect(try isOneGroup("{AlbumArtist|Artist}", credited, alone))
    let unknown = track { _ in }
    let named = track { $0.tags.artist = "unknown" }
    #expect(try isOneGroup("{Artist|\"Unknown\"}", unknown, named))
  }

  @Test("days begin where the zone says")
  func zones() throws {
    let template = try GroupTemplate("{Added}")
    // 23:30 and 00:30 UTC around the start of 1 March in a leap year.
    let (late, early) = (track { $0.added = 1_709_249_400 }, track { $0.added = 1_709_253_000 })
    let utc = try #require(LocalZone(named: "UTC"))
    let tokyo = try #require(LocalZone(named: "Asia/Tokyo"))
    #expect(template.text(for: late, zone: utc) == "2024-02-29")
    #expect(template.text(for: early, zone: utc) == "2024-03-01")
    #expect(template.key(for: late, zone: utc) != template.key(for: early, zone: utc))
    #expect(template.key(for: late, zone: tokyo) == template.key(for: early, zone: tokyo))
    #expect(template.text(for: late, zone: tokyo) == "2024-03-01")
  }

  @Test("days are those of the calendar")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    for name in ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"] {
      let zone = try #require(TimeZone(identifier: name))
      calendar.timeZone = zone
      var days = LocalDays(LocalZone(zone))
      var random = SeededGenerator(seed: 7)
      for _ in 0..<2_000 {
        let moment = Int64.random(in: 1...4_000_000_000, using: &random)
        let parts = calendar.dateComponents(
          [.year, .month, .day], from: Date(timeIntervalSince1970: Double(moment)))
        let (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        #expect(days.number(of: moment, .day) == year * 10_000 + month * 100 + day)
      }
    }
  }
}
