internal import Foundation
package import Music

/// Encodes stereo sound into one audio file through libavcodec and libavformat.
///
/// Belongs to the thread that made it. What is written lies under a temporary name beside the
/// target until `finish()` renames it, so that whoever stops half way (an error, a kill) leaves
/// the target as it was; a writer that is dropped before that removes its temporary file.
/// Decoding gives the exact number of frames, except of AAC, whose container does not trim the end.
package final class AudioFileWriter {
  private let path: FilePath
  private let temporaryPath: FilePath
  private let encoder: AudioEncoder
  private let muxer: AudioMuxer
  private var isFinished = false

  /// Opens `path` for writing.
  ///
  /// - Parameters:
  ///   - sampleRate: of what will be written, in Hz; Opus is resampled to its 48 kHz.
  ///   - trackTotal: how many tracks the album has.
  ///   - isDithered: whether noise of one step (triangular) is added where samples are rounded.
  ///   - cover: the bytes of a PNG or JPEG; left out where the container holds no picture.
  /// - Throws: `.unwritable` with an errno, or with FFmpeg's code where that is none.
  package init(
    to path: FilePath, format: Format, sampleRate: Int, isDithered: Bool = false,
    tags: Tags = Tags(), trackTotal: Int? = nil, cover: [UInt8]? = nil
  ) throws(MediaError) {
    let picture = cover.flatMap(CoverPicture.init)
    if cover != nil, picture == nil { throw .unwritable(path, code: EINVAL) }
    let temporaryPath = Self.temporaryPath(beside: path)
    self.path = path
    self.temporaryPath = temporaryPath
    do throws(CodecFault) {
      encoder = try AudioEncoder(format: format, sampleRate: sampleRate, isDithered: isDithered)
      muxer = try AudioMuxer(
        to: temporaryPath, named: path, format: format, encoder: encoder,
        pairs: format.pairs(for: tags, trackTotal: trackTotal), cover: picture)
    } catch {
      _ = temporaryPath.withCString { unlink($0) }
      throw .unwritable(path, code: error.code)
    }
  }

  deinit {
    muxer.close()
    if !isFinished { _ = temporaryPath.withCString { unlink($0) } }
  }

  /// Appends interleaved stereo: two floats a frame, full scale at 1.
  package func write(_ samples: UnsafeBufferPointer<Float>) throws(MediaError) {
    do throws(CodecFault) {
      try encoder.encode(samples, into: muxer)
    } catch {
      throw .unwritable(path, code: error.code)
    }
  }

  /// Appends interleaved stereo: two floats a frame, full scale at 1.
  package func write(_ samples: [Float]) throws(MediaError) {
    try samples.withUnsafeBufferPointer { (buffer) throws(MediaError) in try write(buffer) }
  }

  /// Encodes what is left, completes the headers and gives the file its name.
  package func finish() throws(MediaError) {
    do throws(CodecFault) {
      try encoder.finish(into: muxer)
      try muxer.finish()
    } catch {
      throw .unwritable(path, code: error.code)
    }
    let renamed = temporaryPath.withCString { from in path.withCString { rename(from, $0) } }
    guard renamed == 0 else { throw .unwritable(path, code: errno) }
    isFinished = true
  }

  /// Hidden, so that nobody takes it for music, and always the same, so that what a kill has
  /// left behind is overwritten by the next attempt.
  private static func temporaryPath(beside path: FilePath) -> FilePath {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return FilePath(
      bytes: path.bytes[..<slash] + Array(".".utf8) + path.bytes[slash...] + Array(".part".utf8))
  }
}
