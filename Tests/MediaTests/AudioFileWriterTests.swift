import Foundation
import Media
import Music
import Testing

@Suite("Writing audio files")
struct AudioFileWriterTests {
  private let folder = WriterFolder()

  private static let tags = Tags(
    title: "Kühl: A/B", artist: "Ola Marsh", albumArtist: "Various", album: "Pier Nine",
    genre: "House", date: "2023-05-01", trackNumber: 3, bpm: 124, key: "F#m")

  @Test(
    "every format decodes to as many frames as were written",
    arguments: AudioFileWriter.Format.allCases, [44_100, 44_101, 70_001, 70_400, 70_912])
  func decodesToExactFrameCount(format: AudioFileWriter.Format, frames: Int) throws {
    let rate = format == .opus ? 48_000 : 44_100
    let path = folder.path("tone.\(format.fileExtension)")
    try write(WriterFolder.noise(frames: frames), to: path, format: format, sampleRate: rate)
    let excess = try folder.decode(path).count / 2 - frames
    if format == .aac {
      // The container has the encoder delay, but not the end within the last packet.
      #expect(excess >= 0 && excess < 1024)
    } else {
      #expect(excess == 0)
    }
  }

  @Test(
    "a lossless file may hold a single frame, or none",
    arguments: AudioFileWriter.Format.allCases.filter(\.isLossless), [0, 1])
  func holdsHardlyAnything(format: AudioFileWriter.Format, frames: Int) throws {
    let path = folder.path("short.\(format.fileExtension)")
    try write(WriterFolder.noise(frames: frames), to: path, format: format)
    if frames > 0 { #expect(try folder.decode(path).count == 2 * frames) }
  }

  @Test(
    "lossless formats give back every sample rounded to 16 bits",
    arguments: AudioFileWriter.Format.allCases.filter {
      $0.isLossless && ![.flac24, .wav24, .wavFloat].contains($0)
    })
  func losslessIsExact(format: AudioFileWriter.Format) throws {
    let samples = WriterFolder.noise(frames: 50_003)
    let path = folder.path("exact.\(format.fileExtension)")
    try write(samples, to: path, format: format)
    let expected = samples.map {
      Int16(max(-32768, min(32767, ($0 * 32768).rounded(.toNearestOrEven))))
    }
    #expect(try folder.decode(path) == expected)
  }

  @Test(
    "24 bits and floats are as exact as they say",
    arguments: [(AudioFileWriter.Format.flac24, 24.0), (.wav24, 24), (.wavFloat, 40)])
  func moreThan16Bits(format: AudioFileWriter.Format, bits: Double) throws {
    let samples = WriterFolder.noise(frames: 20_011)
    let path = folder.path("fine.\(format.fileExtension)")
    try write(samples, to: path, format: format)
    let decoded = try folder.decodeFloats(path)
    #expect(decoded.count == samples.count)
    // Integer samples end at full scale.
    let range: ClosedRange<Float> =
      format == .wavFloat ? -.infinity ... .infinity : -1...(1 - 0x1p-23)
    let worst =
      zip(decoded, samples).map { abs($0 - max(range.lowerBound, min(range.upperBound, $1))) }.max()
      ?? 1
    // Half a step, plus the error of rounding to 32 bits before.
    #expect(Double(worst) <= 0.504 * exp2(1 - bits))
  }

  @Test(
    "dither keeps what is quieter than a step, and its error does not follow the sound",
    arguments: [(AudioFileWriter.Format.flac, 15.0), (.wav, 15), (.flac24, 23), (.wav24, 23)])
  func dither(format: AudioFileWriter.Format, exponent: Double) throws {
    let step = exp2(-exponent)
    let quiet = (0..<88_200).flatMap { index -> [Float] in
      let value = Float(0.4 * step * sin(Double(index) * 2 * .pi * 441 / 44_100))
      return [value, value]
    }
    func errors(isDithered: Bool) throws -> (signal: Double, power: Double) {
      let path = folder.path("\(isDithered).\(format.fileExtension)")
      let writer = try AudioFileWriter(
        to: path, format: format, sampleRate: 44_100, isDithered: isDithered)
      try writer.write(quiet)
      try writer.finish()
      var (product, own, power) = (0.0, 0.0, 0.0)
      let decoded = try folder.decodeFloats(path)
      for (got, wanted) in zip(decoded, quiet) {
        let (got, wanted) = (Double(got) / step, Double(wanted) / step)
        product += got * wanted
        own += wanted * wanted
        power += (got - wanted) * (got - wanted)
      }
      return (product / own, power / Double(decoded.count))
    }
    // Without dither the signal is rounded away.
    #expect(try errors(isDithered: false).signal == 0)
    let dithered = try errors(isDithered: true)
    #expect(abs(dithered.signal - 1) < 0.05)
    // A twelfth from rounding and a sixth from the dither.
    #expect(abs(dithered.power - 0.25) < 0.05)
  }

  @Test("of sound that has 16 bits, nothing beside a change is dithered")
  func ditherBesideChange() throws {
    var samples = WriterFolder.noise(frames: 20_000).map {
      max(-1, min(1 - 0x1p-15, ($0 * 32_768).rounded() / 32_768))
    }
    let exact = samples.map { Int16($0 * 32_768) }
    let changed = 2 * 5_000..<2 * 5_100
    for index in changed { samples[index] *= 0.3 }
    let path = folder.path("beside.flac")
    let writer = try AudioFileWriter(
      to: path, format: .flac, sampleRate: 44_100, isDithered: true)
    try writer.write(samples)
    try writer.finish()
    let decoded = try folder.decode(path)
    #expect(decoded.count == exact.count)
    #expect(decoded[..<changed.lowerBound] == exact[..<changed.lowerBound])
    #expect(decoded[changed.upperBound...] == exact[changed.upperBound...])
    let rounded = samples.map { Int16(($0 * 32_768).rounded()) }
    #expect(decoded[changed] != rounded[changed])
  }

  @Test(
    "lossy formats keep the sound in place",
    arguments: [AudioFileWriter.Format.mp3, .vorbis, .opus])
  func lossyStaysAligned(format: AudioFileWriter.Format) throws {
    let rate = format == .opus ? 48_000 : 44_100
    let samples = WriterFolder.sweep(frames: 60_000, sampleRate: rate)
    let path = folder.path("aligned.\(format.fileExtension)")
    try write(samples, to: path, format: format, sampleRate: rate)
    let decoded = try folder.decode(path).map { Float($0) / 32768 }
    #expect(decoded.count == samples.count)
    let error = zip(decoded, samples).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    let power = samples.reduce(0) { $0 + $1 * $1 }
    // A shift of one frame at these frequencies would cost a tenth of the power.
    #expect(error / power < 0.02)
  }

  @Test("tags can be read back", arguments: AudioFileWriter.Format.allCases)
  func tagsSurvive(format: AudioFileWriter.Format) throws {
    let path = folder.path("tags.\(format.fileExtension)")
    try write(
      WriterFolder.noise(frames: 9000), to: path, format: format, tags: Self.tags, trackTotal: 12)
    let found = try folder.tags(of: path)
    #expect(found["title"] == "Kühl: A/B")
    #expect(found["artist"] == "Ola Marsh")
    #expect(found["album"] == "Pier Nine")
    #expect(found["genre"] == "House")
    #expect(found["date"] == "2023-05-01")
    #expect(found["track"]?.hasPrefix("3") == true)
    guard format.fileExtension != "wav" else { return }
    #expect(found["album_artist"] == "Various")
    guard format != .aac, format != .alac else {
      // ffprobe does not show this atom, which iTunes knows: 16 bits behind a header.
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path.text))
      let atom = try #require(bytes.range(of: Data("tmpo".utf8)))
      #expect(bytes[atom.upperBound + 17] == 124)
      return
    }
    #expect(found["bpm"] ?? found["tbpm"] == "124")
    #expect(found["initialkey"] ?? found["key"] ?? found["tkey"] == "F#m")
  }

  @Test(
    "the cover can be taken out again unchanged",
    arguments: [AudioFileWriter.Format.flac, .mp3, .aac, .alac, .aiff, .vorbis, .opus],
    ["png", "jpg"])
  func coverSurvives(format: AudioFileWriter.Format, kind: String) throws {
    let cover = try folder.picture(kind)
    let path = folder.path("cover.\(format.fileExtension)")
    try write(WriterFolder.noise(frames: 9000), to: path, format: format, cover: cover)
    #expect(try folder.attachedPicture(of: path) == cover)
    #expect(try folder.decode(path).isEmpty == false)
  }

  @Test("sound of another rate is resampled for Opus")
  func opusResamples() throws {
    let path = folder.path("resampled.opus")
    try write(WriterFolder.noise(frames: 44_100), to: path, format: .opus, sampleRate: 44_100)
    #expect(abs(try folder.decode(path).count / 2 - 48_000) <= 1)
  }

  @Test("the same sound gives the same bytes", arguments: AudioFileWriter.Format.allCases)
  func writingIsDeterministic(format: AudioFileWriter.Format) throws {
    let files = try (1...2).map { number in
      let path = folder.path("\(number).\(format.fileExtension)")
      try write(WriterFolder.noise(frames: 20_000), to: path, format: format, tags: Self.tags)
      return try Data(contentsOf: URL(fileURLWithPath: path.text))
    }
    #expect(files[0] == files[1])
  }

  @Test("nothing bears the name before it is finished, and nothing stays of what never was")
  func appearsWhole() throws {
    let path = folder.path("later: on.flac")
    do {
      let writer = try AudioFileWriter(to: path, format: .flac, sampleRate: 44_100)
      try writer.write(WriterFolder.noise(frames: 100_000))
      #expect(folder.names().count == 1)
      #expect(folder.names()[0].hasPrefix(".tritone-new-"))
    }
    #expect(folder.names() == [])
    try write(WriterFolder.noise(frames: 100_000), to: path, format: .flac)
    #expect(folder.names() == ["later: on.flac"])
  }

  @Test("a folder that is not there is said with its errno")
  func missingFolder() {
    let path = folder.path("nowhere/x.flac")
    #expect(throws: MediaError.unwritable(path, code: ENOENT)) {
      try AudioFileWriter(to: path, format: .flac, sampleRate: 44_100)
    }
  }

  @Test("what is neither PNG nor JPEG is no cover")
  func badCover() {
    let path = folder.path("x.flac")
    #expect(throws: MediaError.unwritable(path, code: EINVAL)) {
      try AudioFileWriter(to: path, format: .flac, sampleRate: 44_100, cover: [0x89, 0x50])
    }
    #expect(folder.names() == [])
  }

  @Test("a rate that the codec cannot do is refused and leaves nothing behind")
  func badRate() {
    let path = folder.path("x.mp3")
    #expect(throws: MediaError.self) {
      try AudioFileWriter(to: path, format: .mp3, sampleRate: 96_000)
    }
    #expect(folder.names() == [])
  }

  private func write(
    _ samples: [Float], to path: FilePath, format: AudioFileWriter.Format,
    sampleRate: Int = 44_100, tags: Tags = Tags(), trackTotal: Int? = nil, cover: [UInt8]? = nil
  ) throws {
    let writer = try AudioFileWriter(
      to: path, format: format, sampleRate: sampleRate, tags: tags, trackTotal: trackTotal,
      cover: cover)
    // In odd blocks, so that no codec gets whole frames.
    var done = 0
    while done < samples.count {
      let count = min(2 * 1237, samples.count - done)
      try writer.write(Array(samples[done..<(done + count)]))
      done += count
    }
    try writer.finish()
  }
}
