import Foundation
import Testing

/// Sound settings in the real program.
@Suite("Sound journeys", .serialized)
struct SoundJourneyTests {
  @Test("the equalizer is set by keys, closed, and still set after a restart")
  func equalizer() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 20)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var player = try box.player(["--output", "null"])
      try player.see("One")
      try player.press("Q")
      try player.see("‹Flat›")
      try player.press("]")
      try player.see("‹Rock›")
      try player.press("Escape")
      try player.see(no: "‹Rock›")
      try player.press("}")
      try player.see("1.05×")
      try player.leave()

      player = try box.player(["--output", "null"])
      try player.see("1.05×")
      try player.press("Q")
      try player.see("‹Rock›")
      try player.press("Escape")
      try player.see(no: "‹Rock›")
      try player.leave()
    }
  }

  @Test("a file is written once through, even where the queue was left repeating")
  func repeatedFile() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 5)
      try box.tone("Two.flac", 550, seconds: 5)
      var player = try box.player(["--output", "null", box.music.path])
      try player.see("▶")
      try player.press("r")
      try player.see("repeat all")
      try player.leave()
      let file = box.folder.appendingPathComponent("out.wav").path
      let size = {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        return attributes?[.size] as? Int ?? 0
      }
      player = try box.player(["--output", "file:" + file, box.music.path])
      // Float stereo.
      let sound = 2 * 5 * 44100 * 8
      try Program.wait("sound in the file") { size() >= sound }
      try player.see("Stopped")
      try player.leave()
      #expect(size() - sound < 1000)
    }
  }

  @Test("the crossfade of all tracks is kept, and a file is shorter by the overlap")
  func crossfade() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 5)
      try box.tone("Two.flac", 550, seconds: 5)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      // Nothing plays meanwhile: on a busy machine both tracks would be over.
      var player = try box.player(["--output", "null"])
      try player.see("Nothing plays")
      try player.type(":crossfade 2")
      try player.press("Enter")
      try player.see("⨯2s")
      try player.leave()
      let file = box.folder.appendingPathComponent("out.wav").path
      let size = {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        return attributes?[.size] as? Int ?? 0
      }
      player = try box.player(["--output", "file:" + file, box.music.path])
      // Float stereo.
      let sound = 8 * 44100 * 8
      try Program.wait("sound in the file") { size() >= sound }
      try player.see("Stopped")
      try player.leave()
      #expect(size() - sound < 1000)
    }
  }

  @Test("a crossfade is set on an entry of a playlist, shows there, and is undone")
  func entries() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 20)
      try box.tone("Two.flac", 550, seconds: 20)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("Mix 1")
      try player.press("BTab")
      try player.press("Enter")
      try player.see("◂ Mix 1")
      try player.type(":entry-crossfade 5.5")
      try player.press("Enter")
      try player.see("⨯5.5s")
      #expect(try box.sql("SELECT crossfade FROM entries ORDER BY position LIMIT 1") == "5500000")
      // Played from the playlist, the queue item refers to the entry.
      try player.press("Enter")
      try player.see("▶")
      try player.press("C-z")
      try player.see("Undid: set the crossfade to 5.5 s")
      #expect(try box.sql("SELECT count(*) FROM entries WHERE crossfade IS NOT NULL") == "0")
      try player.leave()
      #expect(try box.storedQueue("entryDigits") != "0")
    }
  }

  @Test("a stream that refuses stays neither a track nor in the queue; other addresses are refused")
  func streams() throws {
    try Sandbox.with(sound: false) { box in
      let refused = try box.tritone("ftp://host/x")
      #expect(refused.status == 2 && refused.errors.contains("a stream needs an address"))
      // No server listens there: the effect on the library is tested.
      let player = try box.player(
        ["--output", "null", "http://127.0.0.1:9/x"], columns: 160, rows: 40)
      try player.see("Cannot play “http://127.0.0.1:9/x”: the server refuses the connection")
      try Program.wait("the refused stream to go") {
        try box.sql("SELECT count(*) FROM tracks") == "0"
      }
      try player.leave()
      let queue = try box.storedQueue("count")
      #expect(queue == "0")
    }
  }

  private static let pieces: [(name: String, tone: Int, seconds: Double)] = [
    ("Dawn", 300, 3.16), ("Noon", 500, 2.92), ("Dusk", 800, 3.04), ("Night", 1200, 3.2),
  ]

  /// One file of four tones, and a cue sheet with their starts in frames of 1/75 s.
  private func writeAlbum(_ box: Sandbox) throws -> URL {
    let file = box.music.appendingPathComponent("Album.flac")
    var arguments = ["-nostdin", "-v", "error", "-y"]
    for piece in Self.pieces {
      arguments += [
        "-f", "lavfi", "-i",
        "sine=frequency=\(piece.tone):duration=\(piece.seconds):sample_rate=44100",
      ]
    }
    arguments += ["-filter_complex", "concat=n=4:v=0:a=1,volume=6", "-ac", "2"]
    try Program.check("ffmpeg", arguments + ["-sample_fmt", "s16", file.path])
    var sheet = "PERFORMER \"Ola Marsh\"\nTITLE \"Pier Nine\"\nFILE \"album.wav\" WAVE\n"
    var start = 0
    for (index, piece) in Self.pieces.enumerated() {
      sheet += "  TRACK 0\(index + 1) AUDIO\n    TITLE \"\(piece.name)\"\n    INDEX 01 "
      sheet += String(format: "%02d:%02d:%02d\n", start / 75 / 60, start / 75 % 60, start % 75)
      start += Int((piece.seconds * 75).rounded())
    }
    let path = box.music.appendingPathComponent("album.cue")
    try sheet.write(to: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("a CUE sheet's tracks are heard without a seam, each under its own name")
  func sheet() throws {
    try Sandbox.with { box in
      let sheet = try writeAlbum(box)
      let recorder = try box.record()
      let player = try box.player([sheet.path])
      var heard: [String: Set<Int>] = [:]
      var order: [String] = []
      try player.wait("the end of the sheet") { screen in
        // The name is in the first row below the panes' titles, and the length in the bar.
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        for piece in Self.pieces
        where rows.count > 1 && rows[1].contains(" \(piece.name) ")
          && screen.contains(" / 0:0\(Int(piece.seconds))  ")
        {
          if order.last != piece.name { order.append(piece.name) }
          let tone = (try? recorder.frequency()) ?? 0
          heard[piece.name, default: []].insert(Int(tone.rounded()))
        }
        return screen.contains("■ Stopped") && !order.isEmpty
      }
      #expect(order == Self.pieces.map(\.name))
      for piece in Self.pieces {
        #expect(heard[piece.name]?.contains { abs($0 - piece.tone) < 4 } == true)
      }
      let all = try recorder.samples(from: 0)
      let first = try #require(all.firstIndex { abs($0) > 0.001 })
      let last = try #require(all.lastIndex { abs($0) > 0.001 })
      let total = Self.pieces.reduce(0) { $0 + Int(($1.seconds * 44100).rounded()) }
      #expect(abs(last - first - total) < 20)
      var silence = 0
      var longest = 0
      for sample in all[first...last] {
        silence = abs(sample) < 0.001 ? silence + 1 : 0
        longest = max(longest, silence)
      }
      #expect(longest < 8)

      try player.see("◂ Ola Marsh — Pier Nine")
      #expect(try box.sql("SELECT count(*) FROM entries") == "4")
      // Opened again in the player, the sheet is the same playlist and plays from its start.
      let mark = recorder.frames
      try player.type(":open \(sheet.path)")
      try player.press("Enter")
      try recorder.hear(300, player)
      try player.press(">")
      try recorder.hear(800, player)
      // The virtual track was played from its start: all of it is heard.
      let noon = try recorder.samples(from: mark).windows(of: 441).count {
        abs(Recorder.frequency(of: $0) - 500) < 20
      }
      #expect(abs(Double(noon) / 100 - 2.92) < 0.1)
      try player.leave()
      #expect(try box.sql("SELECT name FROM playlists") == "Ola Marsh — Pier Nine")
      let shown = try box.tritone("playlist", "show", "Ola Marsh — Pier Nine")
      #expect(
        shown.output.split(separator: "\n").map { $0.split(separator: "\t")[2] }
          == ["Dawn", "Noon", "Dusk", "Night"])
    }
  }

  @Test("a broken sheet is said with its line, and what else is named plays")
  func brokenSheet() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 20)
      let sheet = box.music.appendingPathComponent("broken.cue")
      try "FILE \"gone.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n".write(
        to: sheet, atomically: true, encoding: .utf8)
      let player = try box.player(
        ["--output", "null", sheet.path, box.music.appendingPathComponent("One.flac").path])
      try player.see("broken.cue: line 1: there is no file gone.wav")
      try player.see("▶")
      try player.leave()
      #expect(try box.sql("SELECT count(*) FROM playlists") == "0")
    }
  }
}

extension [Float] {
  /// Blocks of `count` samples each.
  fileprivate func windows(of count: Int) -> [[Float]] {
    stride(from: 0, to: self.count - count + 1, by: count).map { Array(self[$0..<($0 + count)]) }
  }
}
