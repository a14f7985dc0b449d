import Music
import Testing

@Suite("Options that no build can have")
struct OptionMistakeTests {
  private static func fields(_ change: (inout BuildOptions) -> Void) -> [BuildField] {
    var options = BuildOptions()
    change(&options)
    return options.mistakes.map(\.field)
  }

  @Test("the defaults have no mistakes")
  func defaults() { #expect(BuildOptions().mistakes == []) }

  @Test("limits below 0 and beyond all lists are mistakes of their fields")
  func limits() {
    #expect(Self.fields { $0.limitPerArtist = -1 } == [.limitPerArtist])
    #expect(
      Self.fields { ($0.maxArtists, $0.maxTracks) = (-1, .max) } == [.maxArtists, .maxTracks])
    #expect(Self.fields { ($0.limitPerArtist, $0.maxTracks) = (0, 0) } == [])
    #expect(
      Self.fields { ($0.local.maxMinutes, $0.local.notHeardDays) = (0, .min) }
        == [.notHeardDays, .maxMinutes])
  }

  @Test("a name is short and has no control characters")
  func names() {
    #expect(Self.fields { $0.name = "" } == [])
    #expect(Self.fields { $0.name = String(repeating: "a", count: 10_000) } == [.name])
    #expect(Self.fields { $0.name = String(repeating: "a", count: 200) } == [])
    #expect(
      Self.fields {
        ($0.name, $0.hasDateStamp) = (String(repeating: "a", count: 190), true)
      } == [.name])
    for name in ["a\u{1B}[31m", "a\0", "a\u{202E}b", "a\nb"] {
      #expect(Self.fields { $0.name = name } == [.name], "\(name)")
    }
    #expect(Self.fields { $0.name = " Mix\n" } == [])
  }

  @Test("only tracks of one's own library go to a slot or to the queue")
  func destinations() {
    #expect(Self.fields { $0.destination = .slot(4) } == [.destination])
    #expect(Self.fields { $0.destination = .slot(3) } == [])
    #expect(Self.fields { ($0.destination, $0.service) = (.queue, .spotify) } == [.destination])
    #expect(Self.fields { $0.service = .file(path: "") } == [.service])
  }

  @Test("artists are separated by lines, commas and semicolons, and lose their quotes")
  func artists() {
    var options = BuildOptions()
    options.manualArtists = " \"a-ha\", 'Björk';Sigur Rós \r\n,;\n\"\" Guns N' Roses'"
    #expect(options.manualArtistNames == ["a-ha", "Björk", "Sigur Rós", "Guns N' Roses"])
    options.manualArtists = String(repeating: "a;", count: 10_001)
    #expect(options.mistakes.map(\.field) == [.manualArtists])
  }

  @Test("services and destinations have texts that read back")
  func texts() {
    for service in [BuildService.local, .spotify, .file(path: "a:b.json")] {
      #expect(BuildService(parsing: service.text) == service)
    }
    for destination in [BuildDestination.playlist, .queue, .slot(1), .slot(3)] {
      #expect(BuildDestination(parsing: destination.text) == destination)
    }
    #expect(BuildService(parsing: "deezer") == nil)
    #expect(BuildDestination(parsing: "slot:4") == nil)
  }
}
