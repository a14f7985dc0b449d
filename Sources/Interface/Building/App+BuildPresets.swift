import Music

// Presets: the window that lists them, and their files.
extension App {
  mutating func choosePreset() -> [Effect] {
    windows.open(.picker(presetPicker))
    return [.build(.preset(.load))]
  }

  private var presetPicker: Picker {
    var choices: [Picker.Choice] = building.presets.map { preset in
      Picker.Choice(preset.name, detail: preset.summary, .preset(preset.name))
    }
    if !choices.isEmpty { choices.append(Picker.Choice("", .heading)) }
    choices += [
      Picker.Choice("Keep the form as a preset…", .command(.build(.savePreset))),
      Picker.Choice("Put the defaults into the form", .command(.build(.useDefaults))),
    ]
    if building.replaced != nil {
      choices.append(
        Picker.Choice("Back to the form before the last preset", .command(.build(.useReplaced))))
    }
    choices += [
      Picker.Choice(
        "Export the form to a file…", detail: ".json, .env", .command(.build(.exportPreset))),
      Picker.Choice(
        "Import a preset from a file…", detail: ".json, .env", .command(.build(.importPreset))),
    ]
    return Picker(
      .buildPresets, title: "Presets of builds",
      lines: ["\(key(.picker(.delete), in: .picker)) deletes a preset."], choices: choices)
  }

  mutating func receive(_ presets: [BuildPreset]) {
    building.presets = presets
    guard case .picker(let open) = overlays.last, open.purpose == .buildPresets else { return }
    let value = open.choice?.value
    var picker = presetPicker
    picker.field = open.field
    let shown = picker.shown
    // A row that was there stays chosen; at first the cursor is on the first preset.
    let index =
      building.presets.isEmpty || open.choices.contains { $0.value == .heading }
      ? shown.firstIndex { $0.value == value } : nil
    picker.cursor.move(to: index ?? 0, of: shown.count) { shown[$0].value == .heading }
    picker.scroll(height: PickerView.listHeight(of: picker, in: size))
    windows.replaceTop(.picker(picker))
  }

  mutating func usePreset(named name: String) -> [Effect] {
    guard let preset = building.presets.first(where: { $0.name == name }) else { return [] }
    return usePreset(BuildDraft(preset.options), named: name)
  }

  mutating func usePreset(_ draft: BuildDraft, named name: String?) -> [Effect] {
    building.use(draft, named: name)
    say(name.map { "The form has the options of \($0)" } ?? "The form has the defaults")
    return draftChanged()
  }

  /// Asks before it deletes: nothing brings a preset back.
  mutating func askToDeletePreset(_ name: String) {
    windows.open(
      .picker(
        Picker(
          .exchange, title: "Delete the preset \(name)?",
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Delete it", .command(.build(.deletePreset(name)))),
          ])))
  }

  // MARK: By name

  mutating func foundPreset(_ preset: BuildPreset?, named name: String) -> [Effect] {
    let request = windows.answered(.build)
    guard let preset else {
      say(
        "There is no preset named \(name); \(key(.build(.presets))) lists those that there are",
        .bad)
      return []
    }
    building.use(BuildDraft(preset.options), named: preset.name)
    saving.need()
    refreshBuildForms()
    let isOpen = open(
      .build(BuildPanel(building)), askedFor: request,
      orSay: "The options of \(name) are in the form; \(key(.build(.form))) opens it")
    return isOpen ? missingAccount() : []
  }

  // MARK: Keeping

  /// The form's options; nil, after a message, where a field has a mistake.
  private mutating func presetOptions() -> BuildOptions? {
    if let options = building.draft.options { return options }
    if let faulty = building.draft.faulty {
      say("\(faulty.label): \(building.draft.mistake(in: faulty) ?? "")", .bad)
      focusBuildField(faulty)
    }
    return nil
  }

  mutating func askPresetName() -> [Effect] {
    guard presetOptions() != nil else { return [] }
    windows.open(.prompt(Prompt(.presetName, text: building.presetName ?? building.draft[.name])))
    return []
  }

  mutating func savePreset(named name: String) -> [Effect] {
    let isKnown = building.presets.contains { $0.name == name }
    guard isKnown, building.presetName != name else { return replacePreset(named: name) }
    windows.open(
      .picker(
        Picker(
          .exchange, title: "There already is a preset \(name)",
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Replace it by the form", .command(.build(.replacePreset(name)))),
          ])))
    return []
  }

  mutating func replacePreset(named name: String) -> [Effect] {
    guard let options = presetOptions() else { return [] }
    building.presetName = name
    return [.build(.preset(.save(BuildPreset(name: name, options: options))))]
  }

  // MARK: Files

  mutating func askPresetPath() -> [Effect] {
    guard presetOptions() != nil else { return [] }
    let name = (building.presetName ?? building.draft[.name]).replacing("/", with: "_")
    windows.open(
      .prompt(
        Prompt(.exportPreset, text: "~/\(name.isEmpty ? BuildOptions.emptyName : name).json")))
    return []
  }

  /// Enter in a prompt for the path of a preset; nil in other prompts.
  mutating func finishPresetPath(_ purpose: Prompt.Purpose, _ text: String) -> [Effect]? {
    switch purpose {
    case .exportPreset: exportPreset(to: text, replaces: false)
    case .importPreset: [.build(.preset(.importFile(FilePath(text))))]
    case .command, .filter, .jump, .newPlaylist, .saveQueue, .renamePlaylist, .newFolder,
      .renameFolder, .note, .musicFolder, .importFile, .exportFile, .renameTemplate, .resetLibrary,
      .setting, .presetName, .spotifyAddress, .bookmark, .comment, .shared:
      nil
    }
  }

  mutating func exportPreset(to path: String, replaces: Bool) -> [Effect] {
    guard let options = presetOptions() else { return [] }
    let name = building.presetName ?? Playlist.tidied(name: options.name) ?? BuildOptions.emptyName
    windows.expect(.presetExport)
    return [
      .build(
        .preset(
          .export(BuildPreset(name: name, options: options), to: path, replaces: replaces)))
    ]
  }

  /// A file exists at the path: only the user may replace it.
  mutating func refusePresetExport(_ path: String) {
    open(
      .picker(
        Picker(
          .exchange, title: "There already is a file", lines: [path],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Replace it", .command(.build(.replaceFile(path)))),
          ])), askedFor: windows.answered(.presetExport),
      orSay: "Nothing was exported: there already is a file \(path)")
  }

  mutating func importedPreset(_ preset: BuildPreset) -> [Effect] {
    building.use(BuildDraft(preset.options), named: preset.name)
    saving.need()
    refreshBuildForms()
    say("The options of \(preset.name) are in the form; \(key(.build(.presets))) keeps them", .good)
    return missingAccount()
  }
}

extension BuildPreset {
  /// "Spotify, 500 tracks".
  fileprivate var summary: String {
    let service =
      switch options.service {
      case .local: "library"
      case .spotify: "Spotify"
      case .file: "a file"
      }
    let most = options.maxTracks == 0 ? "no limit" : options.maxTracks.counted("track")
    return "\(service), \(most)"
  }
}
