/// A manual page that is being written, in the macros of man(7).
struct ManualPage {
  private(set) var lines: [String]

  /// - Parameters:
  ///   - date: ISO 8601.
  ///   - purpose: the line that `apropos` lists.
  init(_ name: String, section: Int, date: String, version: String, purpose: String) {
    let title = Roff.literal(name.uppercased())
    lines = [
      ".\\\" Written by tritone manual: edit its sources.",
      ".TH \(title) \(section) \(Roff.quoted(date)) \(Roff.quoted(version))",
      ".nh", ".ad l", ".SH NAME",
    ]
    lines += Roff.filled("\(Roff.literal(name)) \\- \(Roff.prose(purpose))")
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func section(_ title: String) {
    lines.append(".SH \(Roff.quoted(Roff.prose(title.uppercased())))")
  }

  /// - Parameter escaped: text of Roff's.
  mutating func subsection(_ escaped: String) { lines.append(".SS \(Roff.quoted(escaped))") }

  mutating func paragraph(_ escaped: String) {
    separate()
    lines += Roff.filled(escaped)
  }

  /// A term with its explanation beside or below.
  mutating func item(_ term: String, _ escaped: String) {
    lines.append(".TP")
    lines.append(Roff.guarded(term))
    lines += Roff.filled(escaped)
  }

  mutating func bullet(_ escaped: String) {
    lines.append(".IP \\(bu 2")
    lines += Roff.filled(escaped)
  }

  /// Lines of code as they are.
  mutating func code(_ code: [String]) {
    separate()
    lines += [".RS 4", ".EX"]
    lines += code.map { $0.isEmpty ? "\\&" : Roff.guarded(Roff.literal($0)) }
    lines += [".EE", ".RE"]
  }

  /// A heading is followed by text at once.
  private mutating func separate() {
    let last = lines.last ?? ""
    if !last.hasPrefix(".SH"), !last.hasPrefix(".SS") { lines.append(".PP") }
  }
}
