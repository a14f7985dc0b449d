internal import CTags
import Glibc
internal import Music

/// Puts tags and a cover on converted sound.
struct ConvertedFileFinishing {
  let format: AudioFileWriter.Format
  let tags: TagSet
  let gain: ReplayGain
  let cover: CoverPicture?

  /// A new file with a name of its own; nil if the sound is damaged.
  func write(
    _ sound: ConvertedSound, in folder: FilePath, _ cancellation: Cancellation
  ) throws(ConversionError) -> FilePath? {
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    let path = folder.appending("converted-\(number).\(format.fileExtension)")
    // An ID3 tag is in front of the frames, other tags are between the headers.
    let leading =
      format == .mp3
      ? try taggedAs { () throws(TagWriteError) in
        try tags.document(cover).rendered()
      } : []
    guard let file = try copy(sound, behind: leading, to: path, cancellation) else { return nil }
    try taggedAs { () throws(TagWriteError) in try insertTags(into: file) }
    do throws(FileFault) {
      try file.publish(replaces: false)
    } catch {
      throw ConversionError(writing: path, code: error.code)
    }
    return path
  }

  private func copy(
    _ sound: ConvertedSound, behind leading: [UInt8], to path: FilePath,
    _ cancellation: Cancellation
  ) throws(ConversionError) -> NewFile? {
    do throws(FileFault) {
      let file = try NewFile(for: path, removesLeftovers: true)
      try file.write(leading)
      return try sound.copy(to: file, cancellation) ? file : nil
    } catch {
      if cancellation.isOver { throw .cancelled }
      throw ConversionError(writing: path, code: error.code)
    }
  }

  private func insertTags(into file: NewFile) throws(TagWriteError) {
    switch format {
    case .opus:
      try TagLibrary.fill(
        file.descriptor, TRITONE_FORMAT_OPUS, tags.vorbisComments(gain), cover)
    case .aac: try TagLibrary.fill(file.descriptor, TRITONE_FORMAT_MP4, tags.atoms, cover)
    case .mp3, .flac, .flac24, .wav, .wav24, .wavFloat, .aiff, .wavpack, .alac, .vorbis: break
    }
  }

  private func taggedAs<Value>(
    _ body: () throws(TagWriteError) -> Value
  ) throws(ConversionError) -> Value {
    do throws(TagWriteError) { return try body() } catch { throw .tags(error) }
  }
}
