import Foundation
import Music
import Sync
import Testing

@testable import Peers

/// Frames and the values in them, also as no honest side would send them.
@Suite("Frames")
struct FuzzWireTests {
  private var rounds: Int {
    ProcessInfo.processInfo.environment["TRITONE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 20
  }

  private var seed: UInt64 {
    ProcessInfo.processInfo.environment["TRITONE_SEED"].flatMap(UInt64.init) ?? 20_26
  }

  private func decoded(_ bytes: [UInt8], step: Int) throws(FrameFault) -> [Frame] {
    var decoder = FrameDecoder()
    var frames: [Frame] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      let piece = Array(bytes[start...].prefix(step))
      piece.withUnsafeBufferPointer { decoder.append($0) }
      while let frame = try decoder.next() { frames.append(frame) }
    }
    return frames
  }

  @Test("frames are found in pieces of any size", arguments: [1, 2, 3, 7, 100, 1_000])
  func pieces(step: Int) throws {
    let frames = (0..<20).map {
      Frame(kind: .data, call: UInt32($0), payload: [UInt8](repeating: 7, count: $0 * 13))
    }
    #expect(try decoded(frames.flatMap(\.encoded), step: step) == frames)
  }

  @Test("a frame that is too long, too short or of an unknown kind ends the stream at its head")
  func damaged() {
    var long = Frame(kind: .data).encoded
    long.replaceSubrange(..<4, with: [0, 0, 0x20, 0])
    #expect(throws: FrameFault.tooLong) { try decoded(long, step: 4) }
    #expect(throws: FrameFault.tooShort) { try decoded([4, 0, 0, 0], step: 4) }
    #expect(throws: FrameFault.unknownKind) { try decoded([9, 0, 0, 0, 100], step: 5) }
  }

  @Test("kinds of later versions are skipped")
  func later() throws {
    var unknown = Frame(kind: .data, call: 1, payload: [1, 2, 3]).encoded
    unknown[4] = 200
    let known = Frame(kind: .done, call: 2)
    #expect(try decoded(unknown + known.encoded, step: 5) == [known])
  }

  @Test("random bytes never make a stream of frames trap")
  func randomFrames() {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<rounds {
      let count = Int.random(in: 0..<600, using: &generator)
      var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      if Bool.random(using: &generator) {
        bytes = Frame(kind: .request, call: 1, payload: bytes).encoded
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x55
      }
      // Whether it throws is chance.
      _ = try? decoded(bytes, step: Int.random(in: 1..<50, using: &generator))
    }
  }

  private func values() -> [[UInt8]] {
    var snapshot = DeviceSnapshot()
    snapshot.contents.tracks = [
      DeviceTrack(id: "a", path: FilePath("x/y"), title: "T", artist: "A", year: 1, duration: 2)
    ]
    snapshot.contents.playlists = [DevicePlaylist(id: "p", name: "P", tracks: ["a", "b"])]
    snapshot.contents.syncID = "s"
    snapshot.files = [DeviceFile(path: FilePath("x"), size: 1, modified: 2)]
    snapshot.facts = [FilePath("x"): DeviceFileFacts(audioHash: 1, title: "t", duration: 3)]
    snapshot.plays = [DevicePlay(path: FilePath("x"), artist: "a", time: 4)]
    var pieces = WirePieces(WireItems(of: snapshot))
    var error = WireWriter()
    PeerError.unreadable(FilePath("x"), code: 4).write(to: &error)
    var transfer = WireWriter()
    transfer.write(
      PeerTransfer(
        source: FilePath(""), size: 4, target: FilePath("a/b"), replaced: snapshot.files[0],
        part: "p"))
    let hello = SyncHello(session: "0123456789abcdef", library: FilePath("/x"))
    return [pieces.next() ?? [], error.bytes, transfer.bytes, hello.encoded]
  }

  private func read(_ bytes: [UInt8]) {
    // Whether they throw is chance.
    var assembly = WireAssembly()
    try? assembly.append(bytes)
    var reader = WireReader(bytes)
    _ = try? PeerError(&reader)
    reader = WireReader(bytes)
    _ = try? reader.transfer()
    _ = try? SyncHello(bytes)
    _ = try? SyncWelcome(bytes)
  }

  @Test("times of plays cross, as many as one track may have")
  func playTimes() throws {
    var commit = DeviceCommit(syncID: "s")
    commit.playTimes = ["a": [1, 2, 3], "b": Array(0..<1_200)]
    var assembly = WireAssembly()
    var pieces = WirePieces(WireItems(of: commit))
    while let piece = pieces.next() { try assembly.append(piece) }
    #expect(assembly.commit?.playTimes == ["a": [1, 2, 3], "b": Array(200..<1_200)])
  }

