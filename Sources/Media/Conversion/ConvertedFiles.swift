internal import CLinux
import Glibc
package import Music
import Synchronization

/// Converts files for devices, and keeps the converted sound without tags in a cache: a file whose
/// tags were changed is not encoded again.
///
/// Blocks on the caller's thread, some seconds for each file that is not in the cache. Several
/// threads and programs may use one folder.
package final class ConvertedFiles: Sendable {
  private let cache: SoundCache
  private let encoded = Atomic<Int>(0)

  /// - Parameters:
  ///   - folder: made when it is needed, for the user alone.
  ///   - limit: in bytes; beyond it the least recently used files go, and 0 keeps none.
  package init(folder: FilePath, limit: Int64) {
    cache = SoundCache(folder: folder, limit: limit)
  }

  /// Files that were encoded so far, and not found in the cache.
  package var encodedCount: Int { encoded.load(ordering: .relaxed) }

  /// Whether FFmpeg has the encoder.
  package static func canConvert(by rule: ConversionRule) -> Bool {
    AudioEncoder.exists(for: SoundEncoding.format(of: rule))
  }

  /// A converted file with the tags and the cover of the source.
  ///
  /// - Parameters:
  ///   - cover: how the cover is made smaller; nil keeps it as it is.
  ///   - target: an existing folder for the file, which the caller removes.
  ///   - progress: receives the duration converted so far; not called for a file in the cache.
  package func file(
    for source: FilePath, rule: ConversionRule, cover: CoverLimit? = CoverLimit(),
    in target: FilePath, cancellation: Cancellation, progress: (Duration) -> Void = { _ in }
  ) throws(ConversionError) -> FilePath {
    let facts = try Self.facts(of: source, cancellation)
    let tags = TagSet(of: source, facts)
    let picture = CoverPicture(of: source, within: cover)
    let format = SoundEncoding.format(of: rule)
    let finishing = ConvertedFileFinishing(
      format: format, tags: tags, gain: facts.tags.replayGain, cover: picture)
    let key = try Self.key(of: source, facts, rule)
    // A damaged file is found while it is copied, and made once more.
    for _ in 0..<2 {
      let sound = try sound(
        of: source, facts, rule, key, spare: target, cancellation, progress)
      if let file = try finishing.write(sound, in: target, cancellation) {
        try Self.check(source, facts)
        return file
      }
      cache.remove(key)
    }
    throw ConversionError(writing: cache.path(key), code: EIO)
  }

  /// Converts a file's sound into the cache, so that `file` finds it there.
  package func prepare(
    _ source: FilePath, rule: ConversionRule, cancellation: Cancellation,
    progress: (Duration) -> Void = { _ in }
  ) throws(ConversionError) {
    guard cache.limit > 0 else { return }
    let facts = try Self.facts(of: source, cancellation)
    let key = try Self.key(of: source, facts, rule)
    _ = try sound(of: source, facts, rule, key, spare: nil, cancellation, progress)
  }

  /// From the cache, or converted.
  ///
  /// - Parameter spare: a folder for the sound where the cache cannot be written.
  private func sound(
    of source: FilePath, _ facts: MediaFacts, _ rule: ConversionRule, _ key: SoundCache.Key,
    spare: FilePath?, _ cancellation: Cancellation, _ progress: (Duration) -> Void
  ) throws(ConversionError) -> ConvertedSound {
    if let sound = cache.sound(key) { return sound }
    guard cache.limit > 0, PrivateFolder.make(cache.folder) else {
      return try convert(
        source, facts, rule, for: (spare ?? cache.folder).appending(key.name), cancellation,
        progress
      ).sound
    }
    let lock = CacheLock(at: cache.folder.appending(key.lockName)) { cancellation.isOver }
    defer { withExtendedLifetime(lock) {} }
    if cancellation.isOver { throw .cancelled }
    if let sound = cache.sound(key) { return sound }
    do throws(ConversionError) {
      let (file, sound) = try convert(
        source, facts, rule, for: cache.path(key), cancellation, progress)
      cache.keep(sound, file, cancellation)
      return sound
    } catch {
      // The disk of the cache may be full while the other one is not.
      guard case .unwritable = error, let spare else { throw error }
      return try convert(
        source, facts, rule, for: spare.appending(key.name), cancellation, progress
      ).sound
    }
  }

  private func convert(
    _ source: FilePath, _ facts: MediaFacts, _ rule: ConversionRule, for path: FilePath,
    _ cancellation: Cancellation, _ progress: (Duration) -> Void
  ) throws(ConversionError) -> (file: NewFile, sound: ConvertedSound) {
    encoded.add(1, ordering: .relaxed)
    let file = try SoundConversion.run(
      source, rule, for: path, cancellation: cancellation, progress: progress)
    try Self.check(source, facts)
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else {
      throw ConversionError(writing: path, code: errno)
    }
    return (file, ConvertedSound(file, length: Int64(status.st_size)))
  }

  private static func facts(
    of source: FilePath, _ cancellation: Cancellation
  ) throws(ConversionError) -> MediaFacts {
    if cancellation.isOver { throw .cancelled }
    do throws(MediaError) {
      return try TagReader.read(source)
    } catch {
      throw ConversionError(reading: error)
    }
  }

  private static func key(
    of source: FilePath, _ facts: MediaFacts, _ rule: ConversionRule
  ) throws(ConversionError) -> SoundCache.Key {
    do throws(MediaError) {
      return try SoundCache.Key(facts, source, rule)
    } catch {
      throw ConversionError(reading: error)
    }
  }

  /// Checks that a source is as it was.
  private static func check(_ source: FilePath, _ facts: MediaFacts) throws(ConversionError) {
    var status = stat()
    guard source.withCString({ stat($0, &status) }) == 0,
      OpenedFile.Identity(status).fileStamp == facts.file
    else { throw .changedMeanwhile }
  }
}
