import Music

// How it sounds, where, and until when.
extension App {
  mutating func performSound(_ command: SoundCommand) -> [Effect] {
    var new = sound
    switch command {
    case .equalizer:
      overlays.append(.equalizer(EqualizerPanel(before: sound)))
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
    case .chooseOutput:
      chooseOutput()
      return []
    case .output(let name): return useOutput(called: name)
    case .chooseSleep:
      chooseSleep()
      return []
    case .sleep(let order): return perform(order)
    }
    return set(new)
  }

  mutating func set(_ new: SoundSettings) -> [Effect] {
    guard new != sound else { return [] }
    sound = new
    return [.setSound(new)]
  }

  // MARK: Outputs

  /// A sink by its name or what it calls itself; "default" follows the default.
  private mutating func useOutput(called name: String) -> [Effect] {
    let wanted = SortKey.folded(name)
    if wanted == "default" { return use(nil) }
    let found =
      devices.first { $0.name == name } ?? devices.first {
        SortKey.folded($0.description) == wanted
      }
      ?? devices.first { SortKey.folded($0.description).contains(wanted) }
    guard let found else {
      say("There is no output “\(name)”; :output lists them", .bad)
      return []
    }
    return use(found.name)
  }

  mutating func use(_ device: String?) -> [Effect] {
    chosenDevice = device
    let name = device.map { name in devices.first { $0.name == name }?.description ?? name }
    say(name.map { "Sound goes to \($0)" } ?? "Sound follows the default output")
    return [.chooseDevice(device)]
  }

  // MARK: Sleep

  private mutating func perform(_ order: SleepOrder) -> [Effect] {
    switch order {
    case .off:
      let wasOff = sleep == .off
      say(wasOff ? "No sleep timer runs" : "The sleep timer is off")
      return wasOff ? [] : [.sleep(nil)]
    case .endOfTrack:
      say("Stops at the end of this track")
      return [.sleep(.endOfTrack)]
    case .after(let time): return sleep(after: time)
    case .extend(let time):
      guard case .until(let end) = sleep, end > now else { return sleep(after: time) }
      return sleep(after: (end - now) + time)
    }
  }

  private mutating func sleep(after time: Duration) -> [Effect] {
    let time = min(SleepOrder.longest, time)
    say("Stops in \(SleepOrder.text(minutes: time.wholeMinutes))")
    return [.sleep(.after(time))]
  }

  /// What the player's bar says of the timer.
  var sleepText: String? {
    switch sleep {
    case .off, .slept: nil
    case .endOfTrack: "sleep at end"
    case .until(let end): end > now ? "sleep \((end - now).wholeMinutes) min" : nil
    }
  }

  // MARK: Reports

  mutating func takeSound(_ report: PlayerReport) -> [Effect] {
    switch report {
    case .devices(let devices, let chosen): take(devices, chosen: chosen)
    case .sleep(let state):
      if state == .slept { say("Sleep timer: paused") }
      sleep = state == .slept ? .off : state
      refreshSleep()
    default: break
    }
    return []
  }

  private mutating func take(_ new: [OutputDevice], chosen: String?) {
    let before = devices
    devices = new
    chosenDevice = chosen
    refreshOutputs()
    // Without any sink there is no sound, which is said where that is reported.
    guard let chosen, !new.isEmpty else { return }
    let isThere = new.contains { $0.name == chosen }
    let wasThere = before.contains { $0.name == chosen }
    if !isThere, wasThere || before.isEmpty {
      let name = before.first { $0.name == chosen }?.description ?? chosen
      say("\(name) is not there: sound follows the default until it is back", .bad)
    } else if isThere, !wasThere, !before.isEmpty {
      let name = new.first { $0.name == chosen }?.description ?? chosen
      say("\(name) is back", .good)
    }
  }
}

extension Double {
  /// "+3 dB", "-1.5 dB", "0 dB".
  var decibels: String { (self > 0 ? "+" : "") + shortText + " dB" }
}

extension Duration {
  /// Rounded up.
  var wholeMinutes: Int { Int((seconds / 60).rounded(.up)) }
}
