import Music

/// Parses a command line, without its ":".
package enum CommandLineReader {
  package struct Usage: Sendable {
    package var form: String
    package var summary: String
    /// The completions of an argument.
    package var words: [String] = []
    package var name: String { String(form.prefix { $0 != " " }) }
    let read: @Sendable (String) -> Command?
    /// Tells what is wrong with an argument, where that is more than the usage.
    var refusal: (@Sendable (String) -> String?)?
  }

  /// The parsed command, or the reason why there is none.
  package enum Reading: Equatable, Sendable {
    case command(Command)
    case mistake(String)
  }

  package static let usages: [Usage] =
    [
      Usage(form: "volume PERCENT", summary: "set the volume, 0 to 100") {
        Int($0).flatMap { (0...100).contains($0) ? .playing(.setVolume($0)) : nil }
      },
      Usage(form: "seek TIME", summary: "go to a time: 1:23, 83, +10, -10") { seek($0) },
      Usage(
        form: "browse MODE", summary: BrowseMode.allCases.map(\.rawValue).joined(separator: ", "),
        words: BrowseMode.allCases.map(\.rawValue)
      ) {
        BrowseMode(rawValue: $0.lowercased()).map { .pane(.browse($0)) }
      },
      Usage(
        form: "view VIEW", summary: "albums as a list or as a grid of covers",
        words: AlbumView.allCases.map(\.rawValue)
      ) { AlbumView(rawValue: $0.lowercased()).map { .pane(.view($0)) } },
      Usage(
        form: "sort COLUMN", summary: SortColumn.allCases.map(\.rawValue).joined(separator: ", "),
        words: SortColumn.allCases.map(\.rawValue)
      ) { SortColumn(rawValue: $0.lowercased()).map { .list(.sort($0)) } },
      Usage(
        form: "jump TEXT", summary: "go to the first row whose name begins so, # for a sign"
      ) { .list(.jumpTo($0)) },
      Usage(
        form: "columns NAMES",
        summary: "columns of such lists, some with a width as in artist:20, or default: "
          + TrackColumns.Kind.choosable.map(\.rawValue).joined(separator: ", ")
      ) {
        ChosenColumn.read($0).map { .list(.setColumns($0)) }
      } refusal: {
        ChosenColumn.fault(of: $0)
      },
      Usage(
        form: "rows LINES",
        summary:
          "rows of tracks: compact, or two-line with a cover, artist and album below the title",
        words: RowDensity.allCases.map(\.rawValue)
      ) { RowDensity(rawValue: $0.lowercased()).map { .list(.density($0)) } },
      Usage(form: "group TEMPLATE", summary: "group the list, as in {Artist} — {Album}") {
        .template(.groupBy($0))
      },
      Usage(form: "save-queue NAME", summary: "keep the queue as a playlist") {
        .queue(.saveAs($0))
      },
      Usage(form: "rate STARS", summary: "rate the selected tracks, 0 to 5") {
        Int($0).flatMap { (0...5).contains($0) ? .track(.rate($0)) : nil }
      },
      Usage(
        form: "color NAME",
        summary: "colour of what is selected: "
          + TrackColor.allCases.map(\.rawValue).joined(separator: ", ") + ", #rrggbb, none",
        words: TrackColor.allCases.map(\.rawValue) + ["none"]
      ) { name in
        name.lowercased() == "none"
          ? .track(.color(nil))
          : MarkedColor(name).map { .track(.color($0.text)) }
      },
      Usage(form: "skin NAME", summary: "change the skin") { .skin(.use($0)) },
      Usage(
        form: "theme WHEN SKIN",
        summary: "skin on a light or dark background, as in dark Vinyl; auto follows it",
        words: ["auto"]
      ) { SkinCommand(background: $0).map { .skin($0) } },
      Usage(
        form: "shape WHICH", summary: "geometry: the skin's own, plain for all, or ascii",
        words: ShapeChoice.allCases.map(\.rawValue)
      ) {
        ShapeChoice(rawValue: $0.lowercased()).map { .skin(.shape($0)) }
      },
      Usage(
        form: "accent FROM", summary: "accent: of the cover, the skin's own, or auto as it says",
        words: AccentChoice.allCases.map(\.rawValue)
      ) {
        AccentChoice(rawValue: $0.lowercased()).map { .skin(.accent($0)) }
      },
      Usage(
        form: "art WAY",
        summary: "covers: auto by the terminal, kitty, sixel, iterm2, blocks, or none",
        words: ArtChoice.allCases.map(\.rawValue)
      ) {
        ArtChoice(rawValue: $0.lowercased()).map { .skin(.art($0)) }
      },
      Usage(
        form: "bidi WHEN",
        summary: "keep right-to-left names in their columns: auto by the terminal, on, or off",
        words: BidiChoice.allCases.map(\.rawValue)
      ) {
        BidiChoice(rawValue: $0.lowercased()).map { .skin(.bidi($0)) }
      },
      Usage(
        form: "motion ON|OFF",
        summary: "flash of slots, messages that fade, spectrum: on, or nothing of the kind",
        words: ["on", "off"]
      ) {
        isOn($0).map { .skin(.motion($0)) }
      },
      Usage(
        form: "screen-reader ON|OFF",
        summary: "one pane in words, with the cursor on its row, for a screen reader",
        words: ["on", "off"]
      ) {
        isOn($0).map { .pane(.screenReader($0)) }
      },
      Usage(
        form: "hints ON|OFF", summary: "six hints for new users, each until it was used",
        words: ["on", "off"]
      ) {
        isOn($0).map { .hints($0) }
      },
      Usage(
        form: "layout FORM",
        summary:
          "wide, full, column or strip, auto by the size of the terminal, reset also the sizes",
        words: LayoutChoice.Form.allCases.map(\.rawValue) + ["reset"]
      ) { word in
        word.lowercased() == "reset"
          ? .pane(.resetLayout)
          : LayoutChoice.Form(rawValue: word.lowercased()).map { .pane(.layout($0)) }
      },
      Usage(form: "scan FOLDER", summary: "add a folder of music and scan it") {
        .library(.scan($0))
      },
      Usage(form: "add-copy PATH", summary: "copy music files into the library's folder") {
        .library(.addFiles(FilePath($0), .copy, into: nil))
      },
      Usage(form: "add-move PATH", summary: "move music files into the library's folder") {
        .library(.addFiles(FilePath($0), .move, into: nil))
      },
      Usage(form: "relocate FOLDER", summary: "look for missing files in a folder, too") {
        .row(.relocate($0))
      },
      Usage(form: "note TEXT", summary: "write a note on what is selected") {
        .track(.writeNote($0))
      },
      Usage(
        form: "watch ON|OFF", summary: "follow what changes in the folders of the library",
        words: ["on", "off"]
      ) {
        isOn($0).map { .library(.watch($0)) }
      },
      Usage(
        form: "log LEVEL",
        summary: "read the log: error, warning, info or debug, and what is worse",
        words: LogLevel.allCases.map(\.rawValue)
      ) {
        LogLevel(rawValue: $0.lowercased()).map { .library(.log($0)) }
      },
      Usage(
        form: "log-private ON|OFF",
        summary: "leave titles, names and paths out of the log",
        words: ["on", "off"]
      ) {
        isOn($0).map { .library(.hidePrivate($0)) }
      },
      Usage(
        form: "scrobble ORDER",
        summary: "listens for ListenBrainz and Last.fm: status, pause, resume or retry",
        words: ListensOrder.allCases.map(\.rawValue)
      ) {
        ListensOrder(rawValue: $0.lowercased()).map { .library(.listens($0)) }
      },
      Usage(
        form: "empty SLOT", summary: "take the playlist out of a mix slot", words: ["1", "2", "3"]
      ) {
        Int($0).flatMap { MixSlot(rawValue: $0) }.map { .slot(.empty($0)) }
      },
    ] + templateUsages + soundUsages + exchangeUsages + playlistUsages + cueUsages + analysisUsages
    + mixingUsages + findingUsages + lyricsUsages + SettingsCommand.usages + buildUsages
    + deviceUsages + bookUsages + serverUsages + sharedUsages + labelUsages

  package static func read(_ line: String) -> Reading {
    let words = line.drop { $0 == " " }
    guard !words.isEmpty else { return .mistake("A command is missing; tritone keys lists them") }
    // Typed lines have none: they would be part of names and notes, which no list shows as they are.
    guard words.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return .mistake("A command has no control characters, line ends and tabs among them")
    }
    let name = String(words.prefix { $0 != " " }).lowercased()
    let argument = words.dropFirst(name.count).trimmingSpaces()
    // Habits from other programs.
    if name == "q", argument.isEmpty { return .command(.leave(mayEndMusic: true)) }
    if name == "q!", argument.isEmpty { return .command(.quit) }
    if argument.isEmpty, let entry = CommandTable.entries.first(where: { $0.name == name }) {
      return .command(entry.command)
    }
    if let usage = usages.first(where: { $0.name == name }) {
      if !argument.isEmpty {
        if let command = usage.read(argument) { return .command(command) }
        if let refusal = usage.refusal?(argument) { return .mistake(refusal) }
      }
      return .mistake("Usage: \(usage.form) (\(usage.summary))")
    }
    if CommandTable.entries.contains(where: { $0.name == name }) {
      return .mistake(":\(name) takes no argument")
    }
    let near = nearest(to: name).map { "; did you mean \($0)?" } ?? ""
    return .mistake("There is no command “\(name)”" + near)
  }

  /// Why a line of a script does nothing that would ask for a path; nil for others.
  static func question(of line: String) -> String? {
    let name: String
    switch read(line) {
    case .command(.exchange(.importFile(nil))): name = "import"
    case .command(.exchange(.export(nil, _))): name = "export"
    case .command, .mistake: return nil
    }
    let form = usages.first { $0.name == name }?.form ?? name
    return "An argument is missing: \(form)"
  }

  /// Why a line does nothing without a terminal.
  ///
  /// - Parameter orArgument: Whether it does something with an argument, if it takes one.
  static func needOfTerminal(_ line: String, orArgument: Bool) -> String {
    let words = line.split { $0 == " " }
    let name = words.first.map { String($0).lowercased() } ?? ""
    let needed = "“\(name)” needs a terminal that shows the player: tritone attach"
    guard orArgument, words.count == 1, let usage = usages.first(where: { $0.name == name }) else {
      return needed
    }
    return needed + "; or an argument: \(usage.form)"
  }

  package static let names: [String] =
    Set(CommandTable.entries.map(\.name) + usages.map(\.name)).sorted()

  /// The value of an argument that is "on" or "off"; nil for another word.
  static func isOn(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "on": true
    case "off": false
    default: nil
    }
  }

  /// Seconds of one seek; more than any file has.
  private static let steps = -1_000_000...1_000_000

  private static func seek(_ text: String) -> Command? {
    guard text.hasPrefix("+") || text.hasPrefix("-") else {
      return time(text).map { .playing(.seekTo($0)) }
    }
    return Int(text).flatMap { steps.contains($0) ? .playing(.seek($0)) : nil }
  }
}

extension StringProtocol {
  /// The text without spaces at its ends; other white space may belong to a name or a path.
  func trimmingSpaces() -> String { trimmed { $0 == " " } }
}
