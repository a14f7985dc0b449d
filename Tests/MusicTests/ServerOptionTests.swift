import Testing

@testable import Music

@Suite("Options of servers")
struct ServerOptionTests {
  @Test("a fingerprint is read as people write it, and nothing else is one")
  func fingerprint() {
    let digits = String(repeating: "abcd", count: 16)
    for typed in [
      digits, digits.uppercased(), String(repeating: "AB:CD ", count: 16),
      String(repeating: "ab\tcd\n", count: 16),
    ] {
      #expect(ServerOptions.fingerprint(typed: typed) == digits)
    }
    for typed in ["", "abc", digits + "0", String(repeating: "g", count: 64)] {
      #expect(ServerOptions.fingerprint(typed: typed) == nil)
    }
  }
}
