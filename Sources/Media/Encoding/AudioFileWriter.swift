import Glibc
package import Music

/// Encodes stereo sound into one audio file through libavcodec and libavformat.
///
/// Belongs to the thread that created it. The file is written under a hidden name beside the target
/// until `finish()`, so that an interruption (an error, a kill) leaves the target as it was; an
/// unfinished writer removes its file on release. Decoding gives the exact number of frames, except
/// for AAC, whose container does not trim the end.
package final class AudioFileWriter {
  private let path: FilePath
  private let file: NewFile
  private let replaces: Bool
  private let encoder: AudioEncoder
  private let muxer: AudioMuxer

  /// Opens `path` for writing.
  ///
  /// - Parameters:
  /// - sampleRate: of the sound to write, in Hz; Opus is resampled to its 48 kHz.
  /// - bitRate: of a lossy format; nil for the format's own.
  /// - isMono: whether the mean of both channels is written as one.
  /// - trackTotal: the number of tracks on the album.
  /// - isDithered: whether triangular dither of one step is added where samples are rounded; a
  /// stretch whose samples all have the file's bits already is written as it is.
  /// - cover: the bytes of a PNG or JPEG; ignored where the container holds no picture.
  /// - replaces: whether an existing file of that name is replaced on completion.
  /// - Throws: `.unwritable` with an errno, or with FFmpeg's code if it has none.
  package init(
    to path: FilePath, format: Format, sampleRate: Int, bitRate: BitRate? = nil,
    isMono: Bool = false, isDithered: Bool = false, tags: Tags = Tags(),
    trackTotal: Int? = nil, cover: [UInt8]? = nil, replaces: Bool = true
  ) throws(MediaError) {
    let picture = cover.flatMap(CoverPicture.init)
    if cover != nil, picture == nil { throw .unwritable(path, code: EINVAL) }
    self.path = path
    self.replaces = replaces
    do throws(FileFault) {
      file = try NewFile(for: path, removesLeftovers: true)
    } catch {
      throw .unwritable(path, code: error.code)
    }
    do throws(CodecFault) {
      encoder = try AudioEncoder(
        format: format, sampleRate: sampleRate, isDithered: isDithered, bitRate: bitRate,
        isMono: isMono)
      muxer = try AudioMuxer(
        to: file, named: path, format: format, encoder: encoder,
        pairs: format.pairs(for: tags, trackTotal: trackTotal), cover: picture)
    } catch {
      throw .unwritable(path, code: error.code)
    }
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

  /// Encodes the remaining frames, completes the headers and gives the file its name.
  ///
  /// - Throws: `.unwritable` with `EEXIST` if the name was taken meanwhile.
  package func finish() throws(MediaError) {
    let file = try complete()
    do throws(FileFault) {
      try file.publish(replaces: replaces)
    } catch {
      throw .unwritable(path, code: error.code)
    }
  }

  /// Encodes the remaining frames and completes the headers, without giving the file its name.
  func complete() throws(MediaError) -> NewFile {
    do throws(CodecFault) {
      try encoder.finish(into: muxer)
      try muxer.finish()
    } catch {
      throw .unwritable(path, code: error.code)
    }
    return file
  }
}
