import Music
import Testing

@Suite("Numbers with their nouns")
struct CountingTests {
  @Test(
    "a noun is in the plural behind every number but 1",
    arguments: [
      (0, "track", "0 tracks"), (1, "track", "1 track"), (2, "new track", "2 new tracks"),
      (-1, "track", "-1 tracks"), (1, "entry", "1 entry"), (3, "entry", "3 entries"),
      (2, "day", "2 days"),
    ])
  func plurals(_ count: Int, _ noun: String, _ text: String) {
    #expect(count.counted(noun) == text)
  }

  @Test("thousands have commas where nobody asks for plain digits")
  func thousands() {
    #expect(1_234_567.counted("track") == "1,234,567 tracks")
    #expect(1_234_567.counted("track", .plain) == "1234567 tracks")
    #expect([0, 999, 1_000, -1_000].map(\.grouped) == ["0", "999", "1,000", "-1,000"])
  }

  @Test(
    "a size has one decimal of the largest unit that it fills",
    arguments: [
      (Int64(0), "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (2_549, "2.5 kB"),
      (999_940, "999.9 kB"), (999_960, "1.0 MB"), (999_960_000, "1.0 GB"),
      (5_000_000_000_000_000, "5000.0 TB"),
    ])
  func sizes(bytes: Int64, text: String) {
    #expect(bytes.byteText == text)
  }

  @Test("1 can be an article, and the noun can stand alone")
  func words() {
    #expect(1.counted("missing track", one: "a") == "a missing track")
    #expect(2.counted("missing track", one: "a") == "2 missing tracks")
    #expect([1, 2].map { $0.noun("entry") } == ["entry", "entries"])
  }
}
