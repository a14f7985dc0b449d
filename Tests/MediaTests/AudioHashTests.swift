import Foundation
import Media
import Music
import Testing

@Suite("Fingerprints")
struct AudioHashTests {
  private let folder = MediaFolder()

  private func ffmpeg(_ arguments: [String]) throws {
    let ffmpeg = Process()
    ffmpeg.executableURL = URL(filePath: "/usr/bin/env")
    ffmpeg.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
    try ffmpeg.run()
    ffmpeg.waitUntilExit()
    guard ffmpeg.terminationStatus == 0 else {
      throw MediaFolder.Failure(status: ffmpeg.terminationStatus)
    }
  }

  private func audioHash(_ file: FilePath) throws -> Int64 {
    try #require(try TagReader.read(file).audioHash)
  }

  /// Nine seconds of noise over a tone, so that the middle differs from the start.
  private func source(_ number: Int = 0) throws -> FilePath {
    let file = folder.path.appending("source\(number).wav")
    try ffmpeg([
      "-f", "lavfi", "-i", "anoisesrc=d=9:c=pink:r=44100:a=0.3:seed=\(number + 1)", "-ac", "2",
      file.text,
    ])
    return file
  }

  static let formats = [
    "mp3", "flac", "ogg", "opus", "m4a", "wav", "aiff", "wv", "aac", "mka", "wma", "tta", "caf",
  ]

  @Test("a fingerprint stays when tags, art and padding change", arguments: formats)
  func retagged(_ suffix: String) throws {
    let plain = folder.path.appending("plain.\(suffix)")
    try ffmpeg(["-i", try source().text, "-metadata", "title=a", plain.text])
    let tagged = folder.path.appending("tagged.\(suffix)")
    let title = String(repeating: "long ", count: 700)
    try ffmpeg([
      "-i", plain.text, "-c", "copy", "-metadata", "title=\(title)", "-metadata", "artist=somebody",
      tagged.text,
    ])
    #expect(try audioHash(plain) == audioHash(tagged))
    let other = folder.path.appending("other.\(suffix)")
    try ffmpeg(["-i", try source(1).text, other.text])
    #expect(try audioHash(other) != audioHash(plain))
  }

  @Test("tags of every kind around an MP3 change nothing")
  func surroundings() throws {
    let file = folder.path.appending("a.mp3")
    try ffmpeg([
      "-i", try source().text, "-map_metadata", "-1", "-id3v2_version", "0", file.text,
    ])
    let sound = try folder.bytes(file)
    let art = [0] + Array("image/png\0\u{3}\0".utf8) + [UInt8](repeating: 7, count: 300_000)
    let before = TagBytes.id3(
      [
        TagBytes.frame("TIT2", TagBytes.text("x")), TagBytes.frame("APIC", art),
      ], padding: 5_000)
    let after =
      TagBytes.ape([("Title", Array("y".utf8))])
      + TagBytes.id3v1(title: [0x41], artist: [], track: 1, genre: 1)
    let whole = try audioHash(file)
    #expect(try audioHash(folder.write("b.mp3", before + sound)) == whole)
    #expect(try audioHash(folder.write("c.mp3", sound + after)) == whole)
    #expect(try audioHash(folder.write("d.mp3", before + sound + after)) == whole)
  }

  @Test(
    "a FLAC that was cut off is not the same audio as the whole one",
    arguments: ["4096", "576"], [0.02, 0.3, 0.9, 0.99])
  func cutOff(blockSize: String, part: Double) throws {
    let whole = folder.path.appending("whole.flac")
    try ffmpeg(["-i", try source().text, "-frame_size", blockSize, whole.text])
    let bytes = try folder.bytes(whole)
    let cut = Array(bytes.prefix(Int(Double(bytes.count) * part)))
    let stump = try audioHash(folder.write("cut.flac", cut))
    #expect(try audioHash(whole) != stump)
    // A part cut out without re-encoding is not the same audio either.
    let last = folder.path.appending("last.flac")
    try ffmpeg(["-ss", "6", "-i", whole.text, "-c", "copy", last.text])
    #expect(try audioHash(whole) != audioHash(last))
    // A moved file has the same hash, and so has the whole one with tags appended.
    #expect(try audioHash(folder.write("moved.flac", cut)) == stump)
    let tag = TagBytes.id3v1(title: [0x41], artist: [], track: 1, genre: 1)
    #expect(try audioHash(folder.write("tagged.flac", bytes + tag)) == audioHash(whole))
  }

  @Test("FLAC of the same samples has the same fingerprint at every level")
  func levels() throws {
    let source = try source()
    let files = ["0", "8"].map { folder.path.appending("level\($0).flac") }
    try ffmpeg(["-i", source.text, "-compression_level", "0", files[0].text])
    try ffmpeg(["-i", source.text, "-compression_level", "8", files[1].text])
    #expect(try audioHash(files[0]) == audioHash(files[1]))
    #expect(try TagReader.read(files[0]).file.size != TagReader.read(files[1]).file.size)
  }

  @Test(
    "decoding finds the same samples in every lossless format",
    arguments: [("16", ["-sample_fmt", "s16"], "pcm_s16le"), ("24", [], "pcm_s24le")])
  func samples(_ depth: String, _ arguments: [String], _ codec: String) throws {
    let wave = folder.path.appending("\(depth).wav")
    try ffmpeg(["-i", try source().text, "-c:a", codec, wave.text])
    let flac = folder.path.appending("\(depth).flac")
    let flacDepth = depth == "16" ? ["-sample_fmt", "s16"] : ["-sample_fmt", "s32"]
    try ffmpeg(["-i", wave.text] + flacDepth + [flac.text])
    let wanted = try audioHash(flac)
    #expect(try AudioHash.ofSamples(wave) == wanted)
    #expect(try AudioHash.ofSamples(flac) == wanted)
    let planar = depth == "16" ? ["-sample_fmt", "s16p"] : ["-sample_fmt", "s32p"]
    for (name, codec) in [("alac.m4a", "alac"), ("x.wv", "wavpack")] {
      let file = folder.path.appending(name)
      // ALAC and WavPack need an explicit bit depth for 24 bits.
      let bits = depth == "24" ? ["-bits_per_raw_sample", "24"] : []
      try ffmpeg(["-i", wave.text, "-c:a", codec] + planar + bits + [file.text])
      guard depth == "16" || codec == "alac" else { continue }
      #expect(try AudioHash.ofSamples(file) == wanted, "\(name)")
    }
    let lossy = folder.path.appending("lossy.mp3")
    try ffmpeg(["-i", wave.text, lossy.text])
    #expect(try AudioHash.ofSamples(lossy) == nil)
    #expect(try AudioHash.ofSamples(wave, isCancelled: { true }) == nil)
  }
}
