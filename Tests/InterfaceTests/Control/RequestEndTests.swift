import Music
import Screen
import Testing

@testable import Interface

/// Requests whose answer is the end of their effects.
@Suite("Ends of requests")
struct RequestEndTests {
  private let playing = Selection.tracks([QueuedTrack(TrackID(1))])

  private var rating: Effect { .edit(.tracks(.setRating(Rating(stars: 4), playing))) }

  @Test("an edit is answered when it is stored, with what it says or with its reason")
  func edits() {
    var stage = Stage.playing()
    let order = stage.order(.rate(4))
    #expect(order.answer == nil && order.awaited == 1 && order.effects == [rating])
    let outcome = Outcome.exchange(.exported(FilePath("/a.m3u8")))
    guard case .done(let text?)? = stage.end(with: .done(outcome)) else {
      Issue.record("it is not done")
      return
    }
    #expect(stage.app.message?.text == text)
    #expect(stage.order(.rate(4)).awaited == 1)
    #expect(stage.end(with: .refused(rating, "The disk is full")) == .failed("The disk is full"))
    #expect(stage.order(.rate(4)).awaited == 1)
    #expect(stage.end(with: nil) == .done(nil))
  }

  @Test("what only begins is answered at once, and a mistake as well")
  func begun() {
    var stage = Stage.playing()
    #expect(stage.order(.line("help")).answer == .done(nil))
    #expect(stage.order(.line("analysis pause")).awaited == 0)
    let refused = stage.order(.line("rate lots"))
    #expect(refused.answer?.isFailure == true && refused.awaited == 0)
    #expect(stage.order(.pause).awaited == 0)
  }

  @Test("relative paths of a line are those of the folder that comes with it")
  func folder() {
    var stage = Stage.playing()
    stage.app.folder = FilePath("/home/ola")
    let script = FilePath("/srv/lists")
    for (line, effect) in [
      ("import a.m3u8", Effect.exchange(.importFile(FilePath("/srv/lists/a.m3u8")))),
      ("import /a.m3u8", .exchange(.importFile(FilePath("/a.m3u8")))),
      ("scan ../music", .library(.scan([FilePath("/srv/lists/../music")]))),
      ("add-copy x", .library(.addFiles(FilePath("/srv/lists/x"), .copy, into: nil))),
    ] {
      let order = stage.order(.line(line, folder: script))
      #expect(order.effects.contains(effect) && order.awaited == 1, "\(line)")
    }
    let order = stage.order(.line("import a.m3u8"))
    #expect(order.effects.contains(.exchange(.importFile(FilePath("/home/ola/a.m3u8")))))
  }

  @Test("an effect that would ask the user fails: a script cannot be asked")
  func questions() {
    var stage = Stage.playing()
    let path = "/home/ola/a.m3u8"
    for event in [
      Event.exchange(.exportRefused(PlaylistID(1), path: path, format: "m3u8")),
      .exchange(.exportProposed(PlaylistID(1), path: path, format: "m3u8")),
      .library(.addingNeedsFolder(FilePath(path), .copy, among: [FilePath("/a"), FilePath("/b")])),
    ] {
      #expect(stage.end(with: event)?.isFailure == true, "\(event)")
      #expect(stage.app.overlays.isEmpty, "\(event)")
    }
  }

  @Test("what an edit answers shows at the terminal that did it, and its change in all")
  func answers() {
    var stage = Stage.playing()
    stage.attach()
    let outcome = Event.done(.exchange(.exported(FilePath("/a.m3u8"))))
    stage.send(outcome, isAnswer: true)
    #expect(stage.app.message != nil)
    stage.use(0)
    #expect(stage.app.message == nil)
    stage.send(.refused(rating, "The disk is full"), isAnswer: true)
    #expect(stage.app.message?.text == "The disk is full")
    stage.use(0)
    #expect(stage.app.message?.text != "The disk is full")
  }

  @Test("what nobody has asked for is said at all terminals")
  func news() {
    var stage = Stage.playing()
    stage.attach()
    stage.send(.failed("The sound server is gone"))
    for _ in 0..<2 {
      #expect(stage.app.message?.text == "The sound server is gone")
      stage.use(0)
    }
  }

  @Test("what a request has done is taken in by all terminals, and said at one")
  func requested() {
    var stage = Stage.playing()
    stage.attach()
    #expect(stage.order(.line("skin Vinyl")).awaited == 1)
    var theme = Theme.fallback
    theme.name = "Vinyl"
    #expect(
      stage.end(with: .theme(.loaded(theme, isPreview: false)))?.isFailure == false)
    #expect(stage.app.skins.theme.name == "Vinyl" && stage.app.message?.topic == .skin)
    stage.use(0)
    #expect(stage.app.skins.theme.name == "Vinyl" && stage.app.message?.topic != .skin)
  }
}
