import Music
import Testing

@testable import Interface

/// Lyrics that the net is asked for.
@Suite("Lyrics from the net")
struct LyricsFetchingTests {
  private static let words = Lyrics(bytes: Array("[00:01.00]Hello there\n[00:09.00]Again".utf8))

  private func stage(_ file: Lyrics? = nil, isOn: Bool = true, at seconds: Int = 1) -> Stage {
    var stage = Stage()
    if let file { stage.lyrics[TrackID(1)] = TrackLyrics(file, from: .embedded) }
    if isOn { stage.run("lyrics-fetch on") }
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(seconds))))))
    }
    return stage
  }

  private func fetches(_ stage: inout Stage) -> [Effect] {
    stage.receive().filter { if case .load(.fetchedLyrics) = $0 { true } else { false } }
  }

  private func answer(_ lyrics: Lyrics?, fault: String? = nil, isCommand: Bool = false) -> Event {
    .lyrics(
      .fetched(
        TrackID(1), lyrics.map { TrackLyrics($0, from: .fetched) }, fault: fault,
        isCommand: isCommand))
  }

  @Test("off, nothing is asked for; on, once for a track that was heard for three seconds")
  func once() {
    var off = stage(isOn: false, at: 60)
    off.wait(.seconds(5))
    #expect(fetches(&off) == [])

    var stage = stage()
    #expect(fetches(&stage) == [])
    stage.wait(.seconds(1))
    #expect(fetches(&stage) == [])
    stage.wait(.milliseconds(1_001))
    #expect(fetches(&stage) == [.load(.fetchedLyrics(TrackID(1), isCommand: false))])
    // A server that fails is not told of, and not asked again.
    stage.send(answer(nil, fault: "offline"))
    stage.wait(.seconds(9))
    #expect(fetches(&stage) == [] && stage.app.message?.text != "offline")
    let lyrics = Self.words
    stage.send(answer(lyrics))
    stage.press("\"")
    #expect(stage.text.contains("Hello there"))
    // Read again from the file, which has none.
    stage.press("\"")
    #expect(stage.text.contains("Hello there"))
  }

  @Test("a track with lyrics of its own is never asked for, and keeps them")
  func own() {
    let own = Lyrics(bytes: Array("[00:01.00]Own words".utf8))
    var stage = stage(own, at: 30)
    stage.wait(.seconds(5))
    #expect(fetches(&stage) == [])
    stage.run("lyrics-fetch")
    #expect(fetches(&stage) == [] && stage.app.message?.text.contains("go before") == true)
    stage.send(answer(Self.words))
    stage.press("\"")
    #expect(stage.text.contains("Own words") && !stage.text.contains("Hello there"))
  }

  @Test("the command asks whatever the setting is, and says what came of it")
  func command() {
    var stage = stage(isOn: false)
    for _ in 0..<2 {
      stage.run("lyrics-fetch")
      #expect(fetches(&stage) == [.load(.fetchedLyrics(TrackID(1), isCommand: true))])
    }
    stage.send(answer(nil, isCommand: true))
    #expect(stage.app.message?.text == "lrclib.net has no lyrics of this track")
    stage.send(answer(Self.words, isCommand: true))
    #expect(stage.app.message?.text == "These lyrics are from lrclib.net")
    stage.send(answer(nil, fault: "This machine is offline", isCommand: true))
    #expect(stage.app.message?.text == "This machine is offline")
  }

  @Test("the setting is kept")
  func kept() {
    var stage = stage()
    #expect(stage.app.kept(.lyricsFetch) == .flag(true))
    var next = Stage()
    next.begin(with: stage.app.keptSettings)
    #expect(next.app.fetchesLyrics)
    stage.run("lyrics-fetch off")
    #expect(stage.app.kept(.lyricsFetch) == nil)
  }
}
