import Foundation
import Music
import Testing

@testable import Media

@Suite("Writing tags")
struct TagWriterTests {
  private let wanted = WantedTags(rating: Rating(stars: 4), bpm: 127.5, key: "F#m")

  private func write(_ wanted: WantedTags, to file: FilePath) throws -> TagWriter.Outcome {
    try TagWriter(cancellation: Cancellation()).write(wanted, to: file)
  }

  @Test(
    "every format takes rating, tempo and key, and keeps sound, pictures and all other tags",
    arguments: WritableFormat.all)
  func everyFormat(_ format: WritableFormat) throws {
    let folder = MediaFolder()
    let file = try folder.make(format)
    let (sound, tags) = (try Witness.packets(file), try Witness.tags(file))
    let before = try TagReader.read(file)

    let outcome = try write(wanted, to: file)
    #expect(outcome.changes.count >= 3 && outcome.stamps != nil)
    #expect(try Witness.packets(file) == sound)
    let after = try TagReader.read(file)
    #expect(before.audio.hasArt == format.hasArt && after.audio.hasArt == format.hasArt)
    #expect(after.audio.duration == before.audio.duration)
    #expect(after.file.modified == before.file.modified, "the date is kept")
    #expect(after.file == outcome.stamps?.after)
    let written = try Witness.tags(file)
    if format.name == "a.wav" {
      // With an INFO list FFmpeg ignores the ID3 tag.
      #expect(try TagWriter.items(of: file).contains { $0.name == "TBPM" && $0.text == "127.5" })
    } else {
      #expect(after.tags.bpm == 127.5 && after.tags.key == "F#m")
      #expect(written["fmps_rating"] == "0.8")
    }
    for (name, value) in tags { #expect(written[name] == value, "\(name)") }
    #expect(try folder.leftovers.isEmpty)
  }

  @Test("what is up to date is not touched", arguments: WritableFormat.all)
  func idempotent(_ format: WritableFormat) throws {
    let folder = MediaFolder()
    let file = try folder.make(format)
    _ = try write(wanted, to: file)
    let bytes = try folder.bytes(file)
    var (before, after) = (stat(), stat())
    #expect(stat(file.text, &before) == 0)
    let again = try write(wanted, to: file)
    #expect(again.changes.isEmpty && again.stamps == nil)
    #expect(stat(file.text, &after) == 0)
    #expect(before.st_ino == after.st_ino && before.st_ctim.tv_nsec == after.st_ctim.tv_nsec)
    #expect(try folder.bytes(file) == bytes)
    // Only the differences are written.
    let next = try write(WantedTags(rating: Rating(stars: 2), bpm: 127.5, key: "F#m"), to: file)
    #expect(!next.changes.isEmpty)
    #expect(next.changes.allSatisfy { $0.name.uppercased().contains("RAT") || $0.new == "64" })
  }

  @Test("a track without stars, tempo or key leaves what its file says")
  func nothingToSay() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.flac"))
    _ = try write(wanted, to: file)
    let bytes = try folder.bytes(file)
    #expect(try write(WantedTags(rating: Rating.none), to: file).changes.isEmpty)
    #expect(try write(WantedTags(), to: file).changes.isEmpty)
    #expect(try folder.bytes(file) == bytes)
  }

  @Test("what is shown of a file are its tags, with pictures as bytes")
  func showing() throws {
    let folder = MediaFolder()
    for name in ["three.mp3", "a.flac", "a.m4a"] {
      let items = try TagWriter.items(of: try folder.make(.named(name)))
      #expect(items.contains { $0.text == "Títle 曲" })
      #expect(items.contains { ($0.text ?? "").hasPrefix("3/12") || $0.text == "3" }, "\(name)")
      #expect(items.contains { !$0.isText && $0.value.count > 100 }, "\(name)")
    }
  }

  @Test("a dry run says what it would write and writes nothing")
  func dryRun() throws {
    let folder = MediaFolder()
    let file = try folder.make(.named("a.m4a"))
    let bytes = try folder.bytes(file)
    let writer = TagWriter(cancellation: Cancellation(), isDryRun: true)
    let outcome = try writer.write(wanted, to: file)
    #expect(outcome.stamps == nil)
    #expect(outcome.changes.contains(.init(name: "tmpo", old: nil, new: "128")))
    #expect(try folder.bytes(file) == bytes)
  }

