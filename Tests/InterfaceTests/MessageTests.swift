import Interface
import Music
import Screen
import Testing

@Suite("Messages that come close together")
struct MessageTests {
  private func text(_ stage: Stage) -> String? { stage.app.message?.text }

  @Test("news that nobody asked for does not take the place of what went wrong")
  func news() {
    var stage = Stage()
    stage.send(.failed("broken.cue: line 1: there is no file gone.wav"))
    stage.send(.done(.playlists(.duplicated("News"))))
    stage.wait(.seconds(7))
    #expect(text(stage) == "broken.cue: line 1: there is no file gone.wav")
    stage.wait(.seconds(1))
    #expect(text(stage) == "Made News")
    stage.wait(.seconds(4))
    #expect(text(stage) == nil)
  }

  /// The contrast of the message with its ground in the last line.
  private func contrast(_ stage: Stage) -> Double {
    let cell = stage.frame[stage.app.size.rows - 1, 1]
    let skin = stage.app.skins.theme.colors(cell.face, on: cell.ground)
    let (front, back) = (cell.colors?.foreground, cell.colors?.background)
    return (front ?? skin.foreground).contrast(with: back ?? skin.background)
  }

  @Test("a message fades in two steps before it ends, and in none where nothing may move")
  func fading() {
    var stage = Stage()
    stage.press("s")
    let full = contrast(stage)
    stage.wait(.milliseconds(3_700))
    #expect(contrast(stage) == full)
    #expect(stage.app.timeToNextTick == .milliseconds(60))
    stage.wait(.milliseconds(60))
    let first = contrast(stage)
    #expect(first < full && text(stage) == "Shuffle on")
    stage.wait(.milliseconds(120))
    #expect(contrast(stage) < first && text(stage) == "Shuffle on")
    #expect(stage.app.timeToNextTick == .milliseconds(120))
    stage.wait(.milliseconds(120))
    #expect(text(stage) == nil)

    stage.press(":")
    stage.type("motion off")
    stage.press("Enter", "s")
    stage.wait(.milliseconds(3_900))
    #expect(contrast(stage) == full)
    #expect(stage.app.timeToNextTick == .milliseconds(100))
  }

  @Test("of several things that went wrong each is shown, for two seconds at least")
  func several() {
    var stage = Stage()
    for name in ["One", "Two", "Two", "Three"] { stage.send(.failed(name)) }
    for name in ["One", "Two", "Three"] {
      #expect(text(stage) == name)
      #expect(name == "Three" || stage.app.timeToNextTick == .seconds(2))
      stage.wait(.seconds(2))
    }
    #expect(text(stage) == "Three")
    stage.wait(.seconds(6))
    #expect(text(stage) == nil)
  }

  @Test("a key shows the next one, and what it says itself shows at once")
  func keys() {
    var stage = Stage()
    for name in ["One", "Two", "Three"] { stage.send(.failed(name)) }
    stage.press("j")
    #expect(text(stage) == "Two")
    stage.press("s")
    #expect(text(stage) == "Shuffle on")
    stage.wait(.seconds(2))
    #expect(text(stage) == "Three")
    // The result of an edit does not wait for a message that was seen.
    stage.press("*")
    stage.send(.done(.tracks(.rated(Rating(stars: 1), 1))))
    #expect(text(stage) == "Rated: ★")
  }

  @Test("however much goes wrong, little of it waits, and the newest of it")
  func bounded() {
    var stage = Stage()
    for number in 1...50 { stage.send(.failed("Fault \(number)")) }
    var shown: [String] = []
    while let text = self.text(stage) {
      shown.append(text)
      stage.wait(.seconds(2))
      while self.text(stage) == text { stage.wait(.seconds(2)) }
    }
    #expect(shown == ["Fault 1", "Fault 47", "Fault 48", "Fault 49", "Fault 50"])
  }

  @Test("that the library is being read shows in the corner until the lists are there")
  func reading() {
    var stage = Stage()
    stage.send(.list(.readingStarted))
    #expect(!stage.text.contains("Reading the library"))
    var app = App(size: Size(rows: 24, columns: 80), now: .now, theme: .fallback, mode: .songs)
    func line(_ app: App) -> String { ScreenView.frame(of: app).text(ofRow: 23) }
    let loads = app.handle(.resized(app.size))
    _ = app.handle(.failed("There is no file gone.wav"))
    _ = app.handle(.list(.readingStarted))
    #expect(line(app).contains("gone.wav") && line(app).contains("Reading the library…"))
    for case .list(.load(let slot, let query, _, _, let serial)) in loads {
      _ = app.handle(.list(.loaded(slot, ListWindow(query: query), serial: serial)))
    }
    #expect(line(app).contains("gone.wav") && !line(app).contains("Reading"))
  }
}
