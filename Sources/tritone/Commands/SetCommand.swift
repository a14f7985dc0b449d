import ArgumentParser
import Library
import Log
import Music

/// Sets what the user says about tracks, as one step of the history.
struct SetCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Label tracks: category, own tags, collection, mood, marks.",
    discussion: """
      Takes files and folders of the library, and addresses of streams. Only what is named is \
      changed; an empty value takes a label away. All of it is one step, which the player's Ctrl-Z \
      takes back. No music file is touched.

      A tag ends at a comma and before a sign behind a space, unless it stands in double quotes: \
      --tag '+vox, -done' and --tag +vox --tag -done are the same, --tag '"vox, dry"' adds one. Of \
      +x and -x the last counts.

      Categories: \(TrackCategory.known.map(\.rawValue).joined(separator: ", ")).

      Examples:
        tritone set take3.wav --category demos --tag "+needs bass" --tag -done
        tritone set ~/Music/Sketches --collection "Second album" --mood calm
        tritone set song.flac --rating 4 --reaction loved --note "for the end"
        tritone set song.flac --category '' --json | jq .tags
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: "The category; '' for none.") var category: String?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add tags, +TAG, and remove others, -TAG.", valueName: "+tag"))
  var tag: [String] = []
  @Option(help: "The collection; '' for none.") var collection: String?
  @Option(help: "The mood; '' for none.") var mood: String?
  @Option(
    help: ArgumentHelp(
      "The time signature, \(TimeSignature.accepted); '' for none.", valueName: "time"))
  var timeSignature: String?
  @Option(help: ArgumentHelp("Stars, 0 to 5.", valueName: "stars")) var rating: Int?
  @Option(help: "none, listened, liked or loved.") var reaction: ReactionArgument?
  @Option(help: ArgumentHelp("The note; '' for none.", valueName: "text")) var note: String?
  @Flag(help: "Print the tracks, one JSON object a line, with changed or not.") var json = false
  @Argument(help: ArgumentHelp("Files and folders of the library.", valueName: "path"))
  var paths: [String]

  enum ReactionArgument: String, CaseIterable, ExpressibleByArgument {
    case none, listened, liked, loved

    var reaction: Reaction {
      switch self {
      case .none: .none
      case .listened: .listened
      case .liked: .liked
      case .loved: .loved
      }
    }
  }

  func validate() throws {
    guard try !change().isEmpty else {
      throw ValidationError("say what to set, as --category demos or --tag +done")
    }
  }

  /// The change that the options ask for.
  private func change() throws -> MarkChange {
    var change = MarkChange()
    do throws(LabelFault) {
      if let category {
        let isNone = LabelText.line(category).isEmpty
        change.category = .set(isNone ? nil : try TrackCategory(typed: category))
      }
      if let collection { change.collection = .set(collection) }
      if let mood { change.mood = .set(mood) }
      if let timeSignature { change.timeSignature = .set(timeSignature) }
      if !tag.isEmpty {
        var tags = SignedTags()
        for line in tag {
          guard !SignedTags(line).isEmpty else { throw .empty(.tag) }
          tags.take(line)
        }
        change.tags = tags.change
      }
      change = try change.tidied()
    } catch {
      throw ValidationError(error.clause)
    }
    if let rating {
      guard (0...5).contains(rating) else { throw ValidationError("--rating is from 0 to 5") }
      change.rating = .set(Rating(stars: rating))
    }
    if let reaction { change.reaction = .set(reaction.reaction) }
    if let note { change.notes = .set(note) }
    return change
  }

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let (change, paths, directories) = (try change(), paths, options.directories)
    let (all, records) = try Waiting.run {
      let tracks = try await LibraryTracks.named(paths, directories, library)
      let all = try await library.change(change, of: tracks)
      let changed = Set(all.changed)
      return (
        all, json ? try await MarkedTracks.records(of: tracks, changed: changed, library) : []
      )
    }
    guard !json else { return try records.forEach { try StandardOutput.json($0) } }
    StandardOutput.line(SetCommand.summary(all.changed.count, all.unchanged.count))
  }

  /// "3 tracks changed, 2 were so already; undo in the player takes it back".
  static func summary(_ changed: Int, _ unchanged: Int) -> String {
    let undo = "; undo in the player takes it back"
    if changed == 0 {
      return "nothing changed; \(unchanged.counted("track", .plain)) "
        + "\(unchanged == 1 ? "was" : "were") so already"
    }
    let text = changed.counted("track", .plain) + " changed"
    guard unchanged > 0 else { return text + undo }
    return text + ", \(unchanged) \(unchanged == 1 ? "was" : "were") so already" + undo
  }
}

/// Tracks by arguments of commands.
enum LibraryTracks {
  /// The tracks of files and folders, and of streams.
  static func named(_ arguments: [String], _ directories: Directories, _ library: Library)
    async throws -> [TrackID]
  {
    var tracks: [TrackID] = []
    for argument in arguments {
      switch directories.source(argument) {
      case .file(let path):
        // A file that is gone is a track, too.
        if let track = try await library.track(at: path) {
          tracks.append(track.id)
        } else {
          tracks += try await below(directories.named([argument])[0], library)
        }
      case let stream:
        guard let track = try await library.track(of: stream) else {
          throw Failure(reason: "\(stream.text) is not in the library")
        }
        tracks.append(track.id)
      }
    }
    return tracks
  }

  /// The tracks at a path and below it, at least one.
  static func below(_ path: FilePath, _ library: Library) async throws -> [TrackID] {
    let found = try await library.trackIDs(below: [path])
    guard !found.isEmpty else {
      throw Failure(
        reason: "the library has nothing in \(path.text); tritone scan adds it first")
    }
    return found
  }
}
