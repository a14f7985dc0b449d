import Builder
import Interface
import Library
import Log
import Music
import Online
import Secrets
import Synchronization

/// Builds of playlists for the player: one at a time, concurrently with everything else.
final class PlayerBuilds: Sendable {
  private let library: Library
  private let mailbox: Mailbox
  private let directories: Directories
  private let spotify: SpotifyAccess
  private let presets: BuildPresets
  private let completion: ArtistCompletion
  private let imports: ImportExport
  private let running = Mutex<Task<Void, Never>?>(nil)
  /// The playlist whose writing ended in the middle, and the options of its build.
  private let cut = Mutex<(PartialPlaylist, BuildOptions)?>(nil)
  private let signingIn = Mutex<SignIn?>(nil)

  /// A sign-in on its way, and the task that waits for its end.
  private struct SignIn {
    var request: SpotifySignIn
    var task: Task<Void, Never>
  }

  /// Names that complete what is typed.
  private static let mostNames = 20

  init(library: Library, mailbox: Mailbox, directories: Directories, imports: ImportExport) {
    self.library = library
    self.imports = imports
    self.mailbox = mailbox
    self.directories = directories
    spotify = SpotifyAccess(directories, log: mailbox.log.log)
    presets = BuildPresets(library)
    completion = ArtistCompletion(library)
  }

  func libraryChanged() async { await completion.libraryChanged() }

  /// - Parameter variables: The environment of the terminal that asks; nil for that of the player.
  func perform(
    _ effect: BuildEffect, variables: [String: String]? = nil, for asker: Asker = Asker()
  ) {
    switch effect {
    case .start(let options, let serial):
      begin(options, serial) { try await $0.build(options) }
    case .write(let dryRun, let options, let serial):
      begin(options, serial) { try await $0.write(dryRun, options) }
    case .resume(let serial):
      guard let (partial, options) = cut.withLock({ $0 }) else {
        return mailbox.post(
          .build(.failed("no playlist was cut while it was written", serial: serial)))
      }
      begin(options, serial) { try await $0.resume(partial, options) }
    case .cancel: running.withLock { $0 }?.cancel()
    case .completeArtists(let text, let serial): complete(text, serial)
    case .preset(let order): perform(order, refusing: effect, for: asker)
    case .account(let order): perform(order, refusing: effect, variables)
    case .openLink(let address): Browser.open(address, variables: variables)
    }
  }

  /// Stops what goes on; a playlist that is being written is completed.
  func finish() async {
    let task = running.withLock { $0 }
    task?.cancel()
    endSignIn()
    await task?.value
  }

  // MARK: Builds

  private func begin(
    _ options: BuildOptions, _ serial: Int,
    _ work: @escaping @Sendable (BuildRun) async throws -> BuildRun.Outcome
  ) {
    let (mailbox, log) = (mailbox, mailbox.log.log)
    let run = BuildRun(library: library, directories: directories, spotify: spotify) { phase in
      mailbox.post(.build(.progressed(phase, serial: serial)))
    }
    running.withLock { running in
      // A build that was cancelled may still be completing what it began to write.
      let before = running
      running = Task.detached {
        await before?.value
        do {
          let outcome = try await work(run)
          PlayerBuilds.note(outcome.result, options, log)
          if !outcome.result.isDryRun { self.cut.withLock { $0 = nil } }
          if !outcome.queued.isEmpty {
            mailbox.post(.search(.foundToQueue(QueuedTracks(outcome.queued), next: false)))
          }
          mailbox.post(.build(.finished(outcome.result, serial: serial)))
          if outcome.gone > 0 {
            mailbox.post(.failed("\(outcome.gone.counted("track")) left the library meanwhile"))
          }
        } catch {
          if case BuildError.incomplete(let partial) = error {
            self.cut.withLock { $0 = (partial, options) }
          }
          mailbox.post(.build(PlayerBuilds.end(error, serial)))
          // The sign-in may have ended.
          if options.service == .spotify, !Task.isCancelled { await self.look() }
        }
      }
    }
  }

