import Foundation
import Music
import Testing

@testable import Builder

@Suite("Where a text stops being JSON")
struct JSONSyntaxTests {
  @Test(
    "a fault has its line and column",
    arguments: [
      ("", "line 1, column 1: it ends where a value is expected"),
      ("{\n \"é\": 1,\n}", "line 3, column 1: a name in quotes is expected"),
      ("[\"é\" 1]", "line 1, column 6: a comma or ] is expected"),
      ("{\"a\" 1}", "line 1, column 6: a colon is expected"),
      ("[1,]", "line 1, column 4: a value is expected"),
      ("[1", "line 1, column 3: a comma or ] is expected"),
      ("{} []", "line 1, column 4: something behind the end"),
      ("[\"a\nb\"]", "line 1, column 4: a line break or control character in a text"),
      ("[\"\\x\"]", "line 1, column 4: not an escape"), ("[-]", "line 1, column 3: not a number"),
      ("\"a", "line 1, column 3: it ends within a text"),
      (String(repeating: "[", count: 65), "line 1, column 66: nested too deep"),
    ])
  func faults(_ text: String, _ problem: String) {
    #expect(JSONSyntax.problem(in: Array(text.utf8)) == problem)
  }

  @Test("texts that decode have no fault, and damaged ones never trap")
  func damaged() {
    let text = Array(
      #"{"a": [1, -2.5e+3, "x\u00e9\n", true, null, {}, [], {"b": {"c": [[]]}}]}"#.utf8)
    #expect(JSONSyntax.problem(in: text) == nil)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: damaged[index] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: index)
        case _: damaged.insert(text.randomElement(using: &random) ?? 0, at: index)
        }
      }
      let decodes = (try? JSONDecoder().decode(JSONValue.self, from: Data(damaged))) != nil
      let text = String(decoding: damaged, as: UTF8.self)
      let problem = JSONSyntax.problem(in: damaged)
      // Foundation takes a comma with nothing behind it.
      if decodes, !text.contains(/,\s*[\]}]/) { #expect(problem == nil, "\(text)") }
    }
  }
}
