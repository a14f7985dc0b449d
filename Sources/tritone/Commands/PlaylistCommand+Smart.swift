import ArgumentParser
import Library
import Music

extension PlaylistCommand {
  struct Smart: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a smart playlist, or give one another query.",
      discussion: """
        It holds what the query finds, now and later. docs/query.md tells what a query can say. \
        What is not said of one that there is stays as it is.

        Examples:
          tritone playlist smart "New house" 'genre:house added:<30d' --sort added
          tritone playlist smart "Best" 'rating:>=4 OR loved:' --sort plays --limit 100
        """)
    @OptionGroup var options: GlobalOptions
    @Option(
      help: ArgumentHelp(
        "The order: \(SortColumn.ofTracks.map(\.rawValue).joined(separator: ", ")).",
        valueName: "column"))
    var sort: String?
    @Flag(inversion: .prefixedNo, help: "The other way around.") var descending: Bool?
    @Option(help: ArgumentHelp("The most tracks it holds; 0 is no limit.", valueName: "tracks"))
    var limit: Int?
    @Option(help: "The folder of playlists a new one goes to.") var folder: String?
    @Argument(help: "The name of the playlist.") var name: String
    @Argument(help: "What it holds.") var query: String

    func validate() throws {
      if let sort, !SortColumn.ofTracks.map(\.rawValue).contains(sort.lowercased()) {
        let all = SortColumn.ofTracks.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--sort is one of \(all), not \(sort)")
      }
      if let limit, limit != 0, !SmartQuery.limits.contains(limit) {
        throw ValidationError("--limit is a number of tracks from 1 on, or 0 for no limit")
      }
      do {
        _ = try TrackQuery(parsing: query)
      } catch {
        throw ValidationError("column \(error.column) of the query: \(error.reason)")
      }
    }

    func run() throws {
      let library = try options.openLibrary()
      let (name, query, sort, folder) = (name, query, sort, folder)
      let (descending, limit) = (descending, limit)
      let (isNew, tracks) = try Waiting.run { () async throws -> (Bool, Int) in
        let old = try await library.playlist(named: name)
        if let old, old.smart == nil { throw LibraryError.nameTaken(old.name) }
        var smart = old?.smart ?? SmartQuery(query)
        smart.text = query
        if let column = sort.flatMap({ SortColumn(rawValue: $0.lowercased()) }) {
          smart.sort = column
        }
        smart.isDescending = descending ?? smart.isDescending
        if let limit { smart.limit = limit == 0 ? nil : limit }
        if let old {
          try await library.changeSmartPlaylist(old.id, old.details, smart)
        } else {
          _ = try await library.createSmartPlaylist(
            PlaylistDetails(name: name), smart, in: try await library.folder(named: folder))
        }
        let made = try await library.named(name)
        return (old == nil, try await library.trackIDs(ListQuery(.playlist(made.id))).count)
      }
      let what = "\(TrackText.clean(name)): \(tracks.counted("track", .plain))"
      StandardOutput.line(isNew ? "Made \(what)" : "Changed \(what)")
    }
  }

  struct Freeze: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a playlist of what is in a smart one now.",
      discussion: """
        Example:
          tritone playlist freeze "New house" --as "House of November"
        """)
    @OptionGroup var options: GlobalOptions
    @Option(name: .customLong("as"), help: "The name of the new playlist.") var newName: String?
    @Argument(help: "The name of the smart playlist.") var name: String

    func run() throws {
      let library = try options.openExistingLibrary()
      let (name, newName) = (name, newName)
      let made = try Waiting.run {
        try await library.freeze(try await library.named(name).id, as: newName)
      }
      let tracks = made.trackCount.counted("track", .plain)
      StandardOutput.line("Made \(TrackText.clean(made.name)) of \(tracks)")
    }
  }
}
