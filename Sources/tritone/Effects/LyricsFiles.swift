import Glibc
import Interface
import Library
import Media
import Music
import Online

/// Writes files of lyrics beside their music; follows no links there.
struct LyricsFiles {
  let library: Library
  /// The folder of copies for the editor.
  let copies: FilePath
  let fetched: FetchedLyricsStore

  func perform(_ order: LyricsEffect) async throws -> Event? {
    switch order {
    case .setOffset(let track, let file, let offset): try setOffset(offset, of: file, track)
    case .draft(let track): .lyrics(.drafted(try await draft(of: track)))
    case .finish(let draft, let end): try finish(draft, end)
    case .write(let new): try write(new)
    }
  }

  private func setOffset(_ offset: Int?, of file: FilePath, _ track: TrackID) throws -> Event {
    guard let contents = TrackLyrics.contents(of: file) else {
      throw Failure(reason: "\(file.name) cannot be read any more")
    }
    let text = try FileText(contents).utf8
    let before = Lyrics.offset(in: text)
    guard let offset, offset != before else { return .done(.lyrics(.offset(before, file))) }
    try AtomicFile.write(
      Lyrics.text(text, offset: offset), to: file, replaces: true, links: .refused)
    return .lyrics(.written(track, .offsetSet(offset, before: before, file)))
  }

  private func write(_ new: NewLyrics) throws -> Event {
    let text = Array(new.text.utf8)
    do throws(LibraryError) {
      try AtomicFile.write(text, to: new.file, replaces: new.replaces, links: .refused)
    } catch .fileExists {
      return .lyrics(.refused(new))
    } catch {
      return .lyrics(.kept(try copy(text), reason: error.message))
    }
    return .lyrics(.written(new.track, .wrote(new.file)))
  }

  // MARK: The editor

  private func draft(of id: TrackID) async throws -> LyricsDraft {
    guard let track = try await library.tracks([id]).first, case .file(let music) = track.source
    else { throw Failure(reason: "The track is gone") }
    let found = TrackLyrics.find(for: music)
    let target: LyricsDraft.Target
    var text: [UInt8] = []
    switch found?.source {
    case .lyricsFile(let file), .textFile(let file):
      guard let contents = TrackLyrics.contents(of: file) else {
        throw Failure(reason: "\(file.name) cannot be read any more")
      }
      // Rather than after the work in the editor.
      guard !file.isLink else { throw LibraryError.notPlain(file) }
      target = .file(file, contents: contents)
      text = try FileText(contents).utf8
    case .embedded:
      target = .embedded(music: music)
      text = Array((found?.lyrics.lrc ?? "").utf8)
    case .fetched, nil:
      target = .nothing(music: music)
      if let query = LyricsQuery(track), let lyrics = fetched.answer(to: query)?.lyrics {
        text = Array(lyrics.lyrics.lrc.utf8)
      }
    }
    return LyricsDraft(track: id, target: target, copy: try copy(text), text: text)
  }

  /// Writes a text for the user alone, under a name that says nothing.
  private func copy(_ text: [UInt8]) throws -> FilePath {
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    let path = copies.appending("lyrics-\(number).lrc")
    let code = PrivateFiles.makeFolders(copies)
    guard code == 0 else { throw LibraryError.unwritable(copies, code: code) }
    do throws(FileFault) {
      let file = try NewFile(for: path)
      fchmod(file.descriptor, 0o600)
      try file.write(text)
      try file.publish(replaces: false)
    } catch {
      throw LibraryError.unwritable(path, code: error.code)
    }
    return path
  }

  private func finish(_ draft: LyricsDraft, _ end: EditorEnd) throws -> Event {
    let copy = draft.copy
    let text = copy.isEmptyFile ? [] : TrackLyrics.contents(of: copy)
    if text == draft.text || text?.allSatisfy(\.isBlank) == true { copy.remove() }
    switch end {
    case .notStarted(let reason): throw Failure(reason: reason)
    case .ended(let status) where status != 0:
      let reason =
        status == 127
        ? "The editor was not found: $VISUAL or $EDITOR names it"
        : "The editor failed (\(status)), and nothing was written"
      guard text != draft.text else { throw Failure(reason: reason) }
      return .lyrics(.kept(copy, reason: reason))
    case .ended: break
    }
    if text == draft.text { return .done(.lyrics(.unchanged)) }
    if text?.allSatisfy(\.isBlank) == true {
      throw Failure(reason: "The text was empty, and nothing was written")
    }
    guard let text, let lyrics = Lyrics(bytes: text) else {
      return .lyrics(.kept(copy, reason: "These are no lyrics, or more than 1 MiB"))
    }
    do {
      let file = try store(text, lyrics, draft.target)
      copy.remove()
      return .lyrics(.written(draft.track, .wrote(file)))
    } catch {
      return .lyrics(.kept(copy, reason: UserText.of(error)))
    }
  }

  /// - Returns: The path of the written file.
  private func store(
    _ text: [UInt8], _ lyrics: Lyrics, _ target: LyricsDraft.Target
  ) throws -> FilePath {
    switch target {
    case .file(let file, let contents):
      guard TrackLyrics.contents(of: file) == contents else {
        throw Failure(reason: "\(file.name) was changed by another program meanwhile")
      }
      try AtomicFile.write(text, to: file, replaces: true, links: .refused)
      return file
    case .embedded(let music): return try add(text, music.newLyrics(isLRC: true))
    case .nothing(let music): return try add(text, music.newLyrics(isLRC: lyrics.isSynced))
    }
  }

  private func add(_ text: [UInt8], _ file: FilePath) throws(LibraryError) -> FilePath {
    try AtomicFile.write(text, to: file, replaces: false, links: .refused)
    return file
  }
}

extension FilePath {
  fileprivate var isLink: Bool { status.map { $0.st_mode & S_IFMT == S_IFLNK } ?? false }
  fileprivate var isEmptyFile: Bool { status.map { $0.st_size == 0 } ?? false }

  private var status: stat? {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 ? status : nil
  }

  fileprivate func remove() { _ = withCString { unlink($0) } }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
