package import Music

/// Sound settings, output, volume and sleep timer: as sent to the player, and as reported by it.
package struct Audio: Equatable, Sendable {
  /// Those that sound.
  package private(set) var settings = SoundSettings()
  /// Those of music, which are kept: a book that plays has its own over them.
  package private(set) var music = SoundSettings()
  private var book: BookSound?
  package private(set) var volume = 1.0
  package private(set) var isMuted = false
  package private(set) var output: OutputState = .connecting
  /// The available sinks, and the chosen one; nil follows the default.
  package private(set) var devices: [OutputDevice] = []
  package private(set) var chosenDevice: String?
  package private(set) var sleep = SleepState.off

  /// Whether the sound is that of a book.
  var isOfBook: Bool { book != nil }

  private var percent: Int { Int((volume * 100).rounded()) }

  // MARK: Settings

  /// Changes what sounds. While a book plays, speed and a preset of books are the book's.
  mutating func set(_ new: SoundSettings) -> [Effect] {
    guard let book else { return setMusic(new) }
    var changed = book
    changed.speed = new.speed
    if book.equalizer != nil { changed.equalizer = new.equalizer }
    self.book = changed
    return setMusic(book.without(new, from: music))
  }

  /// Changes the sound of music, and of a book what it has in common with it.
  mutating func setMusic(_ new: SoundSettings) -> [Effect] {
    music = new
    let sound = book?.over(music) ?? music
    guard sound != settings else { return [] }
    settings = sound
    return [setSound]
  }

  /// A book plays with its own sound; nil for music.
  mutating func use(_ book: BookSound?) -> [Effect] {
    self.book = book
    return setMusic(music)
  }

  private var setSound: Effect { .player(.setSound(settings, keptSpeed: music.speed)) }

  /// The settings of the last run.
  mutating func restore(_ settings: SoundSettings, device: String?) -> [Effect] {
    music = settings
    self.settings = book?.over(music) ?? music
    chosenDevice = device
    return [setSound] + (device.map { [.player(.chooseDevice($0))] } ?? [])
  }

  mutating func restore(volume: Double?, isMuted: Bool?) -> [Effect] {
    self.volume = min(1, max(0, volume ?? 1))
    self.isMuted = isMuted ?? false
    return [.player(.setVolume(self.volume)), .player(.setMuted(self.isMuted))]
  }

  mutating func changeVolume(by points: Int) -> Response { setVolume(percent + points) }

  mutating func setVolume(_ percent: Int) -> Response {
    volume = Double(max(0, min(100, percent))) / 100
    let wasMuted = isMuted
    isMuted = false
    return Response(
      [.player(.setVolume(volume))] + (wasMuted ? [.player(.setMuted(false))] : []),
      .volumeChanged, .said("Volume \(self.percent) %", .plain))
  }

  mutating func toggleMute() -> Response {
    isMuted.toggle()
    return Response(
      [.player(.setMuted(isMuted))], .volumeChanged,
      .said(isMuted ? "Muted" : "Volume \(percent) %", .plain))
  }

  mutating func choose(_ device: String?) -> Response {
    chosenDevice = device
    let notice: Notice =
      device.map { "Sound goes to \(title(of: $0))" }
      ?? "Sound follows the default output"
    return Response([.player(.chooseDevice(device))], .said(notice, .plain))
  }

  private func title(of device: String) -> String {
    guard let found = devices.first(where: { $0.name == device }) else { return device }
    let isAlone = devices.count { $0.description == found.description } == 1
    return isAlone ? found.description : "\(found.description) (\(device))"
  }

  // MARK: Reports of the player

  mutating func receive(_ report: PlayerReport) -> Response {
    switch report {
    case .volume(let volume, let isMuted):
      let isOther = volume != self.volume || isMuted != self.isMuted
      (self.volume, self.isMuted) = (volume, isMuted)
      return isOther ? Response([], .volumeChanged) : []
    case .output(let output): return receive(output)
    case .devices(let devices, let chosen): return receive(devices, chosen: chosen)
    case .sleep(let state):
      sleep = state == .slept ? .off : state
      return (state == .slept ? .saying("Sleep timer: paused") : [])
        + Response([], .sleepChanged)
    case .state, .wantsNext, .finished, .failed, .buffering, .streamTitle, .interrupted,
      .unplugged, .pluggedIn:
      return []
    }
  }

  private mutating func receive(_ new: OutputState) -> Response {
    let before = output
    output = new
    switch (before, new) {
    case (_, .unavailable(let reason)) where before != new:
      return Response([], .said("No sound: \(reason)", .bad), .outputFailed(reason))
    case (.unavailable, .ready(let name)): return .saying("Sound is back: \(name)", .good)
    case (.connecting, _), (.ready, _), (.unavailable, .connecting), (.unavailable, .unavailable):
      return []
    }
  }

  private mutating func receive(_ new: [OutputDevice], chosen: String?) -> Response {
    let before = self
    devices = new
    chosenDevice = chosen
    let changed = Response([], .outputsChanged)
    // The report of the output says that there is no sink at all.
    guard let chosen, !new.isEmpty else { return changed }
    let isThere = new.contains { $0.name == chosen }
    let wasThere = before.devices.contains { $0.name == chosen }
    if !isThere, wasThere || before.devices.isEmpty {
      let name = before.title(of: chosen)
      return changed
        + .saying("\(name) is not there: sound follows the default until it is back", .bad)
    }
    guard isThere, !wasThere, !before.devices.isEmpty else { return changed }
    return changed + .saying("\(title(of: chosen)) is back", .good)
  }
}
