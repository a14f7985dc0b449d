package import Music
import Synchronization

/// Writes ratings, tempos and keys into music files, and nothing else.
///
/// Blocks on the file system, on the caller's thread. A file is only ever replaced by a complete
/// new one that was read back and compared first: same sound, same pictures, same other tags.
package final class TagWriter: Sendable {
  private let cancellation: Cancellation
  private let isDryRun: Bool
  /// Folders searched for the leftovers of killed runs.
  private let cleaned = Mutex<Set<FilePath>>([])

  /// FFmpeg's names of the written tags, in lower case; FFmpeg maps other tags to them as well, so
  /// every tag is also compared under its format's own name.
  private static let names: Set<String> = [
    "fmps_rating", "rating", "rate", "bpm", "tbpm", "tempo", "tmpo", "initialkey", "initial_key",
    "initial key", "key", "tkey", "tbp", "tke",
  ]

  /// - Parameter isDryRun: whether changes are only reported.
  package init(cancellation: Cancellation, isDryRun: Bool = false) {
    self.cancellation = cancellation
    self.isDryRun = isDryRun
  }

  /// The result for a file.
  package struct Outcome: Equatable, Sendable {
    /// The changes made, or to be made; none for an up-to-date file.
    package var changes: [TagChange] = []
    /// The file's stamps before and after writing; nil if unwritten.
    package var stamps: Stamps?
    /// Notes for the file's owner.
    package var notes: [String] = []
  }

  package struct Stamps: Equatable, Sendable {
    package var before: FileStamp
    package var after: FileStamp
  }

  /// Writes a file's tags if they differ.
  package func write(_ wanted: WantedTags, to path: FilePath) throws(TagWriteError) -> Outcome {
    if cancellation.isOver { throw .cancelled }
    let (file, tags, facts) = try Self.open(path)
    clean(file)
    let changes = TagPlan(wanted, family: tags.family, items: tags.items).changes
    guard !changes.isEmpty else { return Outcome() }
    var outcome = Outcome(changes: changes, notes: Self.notes(file))
    if isDryRun { return outcome }
    let replacement = try FileReplacement(file, cancellation: cancellation)
    try tags.write(changes, to: replacement)
    try check(replacement, tags, changes, file, facts)
    let (identity, notes) = try replacement.commit()
    outcome.notes += notes
    outcome.stamps = Stamps(before: file.identity.fileStamp, after: identity.fileStamp)
    return outcome
  }

  /// All tags of a file, under their format's names.
  package static func items(of path: FilePath) throws(TagWriteError) -> [TagItem] {
    return try open(path).tags.items
  }

  private static func open(_ path: FilePath) throws(TagWriteError)
    -> (file: OpenedFile, tags: TagFile, facts: MediaFacts)
  {
    let file = try OpenedFile(path)
    let facts: MediaFacts
    do { facts = try TagReader.read(file.path) } catch { throw .unreadable(error) }
    guard facts.file == file.identity.fileStamp else { throw .changedMeanwhile }
    let tags = try TagFile(
      file.descriptor, size: facts.file.size, container: facts.audio.container,
      codec: facts.audio.codec)
    return (file, tags, facts)
  }

  private static func notes(_ file: OpenedFile) -> [String] {
    var notes: [String] = []
    if file.isLinked { notes.append("a link: its tags are in \(file.path.text)") }
    if file.names > 1 {
      let others =
        file.names == 2
        ? "1 other name (hard link) keeps" : "\(file.names - 1) other names (hard links) keep"
      notes.append("\(others) the file as it was")
    }
    return notes
  }

  /// Removes leftovers beside the file, once for each folder.
  private func clean(_ file: OpenedFile) {
    guard !isDryRun, let folder = file.path.parent,
      cleaned.withLock({ $0.insert(folder).inserted })
    else { return }
    FileReplacement.removeLeftovers(in: folder)
  }

  private func check(
    _ replacement: FileReplacement, _ tags: TagFile, _ changes: [TagChange], _ file: OpenedFile,
    _ facts: MediaFacts
  ) throws(TagWriteError) {
    let size = try replacement.size
    let audio = facts.audio
    let written = try TagFile(
      replacement.descriptor, size: size, container: audio.container, codec: audio.codec)
    try tags.check(written, changes)
    let old = try digest(file.descriptor, audio.container)
    let new = try digest(replacement.descriptor, audio.container)
    if tags.family == .ape {
      guard
        try AppendedTags.haveSameSound(
          (file.descriptor, file.identity.fileStamp.size), (replacement.descriptor, size),
          cancellation: cancellation)
      else { throw .verificationFailed("its sound") }
    }
    guard old.hasPackets, audio.container == "ape" || old.hasSameSound(as: new) else {
      throw .verificationFailed("its sound")
    }
    // Where FFmpeg overlooks a tag for another one it may find more of them now, but never fewer.
    guard old.metadata.isSubset(of: new.metadata) else {
      throw .verificationFailed("one of its tags")
    }
  }

  private func digest(_ descriptor: Int32, _ container: String) throws(TagWriteError)
    -> PacketDigest
  {
    do {
      return try PacketDigest(
        descriptor: descriptor, demuxer: container, without: Self.names, cancellation: cancellation)
    } catch {
      throw error == .cancelled ? .cancelled : .unreadable(error)
    }
  }
}
