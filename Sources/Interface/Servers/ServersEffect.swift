package import Music

/// Servers that the user adds, and downloads of their tracks. Errors come as `Event.refused`, whose
/// text says what to do next.
package enum ServersEffect: Equatable, Sendable {
  /// Asks for all servers; `ServersEvent.listed` follows.
  case list
  /// Signs in, adds the server and lists it; `ServersEvent.added` follows, or one of its questions
  /// and nothing is added.
  case add(ServerDraft, allowsPlainHTTP: Bool)
  /// Signs in anew at a known server; `ServersEvent.changed` follows.
  case signIn(ServerID, ServerCredentials)
  /// Asks the server for its version and whether the sign-in still counts; `ServersEvent.checked`,
  /// `.signInNeeded` or `.certificateAsked` follows.
  case check(ServerID)
  /// Removes the server with its sign-in, its downloads and its tracks, but for those that the user
  /// has put into playlists, which are missing then. `ServersEvent.removed` follows.
  case remove(ServerID)
  /// Lists what has changed; nil for all servers. `ServersEvent.listing` and `.listingEnded` follow.
  case sync(ServerID?)
  /// Ends the listing that goes on.
  case cancel(ServerID)
  /// Stores the options that the user sets; `ServersEvent.changed` follows.
  case setOptions(ServerID, ServerOptions)
  /// Changes name, address and options. A new address is asked first whether it is the same server;
  /// `ServersEvent.changed` follows, or `.changeAsked` or `.certificateAsked` and nothing is changed.
  case change(ServerID, ServerChange)
  /// Downloads what is not on this disk yet; `ServersEvent.downloading` and `.downloaded` follow.
  case download(DownloadSubject)
  /// Removes files from this disk; `ServersEvent.downloadsRemoved` follows.
  case removeDownload(DownloadSubject)
  /// Ends all downloads, and forgets those that wait.
  case cancelDownloads
  /// Asks for the play queue of another client; nil for that which was saved last on any server.
  /// `ServersEvent.queueFound` follows.
  case goOn(ServerID?)
  /// Asks which of the tracks of servers among rows are on this disk; `ServersEvent.onDisk`
  /// follows.
  case findOnDisk([TrackID])
  case setCacheSize(gigabytes: Double)
  case setDownloadsAtOnce(Int)
  /// Downloads the next book of a series by itself.
  case setDownloadsNextBook(Bool)
  /// Removes the download of a book that is finished.
  case setDeletesFinished(Bool)
  case shared(SharedEffect)

  /// The server that a question may follow about; nil for effects without questions.
  var asked: AddedServers.Asked? {
    switch self {
    case .add(let draft, _): .new(draft.name)
    case .signIn(let id, _), .check(let id), .change(let id, _): .known(id)
    case .list, .remove, .sync, .cancel, .setOptions, .download, .removeDownload, .cancelDownloads,
      .goOn, .findOnDisk, .setCacheSize, .setDownloadsAtOnce, .setDownloadsNextBook,
      .setDeletesFinished, .shared:
      nil
    }
  }
}