  @Test("values that are cut anywhere, or damaged, never trap")
  func randomValues() {
    var generator = SeededGenerator(seed: seed)
    for value in values() {
      for count in 0...value.count { read(Array(value.prefix(count))) }
      for _ in 0..<rounds * 10 {
        var damaged = value
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          damaged[Int.random(in: 0..<value.count, using: &generator)] =
            UInt8.random(in: .min ... .max, using: &generator)
        }
        read(damaged)
      }
    }
  }

  @Test("a cut value is not taken for a whole one")
  func cut() throws {
    let value = values()[2]
    for count in 0..<value.count {
      var reader = WireReader(Array(value.prefix(count)))
      #expect(throws: WireFault.self) { try reader.transfer() }
    }
  }

  @Test("a length beyond the frame, or entries without a playlist, are refused")
  func bounds() {
    var assembly = WireAssembly()
    #expect(throws: WireFault.tooLong) { try assembly.append([10, 255, 255, 255, 255]) }
    #expect(throws: WireFault.short) { try assembly.append([10, 200, 0, 0, 0]) }
    #expect(throws: WireFault.tooLong) { try assembly.append([3, 233, 3, 0, 0]) }
    #expect(throws: WireFault.invalid) { try assembly.append([3, 0, 0, 0, 0]) }
    #expect(throws: WireFault.invalid) { try assembly.append([99]) }
  }

  @Test(
    "paths that lead elsewhere are refused",
    arguments: ["", "/a", "../a", "a/../b", "a/.", "a//b", "a/", "a\0b", "..", "."])
  func paths(path: String) {
    #expect(!RemotePath.isSafe(FilePath(path)))
    var writer = WireWriter()
    writer.write(DeviceFile(path: FilePath(path), size: 1, modified: 1))
    var reader = WireReader(writer.bytes)
    #expect(throws: WireFault.invalid) { try reader.file() }
  }

  @Test("paths of bytes and of odd names are taken")
  func oddPaths() {
    for path in ["a", "..a/b..", ".a", "a b/ä\u{202E}"] {
      #expect(RemotePath.isSafe(FilePath(path)))
    }
    #expect(RemotePath.isSafe(FilePath(bytes: [0xFF, 0x2F, 0xFE])))
    #expect(!RemotePath.isSafe(FilePath(bytes: [UInt8](repeating: 97, count: 256))))
  }

  @Test("texts that are too long are cut, and the value is still read")
  func longTexts() throws {
    var writer = WireWriter()
    writer.write(String(repeating: "ä", count: 100_000))
    var reader = WireReader(writer.bytes)
    #expect(try reader.text().utf8.count <= WireWriter.maximumText)
    writer.clear()
    // One character of 200,000 bytes.
    writer.write("a" + String(repeating: "\u{301}", count: 100_000))
    reader = WireReader(writer.bytes)
    #expect(try reader.text().utf8.count <= WireWriter.maximumText)
  }

  @Test("sentences of the other side cannot move the cursor or turn the text")
  func cleaned() {
    #expect(CleanText.line("a\u{1B}[2J\nb\u{202E}c \u{9B}d  ", to: 80) == "a[2J bc d")
    #expect(CleanText.line("abcdef", to: 4) == "abc…")
  }

  @Test(
    "the hash is xxHash64",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999 as UInt64), ("a", 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0x44BC_2CF5_AD77_0999),
      ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02A2_E854_70D6_FD96),
    ])
  func hash(text: String, digest: UInt64) {
    for step in [1, 5, 8, 31, 32, 100] {
      var hash = XXH64()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: step) {
        hash.update(Array(bytes[start...].prefix(step)))
      }
      #expect(hash.digest == digest)
    }
  }

  @Test("the greeting is found behind noise, in pieces of any size", arguments: [1, 3, 1_000])
  func greeting(step: Int) {
    let greeting = Greeting.random()
    for noise in ["", "Welcome to pi\nTRITONE-SYNC 1 no\n", "no line end", "x TRITONE-SYNC 1 0\n"] {
      let bytes = Array(noise.utf8) + greeting.line + [1, 2, 3]
      var scanner = GreetingScanner()
      var found: Greeting?
      var rest: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: step) {
        let piece = Array(bytes[start...].prefix(step))
        if found != nil {
          rest += piece
        } else {
          found = piece.withUnsafeBufferPointer { scanner.append($0) }
          if found != nil { rest = scanner.rest }
        }
      }
      #expect(found == greeting)
      #expect(rest == [1, 2, 3])
      #expect(String(decoding: scanner.noise, as: UTF8.self) == noise)
    }
  }
}
