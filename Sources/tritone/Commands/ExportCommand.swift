import ArgumentParser
import Exchange
import FoundationEssentials
import Library
import Music

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write playlists for other programs.",
    discussion: """
      Names one or several playlists, or the mix slots 1, 2 and 3. The format is that of the file's \
      name unless --format says otherwise; without -o the file goes to standard output. Formats of \
      one playlist (m3u, m3u8, pls, xspf, jspf, cue) make one file each in the folder that -o \
      names; rekordbox and json hold any number. audition, audacity and reaper get the markers of \
      a mix: where its tracks start, and their cues.

      A file is written as a whole or not at all, and never over another one without --force.

      Examples:
        tritone export Friday -o friday.m3u8
        tritone export Friday --relative -o /media/stick/friday.m3u8
        tritone export 1 --format cue -o mix.cue --markers mix.csv
        tritone export --all --format m3u8 -o ~/Playlists
        tritone export --all --format json > tritone.json
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: ArgumentHelp("\(FileFormat.names).", valueName: "format"))
  var format: String?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file, - for standard output, or a folder.", valueName: "file"))
  var to: String?
  @Flag(help: "Write all playlists, in their folders.") var all = false
  @Flag(help: "Name the tracks from the folder of the file on.") var relative = false
  @Flag(help: "Replace files that are there already.") var force = false
  @Option(
    help: ArgumentHelp(
      "Write the markers of the mix into a file, too: .csv for Audition, .txt for Audacity.",
      valueName: "file"))
  var markers: String?
  @Argument(help: ArgumentHelp("Playlists by name, or slots.", valueName: "playlist"))
  var names: [String] = []

  func validate() throws {
    guard all != !names.isEmpty else {
      throw ValidationError(
        all ? "--all and names exclude each other" : "name a playlist, or --all")
    }
    if let format, FileFormat(rawValue: format.lowercased()) == nil {
      throw ValidationError("there is no format “\(format)”; there are \(FileFormat.names)")
    }
    if let markers, FileFormat(writtenAs: FilePath(markers))?.holdsPlaylists != false {
      throw ValidationError("markers are written as .csv or .txt, not as “\(markers)”")
    }
    if markers != nil, all || names.count != 1 {
      throw ValidationError("--markers needs one playlist")
    }
    if to?.isEmpty == true { throw ValidationError("-o needs the name of a file") }
    _ = try chosenFormat
  }

  private var chosenFormat: FileFormat {
    get throws {
      if let format, let known = FileFormat(rawValue: format.lowercased()) { return known }
      if let to, to != "-", let known = FileFormat(writtenAs: FilePath(to)) { return known }
      throw ValidationError("say which format: --format \(FileFormat.names)")
    }
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let (format, directories, names, all) = (try chosenFormat, options.directories, names, all)
    let export = DocumentExport(library: library)
    let playlists = try Waiting.run {
      all
        ? try await library.playlists() : try await ExportCommand.playlists(named: names, library)
    }
    if let markers {
      let path = directories.path(markers)
      // because validate() has refused every other name
      let kind = FileFormat(writtenAs: path)!
      let (id, force) = (playlists[0].id, force)
      try ExportCommand.hinted {
        try Waiting.run { try await export.write(id, as: kind, to: path, replaces: force) }
      }
    }
    let target = to.flatMap { $0 == "-" ? nil : directories.path($0) }
    let isOne = playlists.count == 1 && !all || format.holdsSeveral
    if isOne {
      let choice: ExportChoice = all ? .all : .playlists(playlists.map(\.id))
      try writeOne(choice, format, target, playlists.first?.name ?? "Playlists", export)
    } else {
      guard let target else {
        throw Failure(
          reason: "\(format.rawValue) holds one playlist; -o FOLDER makes a file of each")
      }
      try writeEach(playlists, format, into: target, export)
    }
  }

  static func playlists(named names: [String], _ library: Library) async throws
    -> [Playlist]
  {
    let board = try await library.mixBoard()
    var found: [Playlist] = []
    for name in names {
      if let slot = Int(name).flatMap(MixSlot.init) {
        guard let playlist = board[slot] else {
          throw Failure(reason: "mix slot \(name) is empty")
        }
        found.append(playlist)
      } else if let playlist = try await library.playlist(named: name) {
        found.append(playlist)
      } else {
        throw Failure(
          reason: "there is no playlist “\(name)”; tritone playlist list shows them all")
      }
    }
    return found
  }

  private func writeOne(
    _ choice: ExportChoice, _ format: FileFormat, _ target: FilePath?, _ name: String,
    _ export: DocumentExport
  ) throws {
    let directories = options.directories
    var path = target ?? directories.absolute(FilePath("-"))
    if target != nil, directories.isFolder(path) {
      path = path.appending(DocumentExport.fileName(of: name, as: format))
    }
    let (place, force) = (WritingTarget(path, isRelative: relative), force)
    let bytes = try Waiting.run { try await export.bytes(of: choice, as: format, at: place) }
    guard target != nil else { return try StandardOutput.write(bytes) }
    try ExportCommand.hinted { try AtomicFile.write(bytes, to: path, replaces: force) }
    StandardError.print("Wrote \(TrackText.clean(path.text))")
  }

  private func writeEach(
    _ playlists: [Playlist], _ format: FileFormat, into folder: FilePath, _ export: DocumentExport
  ) throws {
    if !options.directories.exists(folder) {
      try FileManager.default.createDirectory(
        atPath: folder.text, withIntermediateDirectories: true)
    }
    guard options.directories.isFolder(folder) else {
      throw Failure(reason: "\(folder.text) is not a folder; several playlists need one")
    }
    var taken: Set<String> = []
    let (relative, force) = (relative, force)
    for playlist in playlists {
      var name = DocumentExport.fileName(of: playlist.name, as: format)
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = DocumentExport.fileName(of: "\(playlist.name) \(number)", as: format)
        number += 1
      }
      let path = folder.appending(name)
      try ExportCommand.hinted {
        try Waiting.run {
          try await export.write(
            playlist.id, as: format, to: path, isRelative: relative, replaces: force)
        }
      }
    }
    StandardError.print(
      "Wrote \(playlists.count.counted("file", .plain)) into "
        + TrackText.clean(folder.text))
  }

  /// Adds a hint to the error for an existing file.
  private static func hinted(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch LibraryError.fileExists(let path) {
      throw Failure(reason: "there already is \(path.text); --force replaces it")
    }
  }
}
