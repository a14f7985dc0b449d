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

  @Test("1 can be an article, and the noun can stand alone")
  func words() {
    #expect(1.counted("missing track", one: "a") == "a missing track")
    #expect(2.counted("missing track", one: "a") == "2 missing tracks")
    #expect([1, 2].map { $0.noun("entry") } == ["entry", "entries"])
  }
}
