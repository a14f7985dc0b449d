import Glibc
internal import Music

/// Decodes a file without its encoder's padding and encodes it as a rule says, without tags.
enum SoundConversion {
  /// Writes the sound of a file; the new file has no name yet.
  ///
  /// Holds some blocks of the sound at a time, whatever the file's length.
  ///
  /// - Parameters:
  ///   - target: the name that the file may get.
  ///   - progress: receives the duration converted so far.
  static func run(
    _ source: FilePath, _ rule: ConversionRule, for target: FilePath, cancellation: Cancellation,
    progress: (Duration) -> Void
  ) throws(ConversionError) -> NewFile {
    do throws(MediaError) {
      let decoder = try Decoder(source, cancellation: cancellation)
      let encoding = SoundEncoding(
        rule, sampleRate: decoder.rate, channels: decoder.decodedChannels)
      let writer = try writer(to: target, encoding)
      let resampler = Resampler(rate: encoding.sampleRate)
      var isSilent = true
      var isMore = true
      while isMore {
        if cancellation.isOver { throw .cancelled }
        isMore = try decoder.decode(into: resampler)
        if !isMore { resampler.finish() }
        isSilent = isSilent && resampler.pendingFrames == 0
        try writer.write(resampler.pending)
        resampler.consume(resampler.pendingFrames)
        progress(decoder.time)
      }
      guard !isSilent else { throw .soundless(.file(source)) }
      return try writer.complete()
    } catch {
      throw conversionError(error, rule)
    }
  }

  private static func writer(
    to target: FilePath, _ encoding: SoundEncoding
  ) throws(MediaError) -> AudioFileWriter {
    try AudioFileWriter(
      to: target, format: encoding.format, sampleRate: encoding.sampleRate,
      bitRate: encoding.bitRate, isMono: encoding.isMono)
  }

  private static func conversionError(
    _ error: MediaError, _ rule: ConversionRule
  ) -> ConversionError {
    // Writing is the only part that fails so.
    guard case .unwritable(_, let code) = error else { return ConversionError(reading: error) }
    return code == ENOSYS
      ? .noEncoder(SoundEncoding.format(of: rule).encoderName) : .unwritable(error)
  }
}
