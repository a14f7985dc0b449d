import Foundation
import Media
import Music
import Testing

@Suite("Reading tags")
struct TagReaderTests {
  /// Arguments for ffmpeg, the resulting codec, and the fields that the format lacks.
  struct Format: Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var codec: String
    var depth: Int? = nil
    var lacks: Set<String> = []
    var testDescription: String { name }
  }

  static let formats = [
    Format(name: "a.mp3", arguments: ["-c:a", "libmp3lame"], codec: "mp3"),
    Format(
      name: "b.mp3", arguments: ["-c:a", "libmp3lame", "-id3v2_version", "3", "-write_xing", "0"],
      codec: "mp3"),
    Format(name: "a.flac", arguments: ["-c:a", "flac"], codec: "flac", depth: 16),
    Format(
      name: "24.flac", arguments: ["-c:a", "flac", "-sample_fmt", "s32"], codec: "flac", depth: 24),
    Format(name: "a.ogg", arguments: ["-c:a", "libvorbis"], codec: "vorbis"),
    Format(name: "a.opus", arguments: ["-c:a", "libopus", "-ar", "48000"], codec: "opus"),
    Format(name: "a.m4a", arguments: ["-c:a", "aac"], codec: "aac"),
    Format(name: "alac.m4a", arguments: ["-c:a", "alac"], codec: "alac", depth: 16),
    Format(name: "a.wv", arguments: ["-c:a", "wavpack"], codec: "wavpack", depth: 16),
    Format(
      name: "a.wav", arguments: ["-c:a", "pcm_s24le"], codec: "pcm_s24le", depth: 24,
      lacks: ["album_artist", "disc"]),
    Format(
      name: "a.aiff", arguments: ["-c:a", "pcm_s16be", "-write_id3v2", "1"], codec: "pcm_s16be",
      depth: 16),
    Format(name: "a.mka", arguments: ["-c:a", "flac"], codec: "flac", depth: 16),
    Format(name: "a.wma", arguments: ["-c:a", "wmav2"], codec: "wmav2"),
    Format(
      name: "a.tta", arguments: ["-c:a", "tta"], codec: "tta", depth: 16),
    Format(
      name: "a.caf", arguments: ["-c:a", "pcm_s16be"], codec: "pcm_s16be", depth: 16,
      lacks: ["album_artist", "disc", "date", "track"]),
    Format(
      name: "a.aac", arguments: ["-c:a", "aac", "-write_id3v2", "1"], codec: "aac"),
  ]

  @Test("reading tags leaves the time of a file's last access as it is")
  func accessTime() throws {
    let folder = MediaFolder()
    let file = try folder.encode("a.flac", ["-c:a", "flac"], tags: ["title": "One"])
    // Older than the last change, so that the next access would be noted.
    let times = [1_000_000_000, 1_500_000_000].map { timespec(tv_sec: $0, tv_nsec: 0) }
    #expect(file.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    #expect(try TagReader.read(file).tags.title == "One")
    var status = stat()
    #expect(file.withCString { stat($0, &status) } == 0)
    #expect(status.st_atim.tv_sec == 1_000_000_000)
  }

  @Test("every format gives its tags, its length and what its audio is", arguments: formats)
  func everyFormat(_ format: Format) throws {
    let folder = MediaFolder()
    let said = [
      "title": "Títle 曲", "artist": "An Artist", "album": "An Album", "album_artist": "Various",
      "genre": "House", "date": "1997", "track": "3/12", "disc": "2/2",
    ]
    let file = try folder.encode(format.name, format.arguments, tags: said)
    let facts = try TagReader.read(file)
    let tags = facts.tags
    #expect(tags.title == "Títle 曲" && tags.artist == "An Artist")
    #expect(tags.album == "An Album" && tags.genre == "House")
    if !format.lacks.contains("date") { #expect(tags.date == "1997" && tags.year == 1997) }
    if !format.lacks.contains("track") { #expect(tags.trackNumber == 3) }
    if !format.lacks.contains("disc") { #expect(tags.discNumber == 2) }
    if !format.lacks.contains("album_artist") { #expect(tags.albumArtist == "Various") }
    #expect(facts.audio.codec == format.codec && facts.audio.bitDepth == format.depth)
    #expect(facts.audio.sampleRate == (format.codec == "opus" ? 48_000 : 44_100))
    #expect(facts.audio.channels == 2 && !facts.audio.hasArt)
    #expect((facts.audio.bitRate ?? 0) > 8_000)
    let seconds = try #require(facts.audio.duration).seconds
    #expect(abs(seconds - 2) < 0.15, "\(seconds)")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.text)
    #expect(facts.file.size == (attributes[.size] as? NSNumber)?.int64Value)
    #expect(facts.file.modified > 1_500_000_000_000_000_000)
  }

  @Test("art is seen where there is some", arguments: ["art.mp3", "art.flac", "art.m4a"])
  func art(_ name: String) throws {
    let folder = MediaFolder()
    let file = try folder.encode(
      name, ["-disposition:v", "attached_pic"], tags: ["title": "x"], hasArt: true)
    #expect(try TagReader.read(file).audio.hasArt)
  }

  @Test("tempo and key are read, and what cannot be one is left out")
  func tempoAndKey() throws {
    let folder = MediaFolder()
    let mp3 = try folder.encode(
      "a.mp3", ["-c:a", "libmp3lame"], tags: ["TBPM": "124,5", "TKEY": "8A"])
    #expect(try TagReader.read(mp3).tags.bpm == 124.5)
    #expect(try TagReader.read(mp3).tags.key == "8A")
    let flac = try folder.encode(
      "a.flac", ["-c:a", "flac"],
      tags: ["BPM": "fast", "initialkey": "Am", "track": "A1", "YEAR": "2003"])
    let tags = try TagReader.read(flac).tags
    #expect(tags.bpm == nil && tags.key == "Am" && tags.trackNumber == nil && tags.year == 2003)
  }

  @Test("a file with the wrong name is what its bytes say")
  func wrongName() throws {
    let folder = MediaFolder()
    let flac = try folder.encode("a.flac", ["-c:a", "flac"], tags: ["title": "x"])
    let bytes = try folder.bytes(flac)
    for name in ["really.mp3", "really.wav", "really"] {
      let facts = try TagReader.read(folder.write(name, bytes))
      #expect(facts.audio.codec == "flac" && facts.tags.title == "x")
    }
    let mp3 = try folder.encode("a.mp3", ["-c:a", "libmp3lame"], tags: ["title": "y"])
    let facts = try TagReader.read(folder.write("b.flac", try folder.bytes(mp3)))
    #expect(facts.audio.codec == "mp3" && facts.tags.title == "y")
  }

  @Test("what is no music file is refused, quickly, and says why")
  func refuses() throws {
    let folder = MediaFolder()
    func error(_ path: FilePath) -> MediaError? {
      do throws(MediaError) {
        _ = try TagReader.read(path)
        return nil
      } catch {
        return error
      }
    }
    let nowhere = folder.path.appending("nowhere.mp3")
    #expect(error(nowhere) == .unreadable(nowhere, code: ENOENT))
    #expect(error(folder.path) == .notAFile(folder.path))
    let zero = FilePath("/dev/zero")
    #expect(error(zero) == .notAFile(zero))
    let pipe = folder.path.appending("pipe.mp3")
    mkfifo(pipe.text, 0o600)
    #expect(error(pipe) == .notAFile(pipe))
    let empty = folder.write("empty.mp3", [])
    #expect(error(empty) == .empty(empty))
    var random = SeededGenerator(seed: 7)
    let noise = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let contents: [(String, [UInt8])] = [
      ("text.mp3", Array(String(repeating: "no music here\n", count: 100).utf8)),
      ("zeros.mp3", [UInt8](repeating: 0, count: 100_000)),
      ("noise.flac", noise), ("noise.ogg", Array("OggS".utf8) + noise),
      ("noise.m4a", [0, 0, 0, 0x20] + Array("ftypM4A ".utf8) + noise),
      ("huge.mp3", Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + noise.prefix(500)),
      ("list.mp3", Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:9,\n/etc/passwd\n".utf8)),
    ]
    for (name, bytes) in contents {
      let file = folder.write(name, bytes)
      guard case .noAudio(.file(file), _) = error(file) else {
        Issue.record("\(name): \(String(describing: error(file)))")
        continue
      }
    }
  }

  @Test("a gigabyte of nothing is given up on before it is read")
  func sparse() throws {
    let folder = MediaFolder()
    let file = folder.write("sparse.mp3", [])
    #expect(truncate(file.text, 1 << 30) == 0)
    let start = processorTime()
    #expect(throws: MediaError.self) { try TagReader.read(file) }
    #expect(processorTime() - start < .seconds(1))
  }

  @Test(
    "no damage to a file brings the reader down",
    arguments: ["a.mp3", "a.flac", "a.ogg", "a.opus", "a.m4a", "a.wav", "a.wv", "a.aiff", "a.mka"])
  func damage(_ name: String) throws {
    let folder = MediaFolder()
    let whole = try folder.bytes(try folder.encode(name, [], tags: ["title": "x", "date": "1999"]))
    var random = SeededGenerator(seed: 42)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let reach = Bool.random(using: &random) ? min(600, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      }
      let file = folder.write("damaged-" + name, bytes)
      do throws(MediaError) {
        let facts = try TagReader.read(file)
        #expect(facts.audio.sampleRate > 0 && facts.audio.channels > 0)
        #expect(facts.audio.duration.map { $0 > .zero } ?? true)
      } catch {
        // An error is as good; the call has to return.
      }
    }
  }
}
