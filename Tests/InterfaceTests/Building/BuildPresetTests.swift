import Music
import Screen
import Testing

@testable import Interface

@Suite("Presets of builds")
struct BuildPresetTests {
  private static let preset: BuildPreset = {
    var options = BuildOptions()
    options.name = "Road Trip"
    options.limitPerArtist = 9
    return BuildPreset(name: "Trip", options: options)
  }()

  private func listed() -> Stage {
    var stage = Stage.building()
    stage.press("Ctrl-O")
    #expect(stage.receiveBuild() == [.preset(.load)])
    stage.send(.build(.presetsLoaded([Self.preset])))
    return stage
  }

  @Test(":build with a name opens the form with the options of that preset")
  func byName() {
    var stage = Stage()
    stage.run("build Trip")
    #expect(stage.receiveBuild() == [.preset(.find("Trip"))])
    stage.send(.build(.presetFound("Trip", Self.preset)))
    #expect(stage.buildPanel != nil)
    #expect(stage.app.building.draft.options == Self.preset.options)
    stage.press("Esc")
    stage.run("build None")
    stage.send(.build(.presetFound("None", nil)))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.hasPrefix("There is no preset named None") == true)
    #expect(stage.app.building.draft.options == Self.preset.options)
  }

  @Test("a preset that is found after a key is in the form, which does not open")
  func late() {
    var stage = Stage()
    stage.run("build Trip")
    stage.press("j")
    stage.send(.build(.presetFound("Trip", Self.preset)))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == "The options of Trip are in the form; :build opens it")
  }

  @Test("one is loaded from the list, and the unfinished form before it can be had back")
  func loads() {
    var stage = Stage.building()
    stage.fill(.name, "Unfinished")
    stage.press("Ctrl-O")
    stage.send(.build(.presetsLoaded([Self.preset])))
    stage.press("Enter")
    #expect(stage.app.building.draft.options == Self.preset.options)
    #expect(stage.text.contains("Road Trip") && stage.app.overlays.count == 1)
    // The text at the cursor is the new one.
    #expect(stage.buildPanel?.field?.text == "Road Trip")
    stage.press("Ctrl-O")
    stage.type("before")
    stage.press("Enter")
    #expect(stage.app.building.draft[.name] == "Unfinished")
    #expect(stage.buildPanel?.field?.text == "Unfinished")
  }

  @Test("the form is kept under a name; another preset of that name is replaced only by word")
  func saves() {
    var stage = listed()
    stage.type("keep")
    stage.press("Enter", "Ctrl-U")
    stage.type("New one")
    stage.press("Enter")
    #expect(
      stage.receiveBuild() == [
        .preset(.save(BuildPreset(name: "New one", options: BuildOptions())))
      ])
    stage.press("Ctrl-O")
    stage.type("keep")
    stage.press("Enter", "Ctrl-U")
    stage.type("Trip")
    stage.press("Enter")
    _ = stage.receive()
    #expect(stage.text.contains("There already is a preset Trip"))
    stage.press("Down", "Enter")
    #expect(
      stage.receiveBuild() == [.preset(.save(BuildPreset(name: "Trip", options: BuildOptions())))])
    stage.send(.done(.build(.presetSaved("Trip"))))
    #expect(stage.app.message?.text == "Kept the preset Trip; :build Trip opens it")
  }

  @Test("a form with a mistake is no preset")
  func mistake() {
    var stage = Stage.building()
    stage.fill(.limit, "x")
    stage.press("Ctrl-O")
    stage.type("keep")
    stage.press("Enter")
    #expect(stage.app.overlays.count == 1)
    #expect(stage.app.message?.text.hasPrefix("Limit per artist: A whole number") == true)
  }

  @Test("one is deleted once the question is answered")
  func deletes() {
    var stage = listed()
    stage.press("Del")
    #expect(stage.text.contains("Delete the preset Trip?"))
    stage.press("Enter")
    #expect(stage.receiveBuild().isEmpty)
    stage.press("Del", "Down", "Enter")
    #expect(stage.receiveBuild() == [.preset(.delete("Trip"))])
    stage.send(.build(.presetsLoaded([])))
    #expect(!stage.text.contains("Trip"))
  }

  @Test("a preset is written to a path, and read from one; a file is replaced only by word")
  func files() {
    var stage = listed()
    stage.type("export")
    stage.press("Enter")
    #expect(stage.text.contains("~/Fav Artists Top Tracks.json"))
    stage.press("Ctrl-U")
    stage.type("~/trip.env")
    stage.press("Enter")
    let preset = BuildPreset(name: "Fav Artists Top Tracks", options: BuildOptions())
    #expect(
      stage.receiveBuild() == [.preset(.export(preset, to: "~/trip.env", replaces: false))])
    stage.send(.build(.exportRefused(path: "~/trip.env")))
    stage.press("Down", "Enter")
    #expect(
      stage.receiveBuild() == [.preset(.export(preset, to: "~/trip.env", replaces: true))])
    stage.press("Ctrl-O")
    stage.type("import")
    stage.press("Enter")
    stage.type("~/trip.json")
    stage.press("Enter")
    #expect(stage.receiveBuild().last == .preset(.importFile(FilePath("~/trip.json"))))
    stage.send(.build(.presetImported(Self.preset)))
    #expect(stage.app.building.draft.options == Self.preset.options)
    #expect(stage.text.contains("Road Trip"))
  }

  @Test("the defaults are put into the form from the list")
  func defaults() {
    var stage = Stage.building()
    stage.fill(.maxTracks, "1")
    stage.press("Ctrl-O")
    stage.type("defaults")
    stage.press("Enter")
    #expect(stage.app.building.draft.options == BuildOptions())
  }

  @Test("hostile names of presets are drawn, and a name that is none is not kept")
  func hostile() {
    var stage = listed()
    let name = "\u{1B}[2J\u{202E}" + String(repeating: "n", count: 400)
    stage.send(.build(.presetsLoaded([BuildPreset(name: name, options: BuildOptions())])))
    #expect(!stage.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    stage.type("keep")
    stage.press("Enter", "Ctrl-U")
    stage.type("   ")
    stage.press("Enter")
    #expect(stage.text.contains("A preset needs a name"))
  }
}