  private static func end(_ error: any Error, _ serial: Int) -> BuildEvent {
    switch error {
    case BuildError.cancelled, SpotifyError.cancelled, is CancellationError:
      return .stopped(left: nil, serial: serial)
    case let error as BuildError:
      if case .incomplete = error {
        return .incomplete(error.message, wasStopped: Task.isCancelled, serial: serial)
      }
      return .failed(error.message + cause(error), serial: serial)
    default: return .failed(UserText.of(error), serial: serial)
    }
  }

  /// The first artist that was left out, where that is why there is no playlist.
  private static func cause(_ error: BuildError) -> String {
    guard let first = error.skipped.first else { return "" }
    let others = error.skipped.count > 1 ? ", and \(error.skipped.count - 1) more" : ""
    return " (\(first.text)\(others))"
  }

  /// What a build did, for the log.
  private static func note(_ result: BuildResult, _ options: BuildOptions, _ log: Log) {
    log.info(
      .build, result.isDryRun ? "dry run" : "built",
      [
        LogField("artists", result.statistics.artistsRetrieved),
        LogField("tracks", result.prepared.count),
        LogField("variants", result.statistics.variantsDeduped),
        LogField("added", result.statistics.totalUploaded),
      ])
    if options.printsTracks {
      for track in result.prepared {
        log.info(.build, "track", [LogField("track", private: track.text)])
      }
    }
    guard options.isVerbose else { return }
    for track in result.leftOut {
      log.info(.build, "left out", [LogField("track", private: track.text)])
    }
    for artist in result.skipped {
      log.info(.build, "skipped", [LogField("artist", private: artist.text)])
    }
  }

  private func complete(_ text: String, _ serial: Int) {
    let (completion, mailbox) = (completion, mailbox)
    Task.detached {
      // Names that cannot be read are no reason for a message while one types.
      let names = try? await completion.names(completing: text, limit: Self.mostNames)
      mailbox.post(.build(.artistsCompleted(names ?? [], serial: serial)))
    }
  }

  // MARK: Presets

  private func perform(
    _ order: BuildPresetEffect, refusing effect: BuildEffect, for asker: Asker
  ) {
    let (presets, mailbox, directories, spotify) = (presets, mailbox, directories, spotify)
    Task.detached {
      await EffectRunner.post(to: mailbox, refusing: .build(effect), for: asker) {
        switch order {
        case .load: return .build(.presetsLoaded(try await presets.all()))
        case .find(let name):
          return .build(.presetFound(name, try await presets.preset(named: name)))
        case .save(let preset):
          let name = try await presets.save(preset)
          mailbox.post(.build(.presetsLoaded(try await presets.all())))
          return .done(.build(.presetSaved(name)))
        case .delete(let name):
          try await presets.delete(name)
          mailbox.post(.build(.presetsLoaded(try await presets.all())))
          return .done(.build(.presetDeleted(name)))
        case .export(let preset, let text, let replaces):
          let path = directories.absolute(FilePath(text))
          do {
            let omitted = try BuildPresetFile(path).write(
              preset.options, app: spotify.app, replaces: replaces)
            return .done(.build(.presetExported(path, omitted: omitted)))
          } catch LibraryError.fileExists {
            return .build(.exportRefused(path: path.text))
          }
        case .importFile(let path):
          let path = directories.absolute(path)
          let read = try BuildPresetFile(path).read()
          let name = Playlist.tidied(name: path.stem) ?? BuildOptions.emptyName
          if let note = read.notes.first { mailbox.post(.failed("\(path.name): \(note)")) }
          return .build(.presetImported(BuildPreset(name: name, options: read.options)))
        }
      }
    }
  }

  // MARK: The account

