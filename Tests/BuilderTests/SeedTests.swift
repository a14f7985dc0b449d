import Music
import Testing

@Suite("Seeds")
struct SeedTests {
  @Test(
    "a seed is a whole number as Python's int() reads it",
    arguments: [
      ("1234", "1234"), (" \t-7\n", "-7"), ("+0_0", "0"), ("-0", "0"), ("007", "7"),
      ("１２", "12"), ("1_000", "1000"), ("\u{3000}٣\u{2003}", "3"), ("4294967296", "4294967296"),
    ])
  func read(_ text: String, _ canonical: String) throws {
    #expect(try BuildSeed(parsing: text).text == canonical)
  }

  @Test(
    "what is no whole number is no seed",
    arguments: [
      "", " ", "-", "+ 5", "--1", "1 2", "_1", "1_", "1__0", "0x10", "1e3", "1.0", "²",
      "ten", "5\0", String(repeating: "_", count: 30_000),
    ])
  func refused(_ text: String) {
    #expect(throws: BuildSeedError.notWhole) { try BuildSeed(parsing: text) }
  }

  @Test("a seed has the words of its magnitude, and as many digits as Python takes")
  func sizes() throws {
    #expect(try BuildSeed(parsing: "-4294967296").words == [0, 1])
    #expect(try BuildSeed(parsing: "0").words == [0])
    #expect(try BuildSeed(parsing: "18446744073709551615").words == [.max, .max])
    let long = String(repeating: "9", count: 4_300)
    #expect(try BuildSeed(parsing: long).words.count == 447)
    #expect(throws: BuildSeedError.tooLong(digits: 4_301)) { try BuildSeed(parsing: "0" + long) }
    #expect(BuildSeedError.tooLong(digits: 4_301).reason.contains("4300"))
  }
}
