import Music
import Screen
import Testing

@testable import Interface

@Suite("Completion in the form of a build")
struct BuildCompletionTests {
  private func typed(_ text: String) -> Stage {
    var stage = Stage.building()
    stage.go(to: .artists)
    stage.type(text)
    return stage
  }

  /// The last request for names.
  private func request(_ stage: inout Stage) -> (prefix: String, serial: Int)? {
    for case .completeArtists(let prefix, let serial) in stage.receiveBuild().reversed() {
      return (prefix, serial)
    }
    return nil
  }

  @Test("the name at the cursor is asked for as it is typed, without those before it")
  func asks() throws {
    var stage = typed("Lena Voss;  mi")
    #expect(try #require(request(&stage)).prefix == "mi")
    // A move of the cursor asks for nothing.
    stage.press("Left", "Right")
    #expect(stage.receiveBuild().isEmpty)
    stage.type(", ")
    #expect(stage.receiveBuild().isEmpty)
  }

  @Test("Tab puts in one offer after the other, and a further key takes the next name")
  func offers() throws {
    var stage = typed("Lena Voss, mi")
    let serial = try #require(request(&stage)).serial
    stage.send(.build(.artistsCompleted(["Mirador", "Miles Davis"], serial: serial)))
    #expect(stage.text.contains("Tab: Mirador  Miles Davis"))
    stage.press("Tab")
    #expect(stage.app.building.draft[.artists] == "Lena Voss, Mirador")
    stage.press("Tab")
    #expect(stage.app.building.draft[.artists] == "Lena Voss, Miles Davis")
    stage.press("Shift-Tab")
    #expect(stage.app.building.draft[.artists] == "Lena Voss, Mirador")
    stage.type("; o")
    #expect(try #require(request(&stage)).prefix == "o")
    #expect(!stage.text.contains("Miles"))
  }

  @Test("the text behind the cursor stays")
  func middle() throws {
    var stage = typed(", Ostkreuz")
    stage.press("Home")
    guard case .build(let panel) = stage.app.overlays.last else { return }
    #expect(panel.field?.cursor == 0)
    stage.type("mi")
    let serial = try #require(request(&stage)).serial
    stage.send(.build(.artistsCompleted(["Mirador"], serial: serial)))
    stage.press("Tab")
    #expect(stage.app.building.draft[.artists] == "Mirador, Ostkreuz")
  }

  @Test("an answer to an earlier text, or after the window closed, changes nothing")
  func late() throws {
    var stage = typed("mi")
    let serial = try #require(request(&stage)).serial
    stage.type("r")
    stage.send(.build(.artistsCompleted(["Miles Davis"], serial: serial)))
    #expect(!stage.text.contains("Miles"))
    let next = try #require(request(&stage)).serial
    stage.press("Esc")
    stage.send(.build(.artistsCompleted(["Mirador"], serial: next)))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.building.draft[.artists] == "mir")
  }

  @Test("names that would come apart in the list, or are no line, are no offers")
  func hostile() throws {
    var stage = typed("t")
    let serial = try #require(request(&stage)).serial
    let names =
      ["Tyler, The Creator", "a;b", "two\nlines", "esc\u{1B}[2J", "", " ", "t"]
      + [String(repeating: "t", count: 5_000), "Tricky", "Tricky"]
    stage.send(.build(.artistsCompleted(names, serial: serial)))
    #expect(stage.buildPanel?.completion.offers == ["Tricky"])
  }

  @Test("Tab goes on where there is nothing to complete")
  func goesOn() {
    var stage = Stage.building()
    stage.go(to: .artists)
    stage.press("Tab")
    #expect(stage.buildPanel?.focused(stage.app.building) == .file)
    stage.press("Shift-Tab")
    #expect(stage.buildPanel?.focused(stage.app.building) == .artists)
  }

  @Test("Tab completes the path of the artists file as far as names agree, and lists them")
  func paths() throws {
    var stage = Stage.building()
    stage.go(to: .file)
    stage.type("~/art")
    _ = stage.receive()
    stage.press("Tab")
    guard case .exchange(.listPaths("~/art", let serial)) = stage.receive().last else {
      Issue.record("no request")
      return
    }
    let names = [PathName("artists.txt"), PathName("artists old.txt")]
    stage.send(.exchange(.pathsListed(names, serial: serial)))
    #expect(stage.app.building.draft[.file] == "~/artists")
    #expect(stage.text.contains("artists.txt  artists old.txt"))
    // The names are there already: Tab goes on.
    stage.press("Tab")
    #expect(stage.buildPanel?.focused(stage.app.building) == .libraryArtists)
    stage.press("Up")
    stage.type(".")
    _ = stage.receive()
    stage.press("Tab")
    guard case .exchange(.listPaths(_, let next)) = stage.receive().last else { return }
    stage.send(.exchange(.pathsListed([], serial: next)))
    #expect(stage.text.contains("Nothing there begins like that"))
    stage.send(.exchange(.pathsListed([PathName("late")], serial: next)))
    #expect(stage.app.building.draft[.file] == "~/artists.")
  }
}
