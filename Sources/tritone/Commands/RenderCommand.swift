import ArgumentParser
import Exchange
import Library
import Log
import Media
import Music
import Playback
import Streaming

/// Renders a mix into one file with its markers, for an audio editor.
struct RenderCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Play a playlist or mix slot into one WAV or FLAC file.",
    discussion: """
      The file holds what would be heard: parts, crossfades and gains of the entries, the \
      equalizer and ReplayGain as they are set in the player (--flat leaves those two out), at \
      normal speed. It is written as fast as it can be, and nothing of it is played. Samples are dithered where they have to be rounded to 16 or 24 bits; what \
      fits is written as it is.

      Markers say where the tracks start, to the sample, and where their cues are: .csv for Adobe \
      Audition, .txt for Audacity, .cue for a CUE sheet of the mix; --markers-format reaper for \
      Reaper's .csv.

      Nothing is written under the file's name before all of it is there: Ctrl-C leaves no half \
      file.

      Examples:
        tritone render 1 -o mix.flac
        tritone render Friday -o friday.wav --samples float --markers friday.csv
        tritone render Friday -o mix.flac --samples 16 --rate 44100 --markers mix.cue
      """)

  @OptionGroup var options: GlobalOptions
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file that the mix is written to: .wav or .flac.", valueName: "file"))
  var to: String
  @Option(help: ArgumentHelp("16, 24 or float (WAV only).", valueName: "bits"))
  var samples: String = "24"
  @Option(help: ArgumentHelp("The sampling rate; else that of the first track.", valueName: "hz"))
  var rate: Int?
  @Option(
    help: ArgumentHelp("Write the markers of the mix into a file, too.", valueName: "file"))
  var markers: String?
  @Option(help: ArgumentHelp("audition, audacity, reaper or cue.", valueName: "format"))
  var markersFormat: String?
  @Flag(help: "Leave out equalizer, tone and ReplayGain.") var flat = false
  @Flag(help: "Go on without tracks that are missing or cannot be played.") var skipMissing = false
  @Flag(help: "Replace files that are there already.") var force = false
  @Flag(help: "Print what was written as one JSON object.") var json = false
  @Argument(help: ArgumentHelp("The playlist, or a slot: 1, 2 or 3.", valueName: "playlist"))
  var name: String

  func validate() throws {
    _ = try format(titled: nil)
    _ = try markersKind
    if let rate, !MixFormat.rates.contains(rate) {
      throw ValidationError(
        "--rate is from \(MixFormat.rates.lowerBound) to \(MixFormat.rates.upperBound) Hz")
    }
  }

  private func format(titled title: String?) throws -> MixFormat {
    guard let container = MixFormat.Container(rawValue: FilePath(to).fileExtension) else {
      throw ValidationError("-o names a .wav or .flac file, not “\(to)”")
    }
    guard let samples = MixFormat.Samples(rawValue: samples) else {
      throw ValidationError("--samples is 16, 24 or float, not “\(samples)”")
    }
    guard var format = MixFormat(container, samples, rate: rate, title: title) else {
      throw ValidationError("FLAC has no float samples; take 24, or a .wav file")
    }
    format.replaces = force
    return format
  }

  private var markersKind: MarkersKind? {
    get throws {
      guard let markers else { return nil }
      let name = markersFormat?.lowercased() ?? FilePath(markers).fileExtension
      guard let kind = MarkersKind(named: name) else {
        throw ValidationError(
          "markers are written as .csv, .txt or .cue, or as --markers-format says: audition, "
            + "audacity, reaper or cue")
      }
      return kind
    }
  }

  func run(log: Log) throws {
    try FFmpegLibraries.load()
    let directories = options.directories
    let target = directories.path(to)
    let markersPath = markers.map { directories.path($0) }
    for path in [target, markersPath].compactMap(\.self) where !force && directories.exists(path) {
      throw Failure(reason: "there already is \(path.text); --force replaces it")
    }
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let command = self
    let (kind, force, json) = (try markersKind, force, json)
    let line = ProgressLine()
    let sounds = ServerSounds(
      library: library, access: ServerAccess(options.directories, log: log),
      directories: options.directories)
    let remote = sounds.remoteSounds().opening
    let settings = try StartSettings(library, .here).values
    let result: RenderRecord
    do {
      // One wait for all: a second one would miss a late Ctrl-C of the first.
      result = try WakefulWork.run("Rendering a mix") {
        try Waiting.run {
          let playlist = try await ExportCommand.playlists(named: [command.name], library)[0]
          try Task.checkCancellation()
          let run = RenderRun(
            library: library, playlist: playlist, target: target,
            format: try command.format(titled: playlist.name), isFlat: command.flat,
            skipsFaults: command.skipMissing, settings: settings, remote: remote)
          let rendering = try await run.render { done, total in
            line.show(Int(done.seconds), of: Int(max(done, total).seconds), "seconds")
          }
          guard let kind, let markersPath else { return rendering.record }
          let bytes = try await rendering.markers(kind)
          try AtomicFile.write(bytes, to: markersPath, replaces: force)
          return rendering.record
        }
      }
    } catch is CancellationError {
      line.clear()
      throw Failure(reason: "stopped; nothing was written")
    } catch {
      line.clear()
      throw error
    }
    line.clear()
    log.rendered(result)
    for fault in result.skipped { StandardError.print("tritone: left out \(fault)") }
    guard !json else { return try StandardOutput.json(result) }
    StandardOutput.line(
      "\(TrackText.clean(result.path)): \(result.tracks.counted("track", .plain)), "
        + "\(Duration.seconds(result.duration).clockText), \(result.rate) Hz")
  }
}
