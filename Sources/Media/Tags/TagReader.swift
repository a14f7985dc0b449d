internal import CFFmpeg
import Glibc
package import Music

/// Reads a file's metadata: tags, audio properties, whether it has a picture.
///
/// Blocks on the file system, on the caller's thread. Decodes nothing, writes nothing, and gives up
/// on a file that keeps FFmpeg busy for longer than `patience`.
package enum TagReader {
  /// The timeout per file in seconds.
  static let patience: UInt64 = 5

  /// Buffers reused from one file to the next.
  ///
  /// Belongs to one thread.
  package final class Memory {
    let file = HeaderFile()
    /// Whether files are opened so that their access times stay, which the system allows their
    /// owner only; false after the first file of somebody else.
    var keepsAccessTimes = true

    package init() {}
  }

  /// Reads one file.
  ///
  /// Our own readers handle the common formats with a few reads; everything in doubt is left to
  /// FFmpeg. With unmistakable first bytes FFmpeg is given the demuxer, which spares probing;
  /// anything still unknown is probed.
  package static func read(
    _ path: FilePath, with memory: Memory = Memory()
  ) throws(MediaError) -> MediaFacts {
    let source = try Source(path, patience: patience, memory: memory)
    defer { source.close() }
    memory.file.use(source.descriptor, size: source.fileStamp.size)
    if let facts = headerFacts(memory.file, path, source.fileStamp) { return facts }
    try FFmpegLibraries.load()
    source.patch = FLACHeader.correction(memory.file)
    let own = HeaderReader.leadingTags(memory.file).tags
    if let facts = try quickFacts(source, path, own, memory.file) { return facts }
    return try thoroughFacts(source, path, own, memory.file)
  }

  /// The result of our own readers, or nil in doubt.
  private static func headerFacts(
    _ file: HeaderFile, _ path: FilePath, _ fileStamp: FileStamp
  ) -> MediaFacts? {
    guard var facts = HeaderReader.read(file, isNamedMP3: path.hasExtension("mp3")),
      facts.isBelievable(size: fileStamp.size)
    else { return nil }
    facts.audio.hasArt = facts.tags.hasPicture
    if facts.audio.bitRate == nil, let seconds = facts.audio.duration?.seconds {
      facts.audio.bitRate = PlausibleRange.bitRate(size: fileStamp.size, seconds: seconds)
    }
    let tags = facts.tags.tags(isOpus: facts.audio.codec == "opus")
    return MediaFacts(
      tags: tags, audio: facts.audio, file: fileStamp, audioHash: facts.audioHash)
  }

  /// The result of a named demuxer, or nil if it leaves something unknown.
  ///
  /// - Parameter own: the leading tags from our own reader.
  private static func quickFacts(
    _ source: Source, _ path: FilePath, _ own: TagFields, _ file: HeaderFile
  ) throws(MediaError) -> MediaFacts? {
    guard let magic = Magic(file, fileExtension: path.fileExtension),
      let container = try? Container(source, path, demuxer: magic.demuxer)
    else { return nil }
    defer { container.close() }
    guard var audio = container.audioProperties(size: source.fileStamp.size) else { return nil }
    if let frame = magic.frame {
      (audio.sampleRate, audio.channels, audio.codec) = (frame.rate, frame.channels, "mp3")
    }
    guard audio.hasPlayableRate, audio.channels > 0, audio.duration != nil, !audio.codec.isEmpty
    else { return nil }
    return facts(container, audio, source, own, file)
  }

  private static func facts(
    _ container: Container, _ audio: AudioProperties, _ source: Source, _ own: TagFields,
    _ file: HeaderFile
  ) -> MediaFacts {
    var (tags, audio) = (own, audio)
    if framed.contains(audio.container) { _ = TrailingTags(file, into: &tags) }
    audio.hasArt = audio.hasArt || tags.hasPicture
    return MediaFacts(
      tags: container.tags(after: tags), audio: audio, file: source.fileStamp,
      audioHash: container.audioHash())
  }

  /// Containers that are plain sequences of frames, with foreign tags behind the last.
  private static let framed: Set<String> = ["mp3", "aac", "ape", "wv", "tta", "mpc", "mpc8"]

  /// The result of probing every demuxer and reading some packets.
  private static func thoroughFacts(
    _ source: Source, _ path: FilePath, _ own: TagFields, _ file: HeaderFile
  ) throws(MediaError) -> MediaFacts {
    source.rewind()
    let container = try Container(source, path, demuxer: nil)
    defer { container.close() }
    let code = container.findStreams()
    if source.isLate { throw .timedOut(.file(path)) }
    guard let audio = container.audioProperties(size: source.fileStamp.size), audio.sampleRate > 0,
      audio.channels > 0, !audio.codec.isEmpty
    else { throw .noAudio(.file(path), code: min(code, 0)) }
    guard container.hasDecoder else { throw .noDecoder(.file(path), codec: audio.codec) }
    guard audio.hasPlayableRate else { throw .unplayableRate(.file(path), hertz: audio.sampleRate) }
    return facts(container, audio, source, own, file)
  }
}

extension AudioProperties {
  /// DSD has its own samples, of which FFmpeg plays eight as one.
  fileprivate var hasPlayableRate: Bool {
    PlausibleRange.rates.contains(codec.hasPrefix("dsd_") ? sampleRate / 8 : sampleRate)
  }
}

extension FilePath {
  /// Whether the name has this extension, in any case of letters.
  fileprivate func hasExtension(_ wanted: StaticString) -> Bool {
    let length = wanted.utf8CodeUnitCount
    guard bytes.count > length, bytes[bytes.count - length - 1] == UInt8(ascii: ".") else {
      return false
    }
    return (0..<length).allSatisfy {
      bytes[bytes.count - length + $0] | 0x20 == wanted.utf8Start[$0] | 0x20
    }
  }
}
