import Exchange
import Interface
import Library
import Music
import Settings

/// The values that complete the options and arguments of commands.
struct CompletionValues {
  var directories: Directories
  /// The library of the command line; nil for the usual one.
  var library: String?

  /// - Parameters:
  ///   - command: the names of the command, "" for the player.
  ///   - word: the half-typed value.
  func values(
    of argument: CommandDescription.Argument, in command: String, _ word: String,
    behind earlier: [String] = []
  ) -> Completions {
    switch (command, argument.name) {
    case ("config get", "name"), ("config set", "name"), ("config unset", "name"): settings
    case ("config set", "value"): choices(of: earlier)
    case (_, "--theme"): Completions(values: directories.themeFolder.names)
    case (_, "--library"), (_, "--markers"), (_, "--cues-for"), ("render", "--to"): .files
    case (_, "--output"): output(word)
    case ("analyze", "--parts"): parts(word)
    case ("add", "--into"): .folders
    case ("add", "--layout"): .none
    case ("server add", "url"), ("server add", "--name"), ("server add", "--user"): .none
    case ("server change", "--name"), ("server change", "--address"): .none
    case ("server check", "names"), ("server change", "server"), ("server remove", "name"),
      ("server sync", "names"):
      names(\.servers)
    case ("server sync", "--send-playlist"): names(\.playlists)
    case (_, "--folder"), (_, "--into"): names(\.folders)
    case ("import", "--format"), ("export", "--format"):
      Completions(values: FileFormat.allCases.map(\.rawValue))
    case ("render", "--samples"): Completions(values: ["16", "24", "float"])
    case ("render", "--rate"): Completions(values: ["44100", "48000", "88200", "96000"])
    case ("render", "--markers-format"):
      Completions(values: ["audition", "audacity", "reaper", "cue"])
    case ("cues", "--kind"): Completions(values: Cue.Kind.allCases.map(\.rawValue))
    case ("set", "--category"): Completions(values: TrackCategory.known.map(\.rawValue))
    case ("set", "--tag"):
      Completions(
        values: stored.tags.map(TagLine.quoted).flatMap { ["+" + $0, "-" + $0] })
    case ("set", "--collection"): names(\.collections)
    case ("set", "--mood"): names(\.moods)
    case ("cues", "--color"): Completions(values: TrackColor.allCases.map(\.rawValue))
    case ("playlist smart", "--sort"):
      Completions(values: SortColumn.ofTracks.map(\.rawValue))
    case ("mix add", "slot"), ("mix assign", "slot"), ("mix empty", "slot"):
      Completions(values: ["1", "2", "3"])
    case ("playlist create", "name"), ("import", "--name"): .none
    case ("playlist show", "name"), ("playlist rename", "name"), ("playlist delete", "name"),
      ("playlist add", "name"), ("playlist smart", "name"), ("playlist freeze", "name"),
      ("mix assign", "name"):
      names(\.playlists)
    case ("export", "playlist"), ("render", "playlist"):
      names(\.playlists, adding: ["1", "2", "3"])
    case ("search", "query"), ("playlist smart", "query"), ("download", "query"):
      terms(word)
    case ("fits", "query"), ("analyze", "what"), ("tags write", "what"):
      Completions(fields.candidates, paths: .files, isOpenEnded: true)
    case ("restore", "file"): Completions(values: ["latest"], paths: .files)
    case ("demo", "dir"), ("relocate", "folder"), ("unreadable", "path"), ("manual", "folder"),
      ("roots remove", "path"):
      .folders
    default: usual(argument)
    }
  }

  /// By the cases of the option's type, else by the name of its value.
  private func usual(_ argument: CommandDescription.Argument) -> Completions {
    if let values = argument.allValues { return Completions(values: values) }
    let paths: Set = ["path", "file", "dir", "folder", "track file"]
    return paths.contains(argument.valueName ?? "") ? .files : .none
  }

  private func names(
    _ kind: KeyPath<StoredPlaylistNames, [String]>, adding: [String] = []
  ) -> Completions {
    Completions(values: adding + stored[keyPath: kind])
  }

  private var stored: StoredPlaylistNames {
    StoredPlaylistNames(of: library.map { directories.path($0) } ?? directories.database)
  }

  private var settings: Completions {
    Completions(
      SettingsTable.entries.map { .init(value: $0.setting.name, description: $0.summary) })
  }

  /// The choices of the setting that the words name.
  private func choices(of words: [String]) -> Completions {
    guard let setting = words.compactMap({ SettingsTable.setting(named: $0) }).last else {
      return .none
    }
    switch SettingsTable.entry(setting).type {
    case .skin: return Completions(values: directories.themeFolder.names)
    case let type: return Completions(values: type.choices)
    }
  }

  private var fields: Completions {
    Completions(values: TrackQuery.fieldPrefixes, isOpenEnded: true)
  }

  /// The fields of queries, and behind that of a label its values.
  private func terms(_ word: String) -> Completions {
    guard let colon = word.firstIndex(of: ":"),
      let field = LabelField(rawValue: String(word[..<colon]))
    else { return fields }
    let (values, query): ([String], (String) -> TrackQuery) =
      switch field {
      case .category: (TrackCategory.known.map(\.rawValue), { .text(.category, $0) })
      case .tag: (stored.tags, { .text(.tag, $0) })
      case .collection: (stored.collections, { .text(.collection, $0) })
      case .mood: (stored.moods, { .text(.mood, $0) })
      }
    return Completions(values: values.map { query(SortKey.folded($0)).text() })
  }

  private func output(_ word: String) -> Completions {
    // The shells complete no path behind a prefix.
    Completions(values: ["pulse", "null"] + (word.hasPrefix("f") ? ["file:"] : []))
  }

  /// The parts that are not in the list yet, behind it.
  private func parts(_ word: String) -> Completions {
    let given = word.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let list = given.map { $0 + "," }.joined()
    return Completions(
      values: AnalysisPart.allCases.map(\.rawValue).filter { !given.contains($0[...]) }
        .map { list + $0 })
  }
}
