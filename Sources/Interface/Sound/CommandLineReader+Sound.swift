import Music

extension CommandLineReader {
  static let soundUsages: [Usage] = [
    Usage(
      form: "equalizer PRESET",
      summary: EqualizerPreset.allCases.map(\.rawValue).joined(separator: ", "),
      words: EqualizerPreset.allCases.map(\.rawValue)
    ) { EqualizerPreset(rawValue: $0.lowercased()).map { .sound(.preset($0)) } },
    Usage(
      form: "replaygain MODE", summary: "off, track, album or smart",
      words: ReplayGainMode.allCases.map(\.rawValue)
    ) {
      ReplayGainMode(rawValue: $0.lowercased()).map { .sound(.replayGain($0)) }
    },
    Usage(form: "preamp DB", summary: "lift or lower what ReplayGain plays, -12 to 12") {
      number($0, in: -SoundSettings.maximumGain...SoundSettings.maximumGain).map {
        .sound(.preamp($0))
      }
    },
    Usage(
      form: "clipping on|off", summary: "keep ReplayGain from clipping peaks", words: ["on", "off"]
    ) {
      isOn($0).map { .sound(.peaks(isProtected: $0)) }
    },
    Usage(form: "balance PERCENT", summary: "-100 is left only, 100 right only") {
      Int($0).flatMap { (-100...100).contains($0) ? .sound(.balance($0)) : nil }
    },
    Usage(form: "speed FACTOR", summary: "0.5 to 3, with the pitch kept") {
      number($0, in: 0.5...3).map { .sound(.speed($0)) }
    },
    Usage(form: "boost DB", summary: "lift quiet voices in books, 0 to 12") {
      number($0, in: 0...SoundSettings.maximumGain).map { .sound(.boost($0)) }
    },
    Usage(
      form: "crossfade SECONDS", summary: "overlap of tracks, 0 to 12, or off", words: ["off"]
    ) { seconds($0).map { .sound(.crossfade($0)) } },
    Usage(form: "output NAME", summary: "play to an output by its name, or default") {
      .sound(.output($0))
    },
    Usage(
      form: "visual STYLE", summary: "of what is heard: spectrum, wave, meter or off",
      words: VisualStyle.allCases.map(\.rawValue)
    ) { VisualStyle(rawValue: $0.lowercased()).map { .sound(.visual($0)) } },
    Usage(
      form: "sleep TIME", summary: "minutes, 1:30, +5, end, chapter or off",
      words: ["end", "chapter", "off"]
    ) {
      SleepSetting($0).map { .sound(.sleep($0)) }
    },
    Usage(
      form: "open PATH", summary: "play a CUE sheet, a file, a folder or a stream (http, https)"
    ) {
      if let address = StreamAddress($0) { return .playing(.openStream(address)) }
      return $0.contains("://") ? nil : .playing(.openPath($0))
    },
    Usage(
      form: "entry-crossfade SECONDS",
      summary: "of the entry into what follows, 0 to 12, or off for the crossfade of all",
      words: ["off"]
    ) {
      if $0.lowercased() == "off" { return .changeEntry(.crossfade(nil)) }
      return seconds($0).map { .changeEntry(.crossfade($0)) }
    },
    Usage(
      form: "start TIME", summary: "where the entry begins: 0:30, here, mix-in or off",
      words: ["here", "mix-in", "off"]
    ) {
      entryTime($0).map { .changeEntry(.start($0)) }
    },
    Usage(
      form: "end TIME", summary: "where the entry ends: 4:10, here, mix-out or off",
      words: ["here", "mix-out", "off"]
    ) {
      entryTime($0).map { .changeEntry(.end($0)) }
    },
    Usage(form: "gain DB", summary: "of the entry, -24 to 12, or off", words: ["off"]) {
      if $0.lowercased() == "off" { return .changeEntry(.gain(nil)) }
      return number($0, in: EntryPlayback.gains).map { .changeEntry(.gain($0)) }
    },
  ]

  private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { $0.isFinite && range.contains($0) ? $0 : nil }
  }

  /// The length of a crossfade; "off" is zero.
  private static func seconds(_ text: String) -> Duration? {
    if text.lowercased() == "off" { return .zero }
    return number(text, in: 0...EntryPlayback.maximumCrossfade.seconds).map {
      .milliseconds(($0 * 1000).rounded())
    }
  }

  private static func entryTime(_ text: String) -> EntryTime? {
    switch text.lowercased() {
    case "here": .here
    case "off": .off
    case let word where Cue.Kind(named: word) != nil: Cue.Kind(named: word).map { .cue($0) }
    default: time(text).map { .at($0) }
    }
  }

  /// Reads "1:23", "83", "83.5" and "1:02:03"; minutes and seconds behind a colon are below sixty.
  package static func time(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.dropLast().compactMap { Int($0) }
    guard (1...3).contains(parts.count), numbers.count == parts.count - 1,
      numbers.allSatisfy({ (0..<1_000_000).contains($0) }), let last = parts.last,
      last.first?.isNumber == true, let seconds = Double(last), (0..<1_000_000).contains(seconds),
      parts.count == 1 || seconds < 60, numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let whole = numbers.reduce(0) { ($0 + $1) * 60 }
    let time = Duration.seconds(whole) + .milliseconds((seconds * 1000).rounded())
    return time <= EntryPlayback.latest ? time : nil
  }
}
