import Music
import Screen

// The command line: completion, and hints while typing.
extension App {
  /// Completions of a line; empty where the argument is a path, or nothing matches.
  func completions(of line: String) -> [String] {
    let argument = line.drop { $0 != " " }
    if line.lowercased().hasPrefix("export "), argument.contains(where: { "/.~".contains($0) }) {
      return []
    }
    return CommandLineReader.completions(of: line) { [self] name in
      switch name {
      case "skin": skins.names
      case "theme":
        BackgroundTone.allCases.flatMap { tone in skins.names.map { "\(tone) \($0)" } }
      case "output": ["default"] + audio.devices.map(\.description)
      case "go-cue": cues.map(\.name).filter { !$0.isEmpty }
      case "set": settingCompletions(of: String(argument.drop { $0 == " " }))
      case "columns": ChosenColumn.completions(of: String(argument.drop { $0 == " " }))
      case "template":
        GroupTemplate.presets.map(\.name) + savedTemplates.map(\.name) + ["none"]
      case "build": building.presets.map(\.name)
      case "sync": (syncing.devices ?? []).map(\.device.name)
      case "server-sync", "go-on": (servers.items ?? []).map(\.server.name)
      case "shared": (browsing.sharedShelf.playlists ?? []).map(\.name)
      case "delete-template": savedTemplates.map(\.name)
      case "rename-template": savedTemplates.map { $0.name + " = " }
      default: labelCompletions(of: name, String(argument.drop { $0 == " " }))
      }
    }
  }

  func completesWords(_ prompt: Prompt) -> Bool {
    prompt.completion != nil || prompt.pathText == nil
      || !completions(of: prompt.field.text).isEmpty
  }

  /// Tab: completes the common prefix; again, each match in turn.
  func complete(_ prompt: inout Prompt, by step: Int) {
    if var completion = prompt.completion {
      let count = completion.lines.count
      let next = completion.index.map { ($0 + step + count) % count } ?? (step < 0 ? count - 1 : 0)
      completion.index = next
      prompt.field = TextField(completion.lines[next])
      prompt.completion = completion
      return
    }
    let lines = completions(of: prompt.field.text)
    guard let first = lines.first else { return }
    var common = first
    for line in lines {
      while !line.lowercased().hasPrefix(common.lowercased()) { common.removeLast() }
    }
    if common.count >= prompt.field.text.count { prompt.field = TextField(common) }
    prompt.changed()
    if lines.count > 1 { prompt.completion = Prompt.Completion(lines: lines) }
  }
}

extension Prompt {
  /// The matches that Tab cycles through.
  package struct Completion: Equatable, Sendable {
    package var lines: [String]
    /// The match in the field; nil while the field holds their common prefix.
    package var index: Int?

    /// The matches from the current one on, and their number.
    var text: String {
      let isNamed =
        lines.first?.contains(" ") == true && Set(lines.map { $0.prefix { $0 != " " } }).count == 1
      let words = lines.map { line in
        isNamed ? String(line.drop { $0 != " " }.dropFirst()) : line.trimmingSpaces()
      }
      let rest = words[(index ?? 0)...].joined(separator: "  ")
      return index.map { "\($0 + 1) of \(lines.count)  \(rest)" } ?? rest
    }
  }

  /// The text was edited: its error and completion are dropped.
  mutating func changed() {
    mistake = nil
    mistakeAt = nil
    listing = []
    pendingListing = nil
    completion = nil
    choice = nil
  }
}