  @Test("half stars and numbers up to five of other players are read as what they are")
  func otherScales() throws {
    let folder = MediaFolder()
    let file = try folder.encode(
      "a.flac", ["-c:a", "flac"],
      tags: ["RATING": "4", "FMPS_RATING": "0.75", "TEMPO": "127,50", "KEY": "F#m"])
    #expect(try write(wanted, to: file).changes.isEmpty)
    let other = WantedTags(rating: Rating(stars: 2), bpm: 99, key: "8A")
    #expect(try write(other, to: file).changes.count == 4)
    let tags = try Witness.tags(file)
    #expect(tags["rating"] == "2" && tags["fmps_rating"] == "0.4")
    #expect(tags["tempo"] == "99" && tags["key"] == "8A")
    #expect(tags["bpm"] == nil && tags["initialkey"] == nil)
  }

  @Test(
    "formats that cannot be written say so and are left as they are",
    arguments: [
      ("a.mka", ["-c:a", "flac"], "a Matroska file cannot be written"),
      ("a.wma", ["-c:a", "wmav2"], "a WMA file cannot be written"),
      ("a.tta", ["-c:a", "tta"], "a TTA file cannot be written"),
      ("a.aac", ["-c:a", "aac"], "a bare AAC stream cannot be written"),
    ])
  func unsupported(name: String, arguments: [String], reason: String) throws {
    let folder = MediaFolder()
    let file = try folder.encode(name, arguments, tags: [:])
    let bytes = try folder.bytes(file)
    let error = #expect(throws: TagWriteError.self) { try write(wanted, to: file) }
    #expect(error?.reason == reason)
    #expect(try folder.bytes(file) == bytes)
  }

  /// Files of formats that ffmpeg cannot encode: real headers around noise.
  private static let headers: [(name: String, bytes: [UInt8])] = [
    ("a.ape", monkeysAudio(frame: 1_000)), ("a.mpc", musepack),
  ]

  private static func little(_ numbers: [Int], _ count: Int) -> [UInt8] {
    numbers.flatMap { number in
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  private static func noise(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 3)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Two frames after the descriptor, the header and the seek table of version 3.99: 84 bytes.
  static func monkeysAudio(frame: Int) -> [UInt8] {
    let start = 52 + 24 + 8
    return Array("MAC ".utf8) + little([3990, 0], 2) + little([52, 24, 8, 0, 2 * frame, 0, 0], 4)
      + [UInt8](repeating: 0, count: 16) + little([2_000, 32], 2) + little([73_728, 1_000, 2], 4)
      + little([16, 2], 2) + little([44_100], 4) + little([start, start + frame], 4)
      + noise(2 * frame)
  }

  /// A stream header and two audio packets of stream version 8.
  private static var musepack: [UInt8] {
    func packet(_ key: String, _ body: [UInt8]) -> [UInt8] {
      // The packet size includes itself: seven bits a byte, all but the last marked.
      let size = body.count + 4
      return Array(key.utf8) + [UInt8(size >> 7) | 0x80, UInt8(size & 0x7F)] + body
    }
    let header: [UInt8] = [1, 2, 3, 4, 8, 0xD9, 0, 0, 0x1B, 0x1B]
    return Array("MPCK".utf8) + packet("SH", header) + packet("AP", noise(900))
      + packet("AP", noise(700))
      + packet("SE", [])
  }

  @Test("formats that only others write take tags, too", arguments: ["a.ape", "a.mpc"])
  func handmade(_ name: String) throws {
    let folder = MediaFolder()
    let bytes = try #require(Self.headers.first { $0.name == name }).bytes
    let file = folder.write(name, bytes)
    #expect(try write(wanted, to: file).changes.count == 4)
    #expect(try folder.bytes(file).starts(with: bytes), "the tag is at the end")
    let tags = try TagReader.read(file).tags
    #expect(tags.bpm == 127.5 && tags.key == "F#m")
    #expect(try Witness.tags(file)["fmps_rating"] == "0.8")
    #expect(try write(wanted, to: file).changes.isEmpty)
  }
}