  private func perform(
    _ order: SpotifyEffect, refusing effect: BuildEffect, _ variables: [String: String]?
  ) {
    switch order {
    case .look: Task.detached { await self.look() }
    case .signIn: signIn(variables)
    case .finishSignIn(let address):
      guard let request = signingIn.withLock({ $0?.request }) else {
        return mailbox.post(.build(.account(.failed("no sign-in is on its way"))))
      }
      do throws(SpotifyError) {
        try request.redirect(pasted: address)
      } catch {
        mailbox.post(.failed(error.message))
      }
    case .cancelSignIn:
      endSignIn()
      Task.detached { await self.look() }
    case .playlists:
      let (spotify, mailbox) = (spotify, mailbox)
      Task.detached {
        await EffectRunner.post(to: mailbox, refusing: .build(effect)) {
          .build(
            .spotifyPlaylists(
              try await spotify.client().playlists().map {
                SpotifyPlaylistItem(id: $0.id.text, name: $0.name, tracks: $0.count)
              }))
        }
      }
    case .importPlaylist(let named):
      let spotify = spotify
      imports.importDocument(named: named) {
        let client = try await spotify.client()
        let found = try await SpotifyPlaylistName(named).playlist(of: client)
        return (try await client.document(of: found), found.importPath)
      }
    case .signOut:
      let (spotify, mailbox) = (spotify, mailbox)
      Task.detached {
        await EffectRunner.post(to: mailbox, refusing: .build(effect)) {
          let obstacle = try await spotify.signOut()
          if let obstacle {
            mailbox.post(
              .failed("The tokens stay in the keyring until it can be changed: \(obstacle.message)")
            )
          }
          return .build(.account(.signedOut))
        }
      }
    }
  }

  private func look() async {
    do {
      guard !spotify.app.clientID.isEmpty, let scopes = try await spotify.scopes() else {
        return mailbox.post(.build(.account(.signedOut)))
      }
      mailbox.post(
        .build(.account(.signedIn(name: try await userName(), grants: SpotifyGrants(scopes)))))
    } catch {
      mailbox.post(.build(.account(.failed(UserText.of(error)))))
    }
  }

  /// Nil where Spotify cannot be asked now: the tokens may be good all the same.
  private func userName() async throws -> String? {
    do {
      return try await spotify.client().user().name
    } catch let error as SpotifyError {
      switch error {
      case .unavailable, .rateLimited: return nil
      case .invalidSettings, .portTaken, .cannotListen, .noRedirect, .accessDenied, .wrongRedirect,
        .signInFailed, .signInAgain, .scopeMissing, .notAvailable, .gone, .invalidID, .refused,
        .badAnswer, .interrupted, .changedElsewhere, .cancelled:
        throw error
      }
    }
  }

  private func signIn(_ variables: [String: String]?) {
    endSignIn()
    let (spotify, mailbox) = (spotify, mailbox)
    do {
      let request = try newSignIn()
      mailbox.post(.build(.account(.signingIn(address: request.page))))
      Browser.open(request.page, variables: variables)
      let task = Task.detached {
        defer { request.end() }
        do {
          let (user, scopes) = try await spotify.finish(request)
          mailbox.post(
            .build(.account(.signedIn(name: user.name, grants: SpotifyGrants(scopes)))))
        } catch {
          // Whoever cancelled it says what comes next.
          guard !Task.isCancelled else { return }
          mailbox.post(.build(.account(.failed(UserText.of(error)))))
        }
      }
      signingIn.withLock { $0 = SignIn(request: request, task: task) }
    } catch {
      mailbox.post(.build(.account(.failed(UserText.of(error)))))
    }
  }

  /// Where no browser can come back to this machine, the user pastes the address.
  private func newSignIn() throws -> SpotifySignIn {
    let port = spotify.app.port
    do {
      return try spotify.signIn(return: .port(port))
    } catch let error as SpotifyError {
      guard error == .portTaken(port), port != 0 else { throw error }
      mailbox.post(.failed(error.message))
      return try spotify.signIn(return: .pasted(port: port))
    }
  }

  private func endSignIn() {
    let old = signingIn.withLock { signIn in
      defer { signIn = nil }
      return signIn
    }
    old?.task.cancel()
    old?.request.end()
  }
}

extension SpotifyGrants {
  fileprivate init(_ scopes: [SpotifyScope]) {
    self.init(
      allowed: scopes.map(\.summary),
      refused: SpotifyScope.allCases.filter { !scopes.contains($0) }.map(\.summary))
  }
}
