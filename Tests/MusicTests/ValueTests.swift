import Music
import Testing

@Suite("Values of the domain")
struct ValueTests {
  @Test(
    "names sort naturally and ignore case and accents",
    arguments: [
      ["2", "10", "100"], ["a2b", "a10b"], ["Été", "eteb"], ["track 9", "Track 10", "TRACK 11"],
      ["007", "8"], ["", "a"], ["Zebra", "Ångström2"].reversed(),
    ])
  func naturalOrder(names: [String]) {
    let keys = names.map(SortKey.bytes)
    for (left, right) in zip(keys, keys.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
    }
  }

  @Test("texts that differ in case and accents only have one key")
  func equalKeys() {
    #expect(SortKey.bytes("Sigur Rós") == SortKey.bytes("SIGUR ROS"))
    #expect(SortKey.folded("Straße") == "strasse")
    #expect(SortKey.folded("ＡＢＣ") == "abc")
  }

  @Test(
    "the year is found in whatever is written",
    arguments: [
      ("1997", 1997), ("1997-05-21", 1997), ("21.05.1997", 1997), ("20240131", 2024),
      ("c. 1968?", 1968), ("'97", nil), ("", nil), ("123456", nil), ("0000", nil),
    ])
  func years(date: String, year: Int?) { #expect(Tags.year(in: date) == year) }

  @Test(
    "durations are written as clocks",
    arguments: [(0.0, "0:00"), (59.9, "0:59"), (187, "3:07"), (3723, "1:02:03"), (-4, "0:00")])
  func clock(seconds: Double, text: String) {
    #expect(Duration.seconds(seconds).clockText == text)
  }

  @Test("paths keep bytes that are not UTF-8")
  func pathBytes() {
    let path = FilePath(bytes: Array("/m/".utf8) + [0xFF, 0x2E, 0x4D, 0x50, 0x33])
    #expect(path.bytes[3] == 0xFF)
    #expect(path.fileExtension == "mp3")
    #expect(path.parent == FilePath("/m"))
    #expect(FilePath("/m/a").isInside(FilePath("/m")))
    #expect(!FilePath("/music/a").isInside(FilePath("/m")))
    #expect(FilePath("/m/.hidden").fileExtension.isEmpty)
    #expect(FilePath("/a.b/c").stem == "c")
    #expect(FilePath("/x").parent == FilePath("/"))
    #expect(FilePath("/").parent == nil)
  }

  @Test("a clock shows what is heard now and never more than there is")
  func playClock() {
    let start = ContinuousClock.now
    let clock = PlayClock(
      position: .seconds(10), at: start, isAdvancing: true, duration: .seconds(12))
    #expect(clock.position(at: start.advanced(by: .seconds(1))) == .seconds(11))
    #expect(clock.position(at: start.advanced(by: .seconds(9))) == .seconds(12))
    #expect(clock.position(at: start.advanced(by: .seconds(-1))) == .seconds(10))
  }
}
