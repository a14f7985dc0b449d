import Demo
import Foundation
import Music
import Testing

@Suite("The demo crate", .withWrittenCrate)
struct DemoCrateTests {
  private let crate: WrittenCrate

  init() throws { crate = try #require(WrittenCrate.shared) }

  @Test("twelve tracks of four artists, told of one by one")
  func isComplete() throws {
    #expect(crate.paths.count == 12)
    #expect(crate.progress == (0...12).map { [$0, 12] })
    #expect(Set(crate.paths.map { $0.parent?.parent?.name }).count == 4)
    #expect(Set(crate.paths.map(\.fileExtension)).count == 8)
    let megabytes = try crate.paths.reduce(0) { try $0 + crate.size(of: $1) } / 1_000_000
    #expect(megabytes < 40)
  }

  @Test("tags say what a track is, and a picture is with it", arguments: 0..<12)
  func isTagged(index: Int) throws {
    let path = crate.paths[index]
    let tags = try crate.folder.tags(of: path)
    #expect(path.stem.hasSuffix(tags["title"] ?? "no title"))
    #expect(path.parent?.name == "\(tags["album"] ?? "") (\(tags["date"] ?? ""))")
    #expect(path.parent?.parent?.name == tags["artist"])
    #expect(tags["genre"] != nil)
    #expect(tags["track"]?.hasPrefix("\(index % 3 + 1)") == true)
    if ["m4a", "wav"].contains(path.fileExtension) {
      let comment = try #require(tags["comment"])
      #expect(comment.wholeMatch(of: /\d+ BPM, [A-G][b#]?m?/) != nil)
    } else {
      #expect(tags["bpm"] ?? tags["tbpm"] != nil)
      #expect(tags["initialkey"] ?? tags["tkey"] ?? tags["key"] != nil)
    }
    guard !["wav", "wv"].contains(path.fileExtension) else { return }
    #expect(try crate.folder.attachedPicture(of: path).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(
    "the tempo that is heard is the tempo of the tag",
    arguments: ["Arcade Moon", "Neon Tram", "Doors", "Ferry at Six", "First Frost"])
  func tempoIsTrue(title: String) throws {
    let path = try #require(crate.path(titled: title))
    let tags = try crate.folder.tags(of: path)
    let tagged = try #require((tags["bpm"] ?? tags["tbpm"]).flatMap(Double.init))
    let heard = Tempo.measure(try crate.folder.decode(path), sampleRate: crate.rate(of: path))
    #expect(abs(heard - tagged) / tagged < 0.01, "heard \(heard)")
  }

  @Test("lossless pieces peak at -1 dBFS and neither begin nor end with a click", arguments: 0..<12)
  func isClean(index: Int) throws {
    let path = crate.paths[index]
    let samples = try crate.folder.decode(path)
    let peak = samples.map { abs(Int($0)) }.max() ?? 0
    #expect((10_000..<32_700).contains(peak))
    guard !path.text.contains("Pier Nine") else { return }
    #expect(samples.prefix(4).allSatisfy { abs(Int($0)) < 1200 })
    #expect(samples.suffix(64).allSatisfy { abs(Int($0)) < 60 })
    guard ["flac", "wav", "aiff", "wv"].contains(path.fileExtension) else { return }
    #expect((29_203...29_206).contains(peak))
  }

  @Test("the live album runs on across its cuts, which lie in the middle of the sound")
  func mixIsContinuous() throws {
    let tracks = try crate.paths.filter { $0.text.contains("Pier Nine") }
      .map { try crate.folder.decode($0) }
    #expect(tracks.count == 3)
    // 38 bars at 126 beats a minute and two and a half seconds of decay: no frame is lost.
    let frames = tracks.reduce(0) { $0 + $1.count / 2 }
    #expect(frames == 38 * 84_000 + 110_250)
    for (before, after) in zip(tracks, tracks.dropFirst()) {
      let end = before.suffix(4000).map(Int.init)
      let around = end + after.prefix(4000).map(Int.init)
      // The second difference of the left channel: at the cut no larger than elsewhere.
      let bends = (4..<(around.count / 2)).map { frame -> Int in
        let (now, once, twice) = (around[frame * 2], around[frame * 2 - 2], around[frame * 2 - 4])
        return abs(now - 2 * once + twice)
      }
      let cut = 2000 - 4
      let atCut = bends[(cut - 1)...(cut + 2)].max() ?? 0
      let elsewhere = bends.max() ?? 0
      #expect(atCut < elsewhere)
      let level = end.suffix(400).reduce(0) { $0 + abs($1) } / 400
      #expect(level > 300, "a gap could not be heard in silence")
    }
  }

  @Test("a second run writes what is missing, the same as before, and nothing else")
  func secondRun() throws {
    let copy = try WrittenCrate(copyOf: crate)
    let (mine, lost) = (copy.paths[0], copy.paths[3])
    let before = try Data(contentsOf: URL(fileURLWithPath: lost.text))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: mine.text))
    try FileManager.default.removeItem(atPath: lost.text)
    #expect(try DemoCrate.write(into: copy.root) { _, _ in } == copy.paths)
    #expect(try Data(contentsOf: URL(fileURLWithPath: mine.text)) == Data("mine".utf8))
    #expect(try Data(contentsOf: URL(fileURLWithPath: lost.text)) == before)
  }

  @Test("a file where the folder should be is said in one line")
  func folderInTheWay() throws {
    let path = crate.paths[0]
    let error = #expect(throws: DemoError.self) {
      try DemoCrate.write(into: path) { _, _ in }
    }
    guard case .folderNotMade(let folder, ENOTDIR) = error else {
      Issue.record("not the error expected: \(String(describing: error))")
      return
    }
    #expect(folder.isInside(path))
    #expect(error?.description.hasSuffix("Slow Harbour (2019): Not a directory") == true)
  }
}
