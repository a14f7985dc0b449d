import Music

// Choosing the template of a list, and the named templates.
extension App {
  /// The target of the focused pane's template, the list that shows it, and its current value.
  struct TemplatePosition {
    var target: TemplateTarget
    var query: ListQuery
    var template: GroupTemplate
  }

  /// Nil, after a message, where nothing can be grouped.
  mutating func templatePosition() -> TemplatePosition? {
    if let playlist = cursorPlaylist {
      let list = focusedPlaylist == playlist ? focusedList : nil
      let template = list?.window.template ?? selectedPlaylist?.template ?? GroupTemplate.none
      let query = list?.query ?? ListQuery(.playlist(playlist))
      return TemplatePosition(target: .playlist(playlist), query: query, template: template)
    }
    if browsing.focusedSlot == .queue {
      say("The queue plays as it is; open a playlist to group it")
      return nil
    }
    guard let query = focusedList?.query, query.source.isGroupable else {
      say("Open a list of tracks or a playlist to group it")
      return nil
    }
    return TemplatePosition(
      target: .lists(query.source), query: query, template: query.template ?? GroupTemplate.none)
  }

  // MARK: Choosing

  mutating func chooseTemplate() -> [Effect] {
    guard let position = templatePosition() else { return [] }
    var picker = Picker(
      .template(position.target), title: "Group by",
      lines: [
        "\(key(.picker(.delete), in: .picker)) deletes and \(key(.picker(.rename), in: .picker)) renames "
          + "a template of your own."
      ],
      choices: templateChoices)
    let chosen =
      picker.choices.firstIndex { choice in
        if case .template(let template) = choice.value {
          template.isEquivalent(to: position.template)
        } else if case .savedTemplate(let saved) = choice.value {
          saved.template.isEquivalent(to: position.template)
        } else {
          false
        }
      } ?? 0
    picker.cursor.select(chosen)
    windows.open(.picker(picker))
    return [.load(.templates)]
  }

  private var templateChoices: [Picker.Choice] {
    GroupTemplate.presets.map {
      Picker.Choice($0.name, detail: $0.template.source, .template($0.template))
    }
      + savedTemplates.map {
        Picker.Choice($0.name, detail: $0.template.source, .savedTemplate($0))
      } + [Picker.Choice("Write a template, with a preview…", .ownTemplate)]
  }

  mutating func receive(_ templates: [SavedTemplate]) {
    savedTemplates = templates
    guard case .picker(var picker) = overlays.last, case .template = picker.purpose else { return }
    let value = picker.choice?.value
    picker.choices = PickerChoices(templateChoices)
    let shown = picker.shown
    let index = shown.firstIndex { $0.value == value } ?? picker.cursor.selected
    picker.cursor.move(to: index, of: shown.count)
    picker.scroll(height: PickerView.listHeight(of: picker, in: size))
    windows.replaceTop(.picker(picker))
  }

  /// The names may have changed while they are listed.
  var refreshedTemplates: [Effect] {
    if case .picker(let picker) = overlays.last, case .template = picker.purpose {
      [.load(.templates)]
    } else {
      []
    }
  }

  /// Keys for a user's own template among the choices; nil for all others.
  mutating func steerTemplates(_ picker: Picker, renames: Bool) -> [Effect]? {
    guard case .savedTemplate(let saved) = picker.choice?.value else { return nil }
    guard renames else { return [.edit(.templates(.delete(saved.name)))] }
    windows.open(.prompt(Prompt(.renameTemplate(saved.name), text: saved.name)))
    return []
  }

  // MARK: Using

  mutating func apply(_ template: GroupTemplate, to target: TemplateTarget) -> [Effect] {
    switch target {
    case .playlist(let id):
      browsing.expandGroups(of: .playlist(id))
      return [.edit(.templates(.set(id, template)))]
    case .lists(let source):
      browsing.group(by: template, allLike: source)
      say(TemplateOutcome.set(template).notice.text(keymap))
      return []
    }
  }

  /// Groups by a template as typed: its name, or its text.
  mutating func useTemplate(_ text: String) -> [Effect] {
    guard let position = templatePosition() else { return [] }
    if ["none", "off"].contains(text.lowercased()) { return apply(.none, to: position.target) }
    if let preset = GroupTemplate.preset(named: text) { return apply(preset, to: position.target) }
    guard text.contains("{") else { return [.load(.template(text, position.target))] }
    do throws(TemplateMistake) {
      return apply(try GroupTemplate(text), to: position.target)
    } catch {
      say(error.message, .bad)
      return []
    }
  }

  mutating func found(_ template: SavedTemplate?, named name: String, for target: TemplateTarget)
    -> [Effect]
  {
    if let template { return apply(template.template, to: target) }
    say(
      "There is no template named \(name); \(key(.template(.choose))) lists those that there are",
      .bad
    )
    return []
  }

  mutating func saveTemplate(_ name: String) -> [Effect] {
    guard let position = templatePosition() else { return [] }
    guard !position.template.isEmpty else {
      say("The list is not grouped; \(key(.template(.choose))) groups it, then save that")
      return []
    }
    return [.edit(.templates(.save(position.template, name)))]
  }
}

extension App {
  mutating func receive(_ event: TemplateEvent) -> [Effect] {
    switch event {
    case .loaded(let templates):
      receive(templates)
      return []
    case .previewed(let preview, let serial):
      receive(preview, serial: serial)
      return []
    case .found(let name, let template, let target):
      return found(template, named: name, for: target)
    }
  }
}
