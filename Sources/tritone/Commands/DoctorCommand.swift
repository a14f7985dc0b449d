import ArgumentParser
import Curses
import FoundationEssentials
import Glibc
import Interface
import Library
import Log
import Media
import Music
import Playback
import Screen
import Secrets
import Settings
import Threads

/// Checks everything the player needs; each line reports success or a remedy.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check terminal, locale, sound, FFmpeg, library and servers.",
    discussion: """
      Reads all of the library and of its backups, and changes nothing in them. No server is asked: \
      tritone server check does that. Exits with 1 when something needs doing.

      Examples:
        tritone doctor
        tritone doctor --json | jq -r 'select(.fine | not) | .text'
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var output: SoundOptions
  @Flag(help: "Print one JSON object a line.") var json = false

  func run() throws {
    let findings =
      [("terminal", terminal), ("locale", locale), ("colours", colors)] + abilities
      + [
        ("sound", sound), ("priority", priority), ("FFmpeg", decoding), ("skins", skins),
        ("settings", settings), ("secrets", secrets), ("listens", listens), ("log", log),
      ] + LibraryChecks(path: options.libraryPath).all
      + ServerChecks(
        library: options.libraryPath, directories: options.directories, secrets: secretStore
      ).all.map { ("servers", $0) }
    for (name, finding) in findings { try say(name, finding) }
    if !findings.allSatisfy(\.1.isFine) { throw ExitCode(1) }
  }

  private func say(_ name: String, _ finding: CheckResult) throws {
    let text = TrackText.clean(finding.text)
    guard !json else {
      return try StandardOutput.json(
        CheckRecord(check: name, fine: finding.isFine, text: text))
    }
    let label = (name + String(repeating: " ", count: 12)).prefix(12)
    StandardOutput.line("\(label)\(finding.isFine ? "fine" : "trouble"): \(text)")
  }

  private var environment: [String: String] { ProcessInfo.processInfo.environment }

  private var terminal: CheckResult {
    let name = environment["TERM"] ?? ""
    do {
      let probe = try TerminalProbe(environment: environment)
      return .fine("\(name), drawn as \(probe.entry)")
    } catch {
      return .trouble("\(error)")
    }
  }

  private var decoding: CheckResult {
    do throws(MediaError) {
      return .fine(try FFmpegLibraries.version)
    } catch {
      return .trouble(error.reason)
    }
  }

  private var locale: CheckResult {
    setlocale(LC_ALL, "")
    let encoding = nl_langinfo(CInt(CODESET)).map { String(cString: $0) } ?? ""
    return encoding == "UTF-8"
      ? .fine("UTF-8")
      : .trouble("the locale is not UTF-8 but “\(encoding)”: set LANG, for example to C.UTF-8")
  }

  private var colors: CheckResult {
    do {
      let probe = try TerminalProbe(environment: environment)
      return .fine("\(probe.depth.rawValue)")
    } catch {
      return .trouble("unknown without a terminal")
    }
  }

  /// The abilities that a terminal is asked for. Never failures: each has something in its place.
  private var abilities: [(String, CheckResult)] {
    do {
      let traits = try TerminalProbe.traits(environment: environment, within: .seconds(1))
      // The row of the settings tells why a file cannot be read.
      let values = (try? ConfigFile(options.directories).read())?.values ?? [:]
      let art = values[.screenArt]?.choice(ArtChoice.self) ?? .auto
      let side = values[.screenBidi]?.choice(BidiChoice.self) ?? .auto
      return [
        ("pictures", pictures(art.choice(for: traits), traits.cellSize)),
        ("bidi", bidi(side.choice(for: traits))),
      ]
    } catch {
      return ["pictures", "bidi"].map { ($0, .fine("unknown without a terminal")) }
    }
  }

  private func pictures(
    _ choice: TerminalTraits.Choice<ImageWay>, _ cell: PixelSize
  ) -> CheckResult {
    let way =
      switch choice.way {
      case .image(.kitty): "kitty's placeholders"
      case .image(.sixel): "sixels"
      case .image(.iterm2): "iTerm2's images"
      case .blocks: "blocks"
      case .none: "none"
      }
    let size = "cells of \(cell.width) by \(cell.height) pixels"
    return .fine("\(way): \(choice.reason)" + (choice.way == .none ? "" : "; \(size)"))
  }

  private func bidi(_ choice: TerminalTraits.Choice<BidiSeparation>) -> CheckResult {
    let way =
      switch choice.way {
      case .none: "nothing around right-to-left text"
      case .isolates: "isolates around right-to-left text"
      case .lines: "hidden lines around right-to-left text"
      }
    return .fine("\(way): \(choice.reason)")
  }

  private var sound: CheckResult {
    do {
      let choice = try output.choice
      guard choice == .pulse else { return .fine(output.output) }
      if let fault = PulseLibrary.load() { return .trouble(fault) }
      let state = try Waiting.run { await SoundProbe.state(within: .seconds(3)) }
      switch state {
      case .ready(let name): return .fine(name)
      case .unavailable:
        return .trouble("no sound server answers: start PulseAudio or PipeWire's pulse server")
      case .connecting: return .trouble("the sound server does not answer")
      }
    } catch {
      return .trouble(UserText.of(error))
    }
  }

  /// Never a failure: without it music is only less safe from dropouts.
  private var priority: CheckResult {
    do {
      return switch try Waiting.run({ await ThreadPriority.granted() }) {
      case .realTime(let rank): .fine("real-time \(rank) for the thread that plays")
      case .nice(let niceness): .fine("nice \(niceness) for the thread that plays")
      case .ordinary: .fine("as any program; a limit (rtprio, nice) would grant more")
      }
    } catch {
      return .trouble(UserText.of(error))
    }
  }

  /// Never a failure: files take the place of a keyring.
  private var secrets: CheckResult {
    let store = secretStore
    do { return .fine(try Waiting.run { await store.place() }.text) } catch {
      return .trouble(UserText.of(error))
    }
  }

  private var secretStore: SecretStore {
    SecretStore(
      options.directories, environment: environment, times: SecretTimes(answers: .seconds(3)))
  }

  private var listens: CheckResult {
    let services = Health.listenServices(of: options.libraryPath)
    guard !services.isEmpty else { return .fine("sent nowhere") }
    let text = services.map { $0.status(at: ListenSending.now) }.joined(separator: "; ")
    let needsSignIn = services.contains {
      if case .signIn = $0.obstacle { true } else { false }
    }
    return needsSignIn ? .trouble(text) : .fine(text)
  }

  private var log: CheckResult {
    let folder = options.directories.log
    let check = LogCheck(of: folder)
    guard check.fault == nil else {
      return .trouble("there is no log: \(check.fault?.message ?? "")")
    }
    let last = check.lastError.map { error in
      let time = LocalTime.text(error.milliseconds / 1000)
      let fields = error.fields.map { "\($0.name): \($0.value)" }
      return "the last error of \(time): "
        + (["\(error.part): \(error.message)"] + fields).joined(separator: ", ")
    }
    let size = Int64(check.size).byteText
    return .fine("\(size) in \(folder.file.text); \(last ?? "no error in it")")
  }

  private var settings: CheckResult {
    let file = ConfigFile(options.directories)
    do {
      let reading = try file.read()
      let count = reading.mistakes.count.counted("mistake")
      guard reading.mistakes.isEmpty else {
        return .trouble("\(count) in \(file.path.text): tritone config check tells them")
      }
      guard options.directories.exists(file.path) else {
        return .fine("the defaults: there is no \(file.path.text)")
      }
      return .fine("\(reading.values.count.counted("value")) in \(file.path.text)")
    } catch {
      return .trouble(UserText.of(error))
    }
  }

  private var skins: CheckResult {
    let themes = options.directories.themeFolder
    let names = themes.names
    for name in names {
      do { _ = try themes.load(name) } catch { return .trouble(UserText.of(error)) }
    }
    return names.isEmpty
      ? .trouble("no Themes folder was found; only the built-in skin works")
      : .fine("\(names.count): \(names.joined(separator: ", "))")
  }
}

/// A single query of the sound server.
enum SoundProbe {
  static func state(within time: Duration) async -> OutputState {
    let player = Player(output: .pulse)
    let reports = player.reports
    return await withTaskGroup(of: OutputState.self) { group in
      group.addTask {
        for await case .output(let state) in reports where state != .connecting { return state }
        return .connecting
      }
      group.addTask {
        // Usually cancelled: the answer came first.
        try? await Task.sleep(for: time)
        return .connecting
      }
      let state = await group.next() ?? .connecting
      group.cancelAll()
      await player.shutDown()
      return state
    }
  }
}
