import Foundation
import Music
import Testing

@testable import MusicCorpus

@Suite struct MusicCorpusTests {
  @Test("a seed writes the same music again, and another seed other music")
  func isDeterministic() {
    func bytes(_ seed: Int, _ number: Int) -> [UInt8] {
      let composer = Composer(seed: seed, number: number, seconds: 20...30)
      return MIDIFile.bytes(of: composer.score, tuning: composer.plan.tuning, ending: 1)
    }
    for number in 0..<30 {
      #expect(bytes(7, number) == bytes(7, number))
      #expect(bytes(7, number) != bytes(8, number))
    }
  }

  @Test("each round of thirty tracks has every genre once")
  func isStratified() {
    #expect(Genre.all.count == 30)
    for round in 0..<3 {
      let genres = (0..<30).map { number in
        Composer(seed: 9, number: round * 30 + number, seconds: 10...12).plan.genre.name
      }
      #expect(Set(genres).count == 30)
    }
  }

  @Test("beats are where the tempo says, and what machines play is exactly on the grid")
  func beatsAreTrue() {
    var kicks = 0
    for number in 0..<60 {
      let composer = Composer(seed: 5, number: number, seconds: 20...30)
      let (plan, beats) = (composer.plan, composer.timeline.beats)
      let mean = (beats[beats.count - 1] - beats[0]) / Double(beats.count - 1)
      #expect(abs(60 / mean / plan.bpm - 1) < 1e-9)
      #expect(beats[0] == plan.leadIn)
      #expect(composer.score.notes.allSatisfy { $0.end > $0.start && $0.velocity > 0 })
      guard plan.jitter == 0, plan.swungSixteenths == 0.5 else { continue }
      for note in composer.score.notes where note.part == .drums && note.pitch == 36 {
        kicks += 1
        let sixteenths = (note.start - beats[0]) / mean * 4
        #expect(abs(sixteenths - sixteenths.rounded()) < 1e-6)
      }
    }
    #expect(kicks > 300)
  }

  @Test("the table of truths is read as it was written")
  func tableRoundTrip() throws {
    let master = TrackRenderer.Master(
      path: "", duration: 31.5,
      edges: SilenceEdges(
        interleaved: Data([0, 0, 0, 0, 0, 64, 0, 64, 0, 0, 0, 0]), channels: 2, rate: 10))
    let tracks = (0..<30).map { number in
      CorpusTrack(
        Composer(seed: 3, number: number, seconds: 10...12), file: "\(number).flac",
        master: master, seed: 3, font: "/fonts/some.sf2")
    }
    let path = NSTemporaryDirectory() + "/truth-\(UUID().uuidString).csv"
    defer { unlink(path) }
    try Data(TruthFile.text(of: tracks).utf8).write(to: URL(fileURLWithPath: path))
    let read = try TruthFile.tracks(at: path)
    #expect(read.count == 30)
    for (left, right) in zip(tracks, read) {
      #expect(left.file == right.file)
      #expect(left.key == right.key)
      #expect(left.hasKey == right.hasKey)
      #expect(left.isConstant == right.isConstant || left.drift < 0.01)
      #expect(abs(left.bpm - right.bpm) < 0.001)
      #expect(left.startSilence.map { abs($0 - (right.startSilence ?? -1)) < 0.001 } ?? true)
      #expect((left.startSilence == nil) == (right.startSilence == nil))
    }
    #expect(master.edges.start == 0.1)
    #expect(master.edges.end == 0.1)
  }

  @Test("a table that is cut off or hostile is refused")
  func refusesDamagedTables() throws {
    let path = NSTemporaryDirectory() + "/truth-\(UUID().uuidString).csv"
    defer { unlink(path) }
    for text in ["", "file,bpm\na.flac,abc\n", "file,bpm,key_idx,duration\n../a,120,3,60\n"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: CorpusError.self) { try TruthFile.tracks(at: path) }
    }
  }

  @Test(
    "degrees are read as musicians write them",
    arguments: [
      ("I", 0, Chord.Quality.major), ("vi", 9, .minor), ("bVII", 10, .major),
      ("ii7", 2, .minorSeventh), ("V7", 7, .dominant), ("iiø7", 2, .halfDiminished),
      ("bVImaj7", 8, .majorSeventh), ("I5", 0, .power),
    ])
  func readsDegrees(text: String, root: Int, quality: Chord.Quality) {
    #expect(Chord(degree: Substring(text)) == Chord(root: root, quality: quality))
  }
}
