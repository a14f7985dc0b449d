import ArgumentParser
import FoundationEssentials
import Glibc
import Interface
import Library
import Music

/// Writes the manual pages; for those who build packages.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual pages into a folder.",
    discussion: """
      The pages are made from the tables of commands, keys and settings, from Packaging/manual, and from \
      docs/query.md and docs/control.md of a checkout. Their date is that of SOURCE_DATE_EPOCH.

      Example:
        tritone manual --checkout . /tmp/manual
      """, shouldDisplay: false)

  @Option(help: ArgumentHelp("The checkout that the program was built from.", valueName: "dir"))
  var checkout: String = "."
  @Argument(help: ArgumentHelp("The folder to write into.", valueName: "folder"))
  var folder: String

  func run() throws {
    let directories = Directories.here
    let checkout = directories.path(checkout)
    func source(_ name: String) throws -> String {
      try String(contentsOfFile: checkout.appending(name).text, encoding: .utf8)
    }
    let pages = ManualPages(date: try Self.date, version: Tritone.configuration.version)
    let target = directories.path(folder)
    for (name, page) in [
      ("tritone.1", try pages.program(about: source("Packaging/manual/tritone.md"))),
      ("tritone-keys.5", try pages.keys(about: source("Packaging/manual/tritone-keys.md"))),
      (
        "tritone-config.5",
        try pages.settings(about: source("Packaging/manual/tritone-config.md"))
      ),
      (
        "tritone-query.7",
        pages.document(
          "tritone-query", "the query language of the music player tritone",
          try source("docs/query.md"))
      ),
      (
        "tritone-control.7",
        pages.document(
          "tritone-control", "commands, bars and scripts for the music player tritone",
          try source("docs/control.md"))
      ),
    ] {
      try AtomicFile.write(Array(page.text.utf8), to: target.appending(name), replaces: true)
    }
  }

  private static var date: String {
    get throws {
      var seconds = time(nil)
      if let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"] {
        guard let given = Int(epoch), given >= 0 else {
          throw ValidationError("SOURCE_DATE_EPOCH is a number of seconds, not “\(epoch)”")
        }
        seconds = given
      }
      var parts = tm()
      guard gmtime_r(&seconds, &parts) != nil else {
        throw ValidationError("SOURCE_DATE_EPOCH is beyond all years")
      }
      func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
      return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }
  }
}

/// The pages of the manual.
struct ManualPages {
  var date: String
  var version: String

  func program(about: String) throws -> ManualPage {
    let help = try CommandDescription(of: ProgramHelp.self)
    var purpose = (help.abstract ?? "").trimmed { $0 == "." }
    purpose = (purpose.first?.lowercased() ?? "") + purpose.dropFirst()
    var page = page("tritone", 1, String(purpose))
    try page.add(markdown: about) { (name, page) throws in
      switch name {
      case "options": page.add(optionsOf: help)
      case "commands":
        for command in try CommandDescription.all() {
          page.add(command: command, below: ["tritone"])
        }
      default: throw Failure(reason: "there is no part “\(name)” of a manual page")
      }
    }
    return page
  }

  func keys(about: String) throws -> ManualPage {
    var page = page("tritone-keys", 5, "keys and commands of the music player tritone")
    try page.add(markdown: about) { (name, page) throws in
      switch name {
      // The first lines say how the page in the checkout is made.
      case "keys": page.add(markdown: Self.sections(of: CommandTable.markdown()))
      default: throw Failure(reason: "there is no part “\(name)” of a manual page")
      }
    }
    return page
  }

  func settings(about: String) throws -> ManualPage {
    var page = page("tritone-config", 5, "settings of the music player tritone")
    try page.add(markdown: about) { (name, page) throws in
      switch name {
      case "settings": page.addSettings()
      default: throw Failure(reason: "there is no part “\(name)” of a manual page")
      }
    }
    return page
  }

  /// A page of section 7 that is one of docs/.
  func document(_ name: String, _ purpose: String, _ text: String) -> ManualPage {
    var page = page(name, 7, purpose)
    page.section("Description")
    page.add(markdown: text)
    page.section("See also")
    page.paragraph(Roff.bold("tritone") + "(1)")
    return page
  }

  private func page(_ name: String, _ section: Int, _ purpose: String) -> ManualPage {
    let version = version.split(separator: " ").last.map(String.init) ?? version
    return ManualPage(
      name, section: section, date: date, version: "Tritone \(version)", purpose: purpose)
  }

  private static func sections(of markdown: String) -> String {
    markdown.firstRange(of: "\n## ").map { String(markdown[$0.lowerBound...]) } ?? markdown
  }
}
