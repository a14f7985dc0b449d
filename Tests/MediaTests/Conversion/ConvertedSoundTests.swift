import Foundation
import Media
import Music
import Testing

@Suite("Sound of converted files")
struct ConvertedSoundTests {
  private let folder = ConversionFolder()

  /// A source, and the rate of the files that it is converted to.
  struct Case: Sendable, CustomTestStringConvertible {
    var rate: Int
    var channels: Int
    var rule: ConversionRule
    var converted: Int
    var testDescription: String { "\(rate) Hz, \(channels) to \(rule.codec)" }

    static let all = [
      Case(rate: 44_100, channels: 2, rule: ConversionFolder.opus, converted: 48_000),
      Case(rate: 44_100, channels: 2, rule: ConversionFolder.mp3, converted: 44_100),
      Case(rate: 44_100, channels: 2, rule: ConversionFolder.aac, converted: 44_100),
      Case(rate: 96_000, channels: 2, rule: ConversionFolder.opus, converted: 48_000),
      Case(rate: 96_000, channels: 2, rule: ConversionFolder.mp3, converted: 48_000),
      Case(rate: 96_000, channels: 2, rule: ConversionFolder.aac, converted: 48_000),
      Case(rate: 8_000, channels: 1, rule: ConversionFolder.opus, converted: 48_000),
      Case(rate: 8_000, channels: 1, rule: ConversionFolder.mp3, converted: 8_000),
      Case(rate: 8_000, channels: 1, rule: ConversionFolder.aac, converted: 8_000),
      Case(rate: 6_000, channels: 1, rule: ConversionFolder.mp3, converted: 8_000),
      Case(rate: 48_000, channels: 6, rule: ConversionFolder.opus, converted: 48_000),
      Case(rate: 48_000, channels: 6, rule: ConversionFolder.mp3, converted: 48_000),
    ]
  }

  @Test("lengths, rates and channels are as a rule says", arguments: Case.all)
  func formats(_ item: Case) throws {
    let seconds = 0.4
    let source = try folder.source(
      "a.wav", seconds: seconds, rate: item.rate, channels: item.channels)
    let file = try folder.convert(source, item.rule)
    #expect(file.fileExtension == (item.rule.codec == .aac ? "m4a" : "\(item.rule.codec)"))
    let (frames, rate, _) = try ConversionFolder.decoded(file)
    #expect(rate == item.converted)
    let wanted = Int((seconds * Double(item.converted)).rounded())
    if item.rule.codec == .aac {
      // The container has no exact end.
      #expect((0..<1_024).contains(frames - wanted))
    } else {
      #expect(frames == wanted)
      // The ffmpeg command takes its time.
      if item.rate == 44_100 { #expect(try ConversionFolder.witnessed(file) == wanted) }
    }
    #expect(try TagReader.read(file).audio.channels == min(2, item.channels))
  }

  @Test("the sound stays in its place", arguments: [ConversionFolder.opus, ConversionFolder.mp3])
  func staysAligned(rule: ConversionRule) throws {
    let path = folder.media.path.appending("sweep.wav")
    let rate = 48_000
    let samples = WriterFolder.sweep(frames: 40_000, sampleRate: rate)
    let writer = try AudioFileWriter(to: path, format: .wavFloat, sampleRate: rate)
    try writer.write(samples)
    try writer.finish()
    let decoded = try ConversionFolder.decoded(try folder.convert(path, rule)).samples
    #expect(decoded.count == samples.count)
    let error = zip(decoded, samples).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    // A shift of one frame would cost a tenth of the power.
    #expect(error / samples.reduce(0) { $0 + $1 * $1 } < 0.02)
  }

  @Test("variable quality gives an MP3 with a LAME tag and frames of several sizes")
  func variableQuality() throws {
    let file = try folder.convert(try folder.source("a.flac", seconds: 2), ConversionFolder.mp3)
    let bytes = try folder.media.bytes(file)
    let xing = bytes.firstRange(of: Array("Xing".utf8))
    let start = try #require(xing?.lowerBound)
    // Behind the flags, frames, bytes, table and quality.
    let encoder = bytes[(start + 120)..<(start + 124)]
    #expect(["LAME", "Lavf", "Lavc"].contains(String(decoding: encoder, as: UTF8.self)))
    #expect(!bytes.contains(Array("Info".utf8)))
  }

  @Test("a track of an album goes on in the next one without a gap")
  func gapless() throws {
    let source = WriterFolder.sweep(frames: 70_000, sampleRate: 44_100)
    let cut = 44_100 + 311
    var parts: [Float] = []
    for (index, range) in [0..<2 * cut, 2 * cut..<source.count].enumerated() {
      let part = folder.media.path.appending("part\(index).flac")
      try ConversionFolder.write(Array(source[range]), to: part)
      parts += try ConversionFolder.decoded(try folder.convert(part, ConversionFolder.mp3)).samples
    }
    #expect(parts.count == source.count)
    let around = (2 * (cut - 200))..<(2 * (cut + 200))
    let error = zip(parts[around], source[around]).map { abs($0 - $1) }.max() ?? 1
    #expect(error < 0.1)
  }

  @Test("a file without sound is an error that says why")
  func undecodable() throws {
    let text = folder.media.write("no.flac", Array("no music at all, but a text".utf8))
    #expect {
      try folder.convert(text, ConversionFolder.opus)
    } throws: { error in
      guard let error = error as? ConversionError, case .source = error else { return false }
      return error.reason == "not an audio file"
    }
    let missing = folder.media.path.appending("missing.flac")
    #expect(throws: ConversionError.source(.unreadable(missing, code: ENOENT))) {
      try folder.convert(missing, ConversionFolder.opus)
    }
    var broken = try folder.media.bytes(try folder.source("whole.flac"))
    for index in 100..<broken.count { broken[index] = 0 }
    #expect(throws: ConversionError.self) {
      try folder.convert(folder.media.write("broken.flac", broken), ConversionFolder.opus)
    }
    #expect(folder.names(in: folder.output) == [])
    #expect(folder.names(in: folder.cache) == [])
  }

  @Test(
    "a cancelled conversion ends within a fifth of a second of sound's work, and leaves nothing")
  func cancelled() throws {
    let source = try folder.source("long.flac", seconds: 4)
    let cancellation = Cancellation()
    var blocks = 0
    #expect(throws: ConversionError.cancelled) {
      try folder.files().file(
        for: source, rule: ConversionFolder.opus, in: folder.output, cancellation: cancellation
      ) { done in
        blocks += 1
        if done >= .seconds(1) { cancellation.cancel() }
        #expect(done < .seconds(1.2))
      }
    }
    #expect(blocks > 1)
    #expect(folder.names(in: folder.output) == [])
    #expect(folder.names(in: folder.cache) == [])
  }
}
