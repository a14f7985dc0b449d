internal import CFFmpeg
import Glibc
package import Music

/// Reads what a file says of itself: tags, audio properties, whether it carries art.
///
/// Blocks on the file system, on the thread of the caller. Decodes nothing, writes nothing, and
/// gives up on a file that keeps FFmpeg busy for longer than `patience`.
package enum TagReader {
  /// Seconds a file may take.
  static let patience: UInt64 = 5

  /// The audio containers that are opened; playlists, images and text, which FFmpeg would also
  /// open and some of which name further files, are not.
  private static let containers = """
    mp3,flac,ogg,mov,wav,aiff,aac,wv,ape,matroska,asf,caf,dsf,iff,tta,mpc,mpc8,ac3,eac3,dts,au,\
    w64,tak,shn,amr,avi,mpegts,mpeg,loas,oma,rm,voc,truehd,xwma
    """

  /// What is kept from one file to the next, so that nothing is allocated anew for each.
  ///
  /// Belongs to one thread.
  package final class Memory {
    let file = HeaderFile()

    package init() {}
  }

  /// Reads one file.
  ///
  /// The common formats are read by readers of our own, which look at a few places of the file;
  /// what they are not sure of is left to FFmpeg. It is told the demuxer where the first bytes are
  /// unmistakable, which spares probing them all; whatever that leaves unknown is found out the
  /// slow way.
  package static func read(
    _ path: FilePath, with memory: Memory = Memory()
  ) throws(MediaError) -> MediaFacts {
    let source = try Source(path, patience: patience)
    defer { source.close() }
    memory.file.use(source.descriptor, size: source.stamp.size)
    if let facts = headerFacts(memory.file, path, source.stamp) { return facts }
    try FFmpegLibraries.load()
    if let facts = try quickFacts(source, path) { return facts }
    return try thoroughFacts(source, path)
  }

  /// What our own readers find, or nil where they are not sure.
  private static func headerFacts(
    _ file: HeaderFile, _ path: FilePath, _ stamp: FileStamp
  ) -> MediaFacts? {
    guard var facts = HeaderReader.read(file, isNamedMP3: path.hasExtension("mp3")),
      facts.isBelievable(size: stamp.size)
    else { return nil }
    facts.audio.hasArt = facts.tags.hasPicture
    if facts.audio.bitRate == nil, let seconds = facts.audio.duration?.seconds {
      facts.audio.bitRate = Int(Double(stamp.size) * 8 / seconds)
    }
    let tags = facts.tags.tags(isOpus: facts.audio.codec == "opus")
    return MediaFacts(
      tags: tags, audio: facts.audio, file: stamp, fingerprint: facts.fingerprint)
  }

  /// What naming the demuxer gives, or nil when that leaves something unknown.
  private static func quickFacts(_ source: Source, _ path: FilePath) throws(MediaError)
    -> MediaFacts?
  {
    guard let magic = Magic(source, fileExtension: path.fileExtension),
      let container = try? Container(source, path, demuxer: magic.demuxer)
    else { return nil }
    defer { container.close() }
    guard var audio = container.audioProperties(size: source.stamp.size) else { return nil }
    if let frame = magic.frame {
      audio.sampleRate = frame.sampleRate
      audio.channels = frame.channels
      audio.codec = frame.codec
    }
    guard audio.sampleRate > 0, audio.channels > 0, audio.duration != nil, !audio.codec.isEmpty
    else { return nil }
    return MediaFacts(
      tags: container.tags(), audio: audio, file: source.stamp,
      fingerprint: container.fingerprint())
  }

  /// What probing every demuxer and reading some packets gives.
  private static func thoroughFacts(_ source: Source, _ path: FilePath) throws(MediaError)
    -> MediaFacts
  {
    source.rewind()
    let container = try Container(source, path, demuxer: nil, allowing: containers)
    defer { container.close() }
    let code = container.findStreams()
    if source.isLate { throw .timedOut(path) }
    guard let audio = container.audioProperties(size: source.stamp.size), audio.sampleRate > 0,
      audio.channels > 0, !audio.codec.isEmpty
    else { throw .noAudio(path, code: min(code, 0)) }
    guard container.hasDecoder else { throw .noDecoder(path, codec: audio.codec) }
    return MediaFacts(
      tags: container.tags(), audio: audio, file: source.stamp,
      fingerprint: container.fingerprint())
  }
}

extension FilePath {
  /// Whether the name ends in a dot and this, in any case of letters.
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
