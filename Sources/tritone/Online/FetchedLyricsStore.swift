import FoundationEssentials
import Glibc
import Library
import Media
import Music
import Online

/// Lyrics that a service answered with, kept as files in the cache; also that it had none.
struct FetchedLyricsStore: Sendable {
  let folder: FilePath

  /// An answer with its query, whose hash is the file's name.
  private struct Record: Codable {
    var query: LyricsQuery
    /// Nil for none.
    var text: String?
    /// Seconds since 1970.
    var time: Int64
  }

  /// For which "none" is believed, in seconds.
  static let patience: Int64 = 30 * 24 * 3600

  /// The kept answer; nil where the service has to be asked.
  func answer(to query: LyricsQuery, now: Int64 = FetchedLyricsStore.now) -> FoundLyrics? {
    // A file that cannot be read is fetched again.
    guard let bytes = TrackLyrics.contents(of: path(of: query)),
      let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)), record.query == query
    else { return nil }
    if let text = record.text { return .text(text) }
    return (0...Self.patience).contains(now - record.time) ? .nothing : nil
  }

  func keep(
    _ found: FoundLyrics, for query: LyricsQuery, now: Int64 = FetchedLyricsStore.now
  ) throws {
    let text: String? = if case .text(let text) = found { text } else { nil }
    let code = PrivateFiles.makeFolders(folder)
    guard code == 0 else { throw LibraryError.unwritable(folder, code: code) }
    let bytes = try JSONEncoder().encode(Record(query: query, text: text, time: now))
    try AtomicFile.write(Array(bytes), to: path(of: query), replaces: true, links: .refused)
  }

  static var now: Int64 { Int64(time(nil)) }

  private func path(of query: LyricsQuery) -> FilePath {
    let names = [query.artist, query.title, query.album ?? "", String(query.seconds)]
    let digest = SHA256.digest(of: Array(names.joined(separator: "\u{1F}").utf8))
    return folder.appending(digest.prefix(32) + ".json")
  }
}
