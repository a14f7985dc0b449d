import Builder
import Library
import Music
import Synchronization

/// The user's own library as the catalogue of a build.
///
/// A new playlist is written together with its tracks, in one step of the history.
final class LibraryCatalogue: CatalogueClient {
  private struct State {
    /// The name of a playlist that is to be written.
    var newName: String?
    var writing: BuildWriting?
    /// Playlists as they were read: what is added meanwhile stays.
    var read: [String: [QueuedTrack]] = [:]
  }

  private let library: Library
  private let catalogue: BuildCatalogue
  private let period: BuildPeriod
  private let slot: MixSlot?
  private let state = Mutex(State())

  /// The id of a playlist that is not written yet.
  private static let newID = "new"

  let tracksPerWrite: Int? = nil

  /// - Parameter slot: The mix slot that gets the playlist; nil for none.
  init(
    _ library: Library, _ options: LocalBuildOptions, slot: MixSlot?, now: Int64
  ) async throws(BuildError) {
    self.library = library
    self.slot = slot
    period = options.period
    do throws(LibraryError) {
      catalogue = try await library.buildCatalogue(options, now: now)
    } catch {
      guard case .query(let column, let reason) = error else { throw .service(error) }
      throw .service(reason: "column \(column) of the query: \(reason)")
    }
  }

  /// What was written; nil for nothing.
  var writing: BuildWriting? { state.withLock { $0.writing } }

  // MARK: Artists and tracks

  func userID() -> String? { BuildCatalogue.user }

  func artist(_ id: String) -> CatalogueArtist? {
    catalogue.artist(id).map { CatalogueArtist($0) }
  }

  /// Names that merely begin like the text are left out: of what one does not own, the tracks of
  /// somebody else would be taken.
  func artists(matching text: String, limit: Int) -> [CatalogueArtist] {
    catalogue.artists(matching: text, limit: limit)
      .filter { $0.kind != .beginning && $0.kind != .word }.map { CatalogueArtist($0.artist) }
  }

  func mostHeardArtists(limit: Int) -> [CatalogueArtist] {
    catalogue.mostHeard(period, limit: limit).map { CatalogueArtist($0) }
  }

  func followedArtists(limit: Int) -> [CatalogueArtist] {
    catalogue.followed(limit: limit).map { CatalogueArtist($0) }
  }

  func topTracks(of artist: String, limit: Int) async throws(BuildError) -> [CatalogueTrack] {
    do throws(LibraryError) {
      return try await catalogue.topTracks(of: artist, limit: limit).map {
        CatalogueTrack(
          id: $0.track.text, title: $0.title, artists: $0.artists, duration: $0.duration)
      }
    } catch {
      throw .service(error)
    }
  }

  /// An order of tracks that mixes well.
  func arranged(_ tracks: [String]) async throws(BuildError) -> [String] {
    do throws(LibraryError) {
      return try await library.arranged(tracks.compactMap { QueuedTrack(text: $0) }).map(\.text)
    } catch {
      throw .service(error)
    }
  }

  // MARK: Playlists

  func playlists() async throws(BuildError) -> [CataloguePlaylist] {
    do throws(LibraryError) {
      // Nothing can be written into what a query fills.
      return try await library.playlists().filter { $0.smart == nil }.map {
        CataloguePlaylist(id: $0.id.text, name: $0.name, owner: BuildCatalogue.user)
      }
    } catch {
      throw .service(error)
    }
  }

  func trackIDs(ofPlaylist id: String) async throws(BuildError) -> [String] {
    do throws(LibraryError) {
      let tracks = try await library.buildTracks(of: try Self.playlist(id))
      state.withLock { $0.read[id] = tracks }
      return tracks.map(\.text)
    } catch {
      if error == .noSuchPlaylist {
        throw .service(
          reason: "there is no playlist with the id “\(id)”; tritone playlist list --json has ids")
      }
      throw .service(error)
    }
  }

  func createPlaylist(named name: String) async throws(BuildError) -> String {
    let free = try await freeName(name)
    state.withLock { $0.newName = free }
    return Self.newID
  }

  func replaceTracks(ofPlaylist id: String, with tracks: [String]) async throws(BuildError) {
    let read = state.withLock { $0.read[id] }
    try await write(tracks) { () throws(LibraryError) in
      .replacing(try Self.playlist(id), asRead: read)
    }
  }

  func addTracks(_ tracks: [String], toPlaylist id: String) async throws(BuildError) {
    if id == Self.newID, let name = state.withLock({ $0.newName }) {
      return try await write(tracks) { () throws(LibraryError) in .new(name: name) }
    }
    try await write(tracks) { () throws(LibraryError) in .extending(try Self.playlist(id)) }
  }

  /// Writes what no track was added to: a new playlist, or the slot of a reused one.
  func complete(_ playlist: String) async throws(BuildError) {
    guard writing == nil else { return }
    if let name = state.withLock({ $0.newName }) {
      return try await write([]) { () throws(LibraryError) in .new(name: name) }
    }
    guard slot != nil else { return }
    try await write([]) { () throws(LibraryError) in .extending(try Self.playlist(playlist)) }
  }

  private func write(
    _ tracks: [String], to target: () throws(LibraryError) -> BuildTarget
  ) async throws(BuildError) {
    do throws(LibraryError) {
      let writing = try await library.writeBuild(
        tracks.compactMap { QueuedTrack(text: $0) }, to: try target(), assigning: slot)
      state.withLock { $0.writing = writing }
    } catch {
      throw .service(error)
    }
  }

  private static func playlist(_ id: String) throws(LibraryError) -> PlaylistID {
    guard let id = PlaylistID(text: id) else { throw .noSuchPlaylist }
    return id
  }

  /// The name, with a number where another playlist has it: names are unique in a library.
  private func freeName(_ name: String) async throws(BuildError) -> String {
    let all: [Music.Playlist]
    do throws(LibraryError) { all = try await library.playlists() } catch { throw .service(error) }
    let taken = Set(all.map { SortKey.folded($0.name) })
    var (free, number) = (name, 1)
    while taken.contains(SortKey.folded(free)) {
      number += 1
      free = "\(name) \(number)"
    }
    return free
  }
}

extension CatalogueArtist {
  fileprivate init(_ artist: LibraryArtist) { self.init(id: artist.id, name: artist.name) }
}

extension BuildError {
  /// An error of the library, which ends a build: no other request would be answered.
  fileprivate static func service(_ error: LibraryError) -> BuildError {
    error == .cancelled ? .cancelled : .service(reason: error.message)
  }
}
