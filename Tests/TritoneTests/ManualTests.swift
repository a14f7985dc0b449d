import Foundation
import Testing

@testable import tritone

@Suite("Manual pages")
struct ManualTests {
  private let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private let pages = ManualPages(date: "2026-11-24", version: "tritone 1.2.3")

  private func source(_ name: String) throws -> String {
    try String(contentsOf: checkout.appendingPathComponent(name), encoding: .utf8)
  }

  private func page(_ markdown: String) -> [String] {
    var page = ManualPage("x", section: 1, date: "2026-11-24", version: "X", purpose: "y")
    let count = page.lines.count
    page.add(markdown: markdown)
    return Array(page.lines[count...])
  }

  @Test("Markdown becomes macros, and nothing in it is taken for one")
  func markdown() {
    #expect(
      page("# T\n\n## See it\n\nSome *text*\nin `a -b`.") == [
        ".SH \"SEE IT\"", "Some \\fItext\\fR in \\fBa \\-b\\fR.",
      ])
    #expect(page("a\n\n.SH b\n\n'c\n") == [".PP", "a", ".PP", "\\&.SH b", ".PP", "\\&'c"])
    #expect(
      page("Take --all-of it, well-known \\n.") == [
        ".PP", "Take \\-\\-all\\-of it, well-known \\en.",
      ])
    #expect(
      page("```\n.x 'y'\n\n```") == [
        ".PP", ".RS 4", ".EX", "\\&.x \\(aqy\\(aq", "\\&", ".EE", ".RE",
      ])
    #expect(
      page("| K | D |\n|---|---|\n| `` ` `` | a \\| b |\n|  | `x|y` |") == [
        ".TP", "\\fB\\(ga\\fR", "a | b", ".TP", "", "\\fBx|y\\fR",
      ])
    #expect(page("[See](a.md) **b**\n- c\n  d") == [".PP", "See \\fBb\\fR", ".IP \\(bu 2", "c d"])
  }

  @Test("no line is longer than 80 bytes, except in code and terms")
  func lines() throws {
    for page in [
      try pages.program(about: source("Packaging/manual/tritone.md")),
      try pages.keys(about: source("Packaging/manual/tritone-keys.md")),
      try pages.settings(about: source("Packaging/manual/tritone-config.md")),
      pages.document("tritone-query", "queries", try source("docs/query.md")),
      pages.document("tritone-control", "control", try source("docs/control.md")),
    ] {
      var isCode = false
      for (before, line) in zip([""] + page.lines, page.lines) {
        if line == ".EX" || line == ".EE" { isCode.toggle() }
        let isLong = line.utf8.count > 80
        #expect(!isLong || isCode || line.hasPrefix(".S") || before == ".TP", "\(line)")
      }
      #expect(page.text.contains("\"2026-11-24\" \"Tritone 1.2.3\""))
    }
  }

  @Test("the page of the program has every command, option and example")
  func program() throws {
    let text = try pages.program(about: source("Packaging/manual/tritone.md")).text
    func check(_ command: CommandDescription, below names: [String]) {
      let names = names + [command.commandName]
      let heading = names.map { "\\fB\(Roff.literal($0))\\fR" }.joined(separator: " ")
      #expect(text.contains(".SS \"\(heading)"), "\(names)")
      for argument in command.shownArguments where argument.kind != .positional {
        #expect(text.contains(Roff.bold(Roff.literal(argument.name))), "\(names) \(argument.name)")
      }
      for line in (command.discussion ?? "").split(separator: "\n") where line.hasPrefix("  ") {
        #expect(text.contains(Roff.literal(line.dropFirst(2))), "\(line)")
      }
      for child in command.shownSubcommands { check(child, below: names) }
    }
    for command in try CommandDescription.all() { check(command, below: ["tritone"]) }
    #expect(!text.contains("docs/") && !text.contains("<!--"))
  }
}
