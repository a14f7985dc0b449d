import ArgumentParser
import Library
import Media
import Music

struct RelocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relocate", abstract: "Find files again that are gone from their places.",
    discussion: """
      Missing tracks are looked for among those that are there: by their audio, then by name and \
      length, then by artist, title and length, then in the folder to which others of their folder \
      went. Entries of playlists, cues, ratings, notes and plays go over to what was found, in one \
      step that undo in the player takes back. What cannot be told from another file is listed and \
      left alone; the player lets you choose (:relocate).

      A folder is added to the library and scanned first. With --dry-run nothing is changed.

      Examples:
        tritone relocate --dry-run
        tritone relocate /mnt/new-disk/Music
        tritone relocate --json | jq -r '.relocated[].to'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Only say what would be done.") var dryRun = false
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: ArgumentHelp("A folder in which to look, too.", valueName: "folder"))
  var folder: String?

  func run() throws {
    if folder != nil { try FFmpegLibraries.load() }
    let roots = try options.directories.named(folder.map { [$0] } ?? [])
    if let file = roots.first(where: { !options.directories.isFolder($0) }) {
      throw Failure(reason: "\(file.text) is not a folder")
    }
    let library = try options.openExistingLibrary()
    let (dryRun, line) = (dryRun, ProgressLine())
    defer { line.clear() }
    let plan = try Waiting.run {
      guard !roots.isEmpty else { return try await library.relocations() }
      // A dry run does not change the library.
      let target = dryRun ? try Library.inMemory() : library
      _ = try await target.scan(roots, followsMoves: false) { line.show($0) }
      return try await library.relocations(alsoIn: dryRun ? target : nil)
    }
    line.clear()
    if !dryRun {
      _ = try Waiting.run { try await library.relocate(plan.sureMoves) }
    }
    guard !json else { return try StandardOutput.json(RelocationRecord(plan, isDone: !dryRun)) }
    for line in lines(plan) { StandardOutput.line(line) }
  }

  private func lines(_ plan: RelocationPlan) -> [String] {
    var lines: [String] = []
    for relocation in plan.relocations where relocation.isSure {
      guard let best = relocation.candidates.first else { continue }
      lines.append(
        "\(best.evidence.text)\t\(TrackText.clean(relocation.path.text))\t"
          + TrackText.clean(best.path.text))
    }
    for relocation in plan.relocations where !relocation.isSure {
      for candidate in relocation.candidates {
        lines.append(
          "not sure: \(candidate.evidence.text)\t\(TrackText.clean(relocation.path.text))\t"
            + TrackText.clean(candidate.path.text))
      }
    }
    lines += plan.unfound.map { "not found\t\(TrackText.clean($0.text))" }
    let (sure, unsure) = (plan.sureMoves.count, plan.relocations.count { !$0.isSure })
    let summary =
      "\(sure) \(dryRun ? "found" : "relocated"), \(unsure) not sure, "
      + "\(plan.unfound.count) not found"
    lines.append(dryRun || sure == 0 ? summary : summary + "; undo in the player takes it back")
    return lines
  }
}

/// The output of `relocate --json`.
struct RelocationRecord: Encodable {
  struct Found: Encodable {
    var from, to, evidence: String
    var fromBytes, toBytes: String?
  }
  struct Unsure: Encodable {
    var from: String
    var fromBytes: String?
    var candidates: [String]
    var candidateBytes: [String?]?
  }

  /// Whether the library was changed.
  var done: Bool
  var relocated: [Found]
  var ambiguous: [Unsure]
  var missing: [String]
  /// Parallel to `missing`; absent if all paths are valid text.
  var missingBytes: [String?]?

  init(_ plan: RelocationPlan, isDone: Bool) {
    done = isDone && !plan.sureMoves.isEmpty
    relocated = plan.relocations.filter(\.isSure).compactMap { relocation in
      relocation.candidates.first.map {
        Found(
          from: relocation.path.text, to: $0.path.text,
          evidence: RelocationRecord.name(of: $0.evidence),
          fromBytes: relocation.path.bytesWhereInexact, toBytes: $0.path.bytesWhereInexact)
      }
    }
    ambiguous = plan.relocations.filter { !$0.isSure }.map {
      let paths = $0.candidates.map(\.path)
      return Unsure(
        from: $0.path.text, fromBytes: $0.path.bytesWhereInexact, candidates: paths.map(\.text),
        candidateBytes: RelocationRecord.bytes(of: paths))
    }
    missing = plan.unfound.map(\.text)
    missingBytes = RelocationRecord.bytes(of: plan.unfound)
  }

  /// As scripts know it since the first version.
  private static func name(of evidence: Relocation.Evidence) -> String {
    evidence == .audioHash ? "fingerprint" : "\(evidence)"
  }

  private static func bytes(of paths: [FilePath]) -> [String?]? {
    let bytes = paths.map(\.bytesWhereInexact)
    return bytes.contains { $0 != nil } ? bytes : nil
  }
}
