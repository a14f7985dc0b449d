import Music

// The pickers of outputs and of the sleep timer, updated by the player's reports, and of the
// crossfade.
extension App {
  mutating func chooseOutput() {
    guard !audio.devices.isEmpty else {
      return say("No sound server has named its outputs yet")
    }
    var picker = Picker(.outputs, title: "Output", choices: outputChoices)
    picker.cursor.select(picker.choices.firstIndex { $0.value == .device(audio.chosenDevice) } ?? 0)
    windows.open(.picker(picker))
  }

  private var outputChoices: [Picker.Choice] {
    let current = audio.devices.first(where: \.isDefault)?.description
    let follow = Picker.Choice(
      mark(nil) + "Follow the default" + (current.map { ": \($0)" } ?? ""), .device(nil))
    var missing: [Picker.Choice] = []
    if let chosenDevice = audio.chosenDevice,
      !audio.devices.contains(where: { $0.name == chosenDevice })
    {
      missing = [
        .init(mark(chosenDevice) + chosenDevice, detail: "not there", .device(chosenDevice))
      ]
    }
    return [follow] + missing
      + audio.devices.map { device in
        let words = [device.isDefault ? "default" : nil, device.isRemote ? "network" : nil]
        return Picker.Choice(
          mark(device.name) + device.description,
          detail: words.compactMap { $0 }.joined(separator: " · "), .device(device.name))
      }
  }

  private func mark(_ device: String?) -> String { device == audio.chosenDevice ? "● " : "  " }

  /// Updates the listed outputs; the cursor stays on its own.
  mutating func refreshOutputs() {
    guard case .picker(var picker) = overlays.last, picker.purpose == .outputs else { return }
    guard !audio.devices.isEmpty else {
      windows.closeTop()
      return say("The sound server is gone", .bad)
    }
    let value = picker.choice?.value
    picker.choices = PickerChoices(outputChoices)
    picker.cursor.select(picker.choices.firstIndex { $0.value == value } ?? 0)
    picker.scroll(height: PickerView.listHeight(of: picker, in: size))
    windows.replaceTop(.picker(picker))
  }

  mutating func chooseCrossfade() {
    let lengths = Set([0, 1, 2, 3, 4, 5, 6, 8, 10, 12].map { Duration.seconds($0) })
    let choices = lengths.union([audio.music.crossfade]).sorted().map { length in
      Picker.Choice(
        (length == audio.music.crossfade ? "● " : "  ")
          + (length == .zero ? "Off" : "\(length.seconds.shortText) s"),
        .command(.sound(.crossfade(length))))
    }
    var picker = Picker(
      .crossfade, title: "Crossfade",
      lines: ["Tracks overlap; those of an album in its order do not."], choices: choices)
    picker.cursor.select(
      choices.firstIndex { $0.value == .command(.sound(.crossfade(audio.music.crossfade))) } ?? 0)
    windows.open(.picker(picker))
  }

  mutating func chooseSleep() {
    windows.open(
      .picker(
        Picker(.sleep, title: "Sleep timer", lines: [sleepLine], choices: sleepChoices)))
  }

  private var sleepLine: String {
    if books.sleep.isOn {
      guard let end = sleepEnd, end > now else { return "Stops at the end of this chapter." }
      let minutes = SleepSetting.text(minutes: (end - now).wholeMinutes)
      return "Stops at the end of this chapter, in \(minutes)."
    }
    return switch audio.sleep {
    case .off, .slept: "The music goes on until it is stopped."
    case .endOfTrack: "Stops at the end of this track."
    case .at(_, let time): "Stops at \(time.clockText)."
    case .until(let end): "Stops in \(SleepSetting.text(minutes: (end - now).wholeMinutes))."
    }
  }

  private var sleepChoices: [Picker.Choice] {
    [5, 10, 15, 30, 45, 60, 90, 120].map { minutes in
      Picker.Choice(
        SleepSetting.text(minutes: minutes),
        .command(.sound(.sleep(.after(.seconds(minutes * 60))))))
    } + [
      book == nil
        ? Picker.Choice("At the end of this track", .command(.sound(.sleep(.endOfTrack))))
        : Picker.Choice("At the end of this chapter", .command(.sound(.sleep(.endOfChapter)))),
      Picker.Choice("5 minutes more", .command(.sound(.sleep(.extend(.seconds(300)))))),
      Picker.Choice("Off", .command(.sound(.sleep(.off)))),
    ]
  }

  mutating func refreshSleep() {
    guard case .picker(var picker) = overlays.last, picker.purpose == .sleep else { return }
    picker.lines = [sleepLine]
    windows.replaceTop(.picker(picker))
  }
}
