import Music

/// The part of Markdown that our pages use.
extension ManualPage {
  mutating func add(markdown: String) { add(markdown: markdown) { _, _ in } }

  /// Adds a page of Markdown; `insertion` writes what stands for a comment such as
  /// `<!-- commands -->`.
  mutating func add(
    markdown: String, insertion: (String, inout ManualPage) throws -> Void
  ) rethrows {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)[...]
    while let line = lines.first {
      lines = lines.dropFirst()
      if line.hasPrefix("```") {
        let code = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(code.count + 1)
        self.code(Array(code))
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        try insertion(String(line.dropFirst(5).dropLast(4)), &self)
      } else if line.hasPrefix("### ") {
        subsection(Inline.roff(line.dropFirst(4)))
      } else if line.hasPrefix("## ") {
        section(String(line.dropFirst(3)))
      } else if line.hasPrefix("|") {
        let table = lines.prefix { $0.hasPrefix("|") }
        lines = lines.dropFirst(table.count)
        // Behind the headings comes the line of dashes.
        for row in table.dropFirst() { self.row(row) }
      } else if line.hasPrefix("- ") {
        let rest = lines.prefix { $0.hasPrefix("  ") }
        lines = lines.dropFirst(rest.count)
        bullet(Inline.roff(([String(line.dropFirst(2))] + rest).joined(separator: " ")))
      } else if !line.isEmpty, !line.hasPrefix("# ") {
        let rest = lines.prefix { !$0.isEmpty && !Self.isBlock($0) }
        lines = lines.dropFirst(rest.count)
        paragraph(Inline.roff(([line] + rest).joined(separator: " ")))
      }
    }
  }

  private static func isBlock(_ line: String) -> Bool {
    ["|", "#", "```", "<!--", "- "].contains { line.hasPrefix($0) }
  }

  /// The last cell explains the others.
  private mutating func row(_ row: String) {
    let cells = Inline.cells(of: row).map { Inline.roff($0) }
    let terms = cells.dropLast().filter { !$0.isEmpty }
    item(terms.joined(separator: "   "), cells.last ?? "")
  }

  /// Text within a paragraph or a cell.
  private enum Inline {
    /// Within code, and behind a backslash, a bar divides no cells.
    static func cells(of row: String) -> [String] {
      var cells: [String] = []
      var cell = ""
      var fence = ""
      var isEscaped = false
      var rest = row.dropFirst()
      while let character = rest.first {
        let ticks = rest.prefix { $0 == "`" }
        if !ticks.isEmpty {
          // Code ends with as many of them as it began with.
          if fence.isEmpty { fence = String(ticks) } else if fence == ticks { fence = "" }
          cell += ticks
          rest = rest.dropFirst(ticks.count)
          continue
        }
        rest = rest.dropFirst()
        if character == "|", fence.isEmpty, !isEscaped {
          cells.append(cell.trimmed())
          cell = ""
          continue
        }
        if isEscaped, character != "|" { cell.append("\\") }
        isEscaped = character == "\\" && fence.isEmpty && !isEscaped
        if !isEscaped { cell.append(character) }
      }
      return cells
    }

    static func roff(_ text: some StringProtocol) -> String {
      var result = ""
      var rest = String(text)[...]
      var plain = ""
      func flush() -> String {
        defer { plain = "" }
        return Roff.prose(plain)
      }
      while let character = rest.first {
        let ticks = rest.prefix { $0 == "`" }
        let body = rest.dropFirst(ticks.count)
        if !ticks.isEmpty, let end = body.firstRange(of: ticks) {
          let code = String(body[..<end.lowerBound])
          result += flush() + Roff.bold(Roff.literal(code.trimmed()))
          rest = body[end.upperBound...]
        } else if rest.hasPrefix("**"), let strong = enclosed(rest.dropFirst(), "*") {
          result += flush() + Roff.bold(Roff.prose(strong))
          rest = rest.dropFirst(strong.count + 4)
        } else if character == "*", let stressed = enclosed(rest, "*"), !stressed.hasPrefix(" ") {
          result += flush() + Roff.italic(Roff.prose(stressed))
          rest = rest.dropFirst(stressed.count + 2)
        } else if character == "[", let close = rest.firstIndex(of: "]"),
          rest[close...].hasPrefix("]("), let end = rest[close...].firstIndex(of: ")")
        {
          result += flush() + roff(rest[rest.index(after: rest.startIndex)..<close])
          rest = rest[rest.index(after: end)...]
        } else {
          plain.append(character)
          rest = rest.dropFirst()
        }
      }
      return result + flush()
    }

    /// The text between a mark at the beginning and the next one; nil without that.
    private static func enclosed(_ text: Substring, _ mark: Character) -> Substring? {
      let inner = text.dropFirst()
      guard let end = inner.firstIndex(of: mark), end > inner.startIndex else { return nil }
      return inner[..<end]
    }
  }
}
