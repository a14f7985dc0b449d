import Library
import Music
import Servers

/// The right to list a server and to exchange with it, which one task of one process has at a time:
/// two would tell the same plays twice.
struct ServerTurn: Sendable {
  private let turn: FileTurn

  /// Nil where somebody else has it for longer than that.
  ///
  /// - Throws: for a folder in which there can be no lock.
  static func taken(
    at server: Server, _ directories: Directories, patience: Duration
  ) async throws -> ServerTurn? {
    let folder = directories.serverFolder(server.uuid)
    switch await FileTurn.attempt(folder.appending("exchange.lock"), patience: patience) {
    case .taken(let turn): return ServerTurn(turn: turn)
    case .busy: return nil
    case .impossible(let code): throw LibraryError.unwritable(folder, code: code)
    }
  }
}
