package import Music

// Sound settings, the output and the sleep timer.
extension App {
  mutating func performSound(_ command: SoundCommand) -> [Effect] {
    var new = sound
    switch command {
    case .equalizer:
      windows.open(.equalizer(EqualizerPanel(before: sound)))
      return []
    case .preset(let preset):
      new.equalizer = preset
      say("Equalizer: \(preset.title)")
    case .cycleReplayGain: return performSound(.replayGain(sound.replayGain.next))
    case .replayGain(let mode):
      new.replayGain = mode
      say("ReplayGain: \(mode.rawValue)")
    case .preamp(let gain):
      new.preamp = gain
      let idle = sound.replayGain == .off ? "; ReplayGain is off" : ""
      say("ReplayGain preamp: \(new.preamp.decibels)\(idle)")
    case .togglePeaks: return performSound(.peaks(isProtected: !sound.preventsClipping))
    case .peaks(let isProtected):
      new.preventsClipping = isProtected
      say(isProtected ? "ReplayGain never clips a peak" : "ReplayGain may clip peaks")
    case .balance(let percent):
      new.balance = Double(percent) / 100
      say(
        percent == 0
          ? "Balance: middle" : "Balance: \(abs(percent)) \(percent < 0 ? "left" : "right")")
    case .toggleMono:
      new.isMono.toggle()
      say(new.isMono ? "Mono" : "Stereo")
    case .changeSpeed(let steps):
      return performSound(.speed(sound.speed + Double(steps) * 0.05))
    case .speed(let speed):
      new.speed = speed
      say("Speed \(new.speed.shortText)×")
    case .chooseCrossfade:
      chooseCrossfade()
      return []
    case .crossfade(let length):
      var music = audio.music
      music.crossfade = length
      let text =
        music.crossfade == .zero
        ? "No crossfade" : "Crossfade: \(music.crossfade.seconds.shortText) s"
      say(book == nil ? text : text + "; books have none")
      return audio.setMusic(music)
    case .boost(let gain): return boost(gain)
    case .chooseOutput:
      chooseOutput()
      return []
    case .output(let name): return useOutput(called: name)
    case .nextVisual: return performSound(.visual(visual.style.next))
    case .visual(let style):
      show(style)
      return []
    case .chooseSleep:
      chooseSleep()
      return []
    case .sleep(let order): return perform(order)
    }
    return set(new)
  }

  package var sound: SoundSettings { audio.settings }

  mutating func set(_ new: SoundSettings) -> [Effect] {
    // A preset of books is one of all books.
    if books.settings.equalizer != nil, book != nil { books.settings.equalizer = new.equalizer }
    return audio.set(new)
  }

  // MARK: Outputs

  /// Chooses a sink by its name or description; "default" follows the default.
  private mutating func useOutput(called name: String) -> [Effect] {
    switch output(called: name) {
    case .system: return use(nil)
    case .device(let device): return use(device.name)
    case nil:
      say("There is no output “\(name)”; :output lists them", .bad)
      return []
    }
  }

  enum NamedOutput { case system, device(OutputDevice) }

  /// The output of a name, or of a part of its description or name; nil for none.
  func output(called name: String) -> NamedOutput? {
    let wanted = SortKey.folded(name)
    if wanted == "default" { return .system }
    let found =
      audio.devices.first { $0.name == name } ?? audio.devices.first {
        SortKey.folded($0.description) == wanted
      }
      ?? audio.devices.first { SortKey.folded($0.description).contains(wanted) }
      ?? audio.devices.first { SortKey.folded($0.name).contains(wanted) }
    return found.map { .device($0) }
  }

  mutating func use(_ device: String?) -> [Effect] {
    apply(audio.choose(device))
  }

  // MARK: Sleep

  private mutating func perform(_ order: SleepSetting) -> [Effect] {
    switch order {
    case .off:
      let wasOff = audio.sleep == .off && !books.sleep.isOn
      books.sleep.end()
      say(wasOff ? "No sleep timer runs" : "The sleep timer is off")
      return wasOff ? [] : [.player(.sleep(nil))]
    // The parts of a book end anywhere.
    case .endOfTrack where book != nil, .endOfChapter: return sleepAtChapterEnd()
    case .endOfTrack:
      say("Stops at the end of this track")
      return [.player(.sleep(.endOfTrack))]
    case .after(let time): return sleep(after: time)
    case .extend(let time):
      guard let end = sleepEnd, end > now else { return sleep(after: time) }
      return sleep(after: (end - now) + time)
    }
  }

  private mutating func sleep(after time: Duration) -> [Effect] {
    let time = min(SleepSetting.maximumLength, time)
    books.sleep.end()
    say("Stops in \(SleepSetting.text(minutes: time.wholeMinutes))")
    return [.player(.sleep(.after(time)))]
  }

  /// The sleep timer in the player's bar.
  var sleepText: String? {
    if books.sleep.isOn {
      guard let end = sleepEnd, end > now else { return "sleep at end of chapter" }
      return "sleep \((end - now).wholeMinutes) min, end of chapter"
    }
    return switch audio.sleep {
    case .off, .slept: nil
    case .endOfTrack: "sleep at end"
    case .at(_, let time): "sleep at \(time.clockText)"
    case .until(let end): end > now ? "sleep \((end - now).wholeMinutes) min" : nil
    }
  }
}

extension Double {
  /// "+3 dB", "-1.5 dB", "0 dB".
  var decibels: String { (self > 0 ? "+" : "") + shortText.replacing("-", with: "−") + " dB" }
}

extension Duration {
  /// Rounded up.
  var wholeMinutes: Int { Int((seconds / 60).rounded(.up)) }
}
