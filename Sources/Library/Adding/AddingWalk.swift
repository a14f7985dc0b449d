import Glibc
internal import Media
internal import Music

/// A source folder with the files that are added from it.
struct AddingFolder: Equatable, Sendable {
  var path: FilePath
  /// Names, sorted.
  var audio: [[UInt8]] = []
  var covers: [[UInt8]] = []
  var lyrics: [[UInt8]] = []
  var sheets: [AddingSheet] = []
  /// Whether it may be removed when it is empty: it lies below a folder that was named.
  var isInner = false
}

/// A CUE sheet beside music.
struct AddingSheet: Equatable, Sendable {
  var name: [UInt8]
  /// The names of its files in lower case, without extensions: an image may have been compressed.
  private var stems: Set<String> = []

  init(_ name: [UInt8], in folder: FilePath) {
    self.name = name
    do throws(LibraryError) {
      for file in try CueSheet(at: folder.appending(name)).files {
        // A path of Windows, perhaps.
        let parts = file.name.split { $0 == "/" || $0 == "\\" }
        stems.insert(FilePath(String(parts.last ?? "")).stem.lowercased())
      }
    } catch {
      // because a sheet that cannot be read names no file, and is left where it is
    }
  }

  /// Whether the sheet names a file.
  func names(_ file: [UInt8]) -> Bool {
    stems.contains(FilePath(bytes: file).stem.lowercased())
  }
}

/// Finds the files of a request. Hidden names are left out, and no link is followed but one that
/// the user named.
struct AddingWalk {
  private(set) var folders: [AddingFolder] = []
  /// Links and the like with names of audio files.
  private(set) var skipped: [AddedFile] = []
  private let target: FilePath
  private let cancellation: Cancellation
  private let restoresNames: Bool
  private var seen: Set<FilePath> = []

  /// Bytes of the longest path that is walked to.
  private static let maximumPath = 4_000

  /// - Parameters:
  ///   - target: the folder that files are added to, which is left out.
  ///   - restoresNames: whether files hidden by a killed run get their names back.
  init(
    _ sources: [FilePath], target: FilePath, restoresNames: Bool, cancellation: Cancellation
  ) {
    self.target = target.resolved ?? target
    self.restoresNames = restoresNames
    self.cancellation = cancellation
    for source in sources { visit(named: source) }
  }

  private mutating func visit(named source: FilePath) {
    if restoresNames { HiddenSource.restoreName(of: source) }
    guard let real = source.resolved else {
      return skip(source, "no such file or folder")
    }
    guard !real.isInside(target) else {
      return skip(source, "it is in \(target.text) already")
    }
    switch AddingWalk.kind(real) {
    case S_IFDIR: visit(folder: real)
    case S_IFREG where AudioNames.includes(real.nameBytes):
      guard let parent = real.parent, seen.insert(real).inserted else { return }
      var folder = AddingFolder(path: parent, audio: [real.nameBytes])
      // Of the folder only what belongs to this file.
      let all = AddingWalk.listing(of: parent)
      folder.lyrics = all.filter { AddingWalk.belongs($0, to: real.nameBytes) }
      folder.sheets = all.filter(AddingWalk.isSheet).map { AddingSheet($0, in: parent) }
        .filter { $0.names(real.nameBytes) }
      folders.append(folder)
    case S_IFREG: skip(source, "not named as an audio file")
    default: skip(source, TransferError.notAFile.reason)
    }
  }

  private mutating func visit(folder top: FilePath) {
    var waiting = [(top, false)]
    while let (path, isInner) = waiting.popLast() {
      guard !cancellation.isOver else { return }
      guard path != target, path.bytes.count < AddingWalk.maximumPath, seen.insert(path).inserted
      else { continue }
      var folder = AddingFolder(path: path, isInner: isInner)
      var below: [FilePath] = []
      if restoresNames { HiddenSource.restoreNames(in: path) }
      guard let names = AddingWalk.names(of: path) else {
        skip(path, "it cannot be listed")
        continue
      }
      for name in names {
        let file = path.appending(name)
        switch AddingWalk.kind(file) {
        case S_IFDIR: below.append(file)
        case S_IFREG where AudioNames.includes(name):
          if seen.insert(file).inserted { folder.audio.append(name) }
        case S_IFREG where FolderCover.isCover(name): folder.covers.append(name)
        case S_IFREG where AddingWalk.isLyrics(name): folder.lyrics.append(name)
        case S_IFREG where AddingWalk.isSheet(name):
          folder.sheets.append(AddingSheet(name, in: path))
        case S_IFREG: break
        case S_IFLNK where AudioNames.includes(name) || AddingWalk.leadsToFolder(file):
          skip(file, "a link, which is not followed")
        case _ where AudioNames.includes(name): skip(file, TransferError.notAFile.reason)
        default: break
        }
      }
      folders.append(folder)
      waiting += below.reversed().map { ($0, true) }
    }
  }

  private mutating func skip(_ path: FilePath, _ reason: String) {
    skipped.append(AddedFile(from: path, .skipped(reason: reason)))
  }

  // MARK: Names

  static func isLyrics(_ name: [UInt8]) -> Bool { FilePath(bytes: name).fileExtension == "lrc" }
  static func isSheet(_ name: [UInt8]) -> Bool { FilePath(bytes: name).fileExtension == "cue" }

  /// Whether lyrics are those of an audio file: "Song.lrc" or "Song.flac.lrc" of "Song.flac".
  static func belongs(_ lyrics: [UInt8], to audio: [UInt8]) -> Bool {
    guard isLyrics(lyrics) else { return false }
    let stem = FilePath(bytes: lyrics).withoutExtension.bytes
    return stem == audio || stem == FilePath(bytes: audio).withoutExtension.bytes
  }

  /// The type of a file itself, not of what a link leads to.
  static func kind(_ path: FilePath) -> mode_t? {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  private static func leadsToFolder(_ link: FilePath) -> Bool {
    var status = stat()
    return link.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func listing(of folder: FilePath) -> [[UInt8]] {
    (names(of: folder) ?? []).filter { kind(folder.appending($0)) == S_IFREG }
  }

  /// The names in a folder that are not hidden, sorted; nil where it cannot be listed.
  static func names(of folder: FilePath) -> [[UInt8]]? {
    guard let stream = folder.withCString({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
