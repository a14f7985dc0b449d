import Music
import Screen
import Testing

@testable import Interface

@Suite("The form of a build")
struct BuildFormTests {
  @Test("it has every option, with the defaults")
  func defaults() throws {
    var stage = Stage.building()
    let draft = stage.app.building.draft
    #expect(draft.options == BuildOptions())
    stage.press("Enter")
    var options = BuildOptions()
    options.isDryRun = true
    #expect(stage.receiveBuild() == [.start(options, serial: 1)])
    #expect(stage.text.contains("Performing dry run..."))
  }

  @Test("every field reaches its option, and comes back from it")
  func roundTrip() throws {
    var options = BuildOptions()
    options.name = "Road Trip"
    options.hasDateStamp = true
    options.limitPerArtist = 7
    options.maxArtists = 0
    options.maxTracks = 12
    options.dedupesVariants = true
    options.printsTracks = true
    options.shuffles = true
    options.seed = try BuildSeed(parsing: "-1234")
    options.reusesExisting = true
    options.truncates = true
    options.isVerbose = true
    options.usesLibraryArtists = true
    options.usesFollowedArtists = false
    options.manualArtists = "Mirador; Lena Voss"
    options.artistsFile = "~/artists.txt"
    options.targetPlaylist = "42"
    options.destination = .slot(2)
    options.local.period = .ever
    options.local.notHeardDays = 30
    options.local.maxMinutes = 90
    options.local.query = "bpm:120-126"
    options.local.arranges = true
    #expect(BuildDraft(options).options == options)
    options.destination = .queue
    #expect(BuildDraft(options).options == options)
    // A form in which every field was set by keys has the same options.
    var stage = Stage.building(rows: 10, columns: 40)
    for field in BuildFormField.allCases where field != .service && field != .catalogue {
      stage.go(to: field)
      #expect(stage.buildPanel?.focused(stage.app.building) == field, "\(field)")
      let wanted = field.text(of: options)
      if field.choices == nil {
        stage.clear()
        stage.type(wanted)
      } else {
        for _ in 0..<6 where stage.app.building.draft[field] != wanted { stage.press("Right") }
      }
    }
    stage.press("Enter")
    #expect(stage.startedOptions() == options)
  }

  @Test("options of one service are not asked for another, and a file is asked for its path")
  func services() throws {
    var stage = Stage.building()
    stage.fill(.maxMinutes, "x")
    stage.go(to: .service)
    stage.press("Right")
    #expect(stage.app.building.draft[.service] == "spotify")
    #expect(!stage.text.contains("Max minutes") && !stage.text.contains("Into"))
    #expect(stage.app.building.draft.options?.service == .spotify)
    stage.press("Right")
    #expect(stage.app.building.draft.options == nil)
    stage.fill(.catalogue, "/tmp/catalogue.json")
    #expect(
      stage.app.building.draft.options?.service == .file(path: "/tmp/catalogue.json"))
  }

  @Test(
    "a mistake is said as it is typed, and nothing begins",
    arguments: [
      (BuildFormField.limit, "-1", "whole number"), (.limit, "five", "whole number"),
      (.maxTracks, "", "whole number"), (.maxArtists, "99999999999999999999", "whole number"),
      (.maxTracks, "1e3", "whole number"), (.maxArtists, "١٢", "whole number"),
      (.seed, "0x10", "whole number"), (.seed, "4.5", "whole number"),
      (.seed, "1__2", "whole number"),
      (.notHeard, "0", "from 1"), (.maxMinutes, "-5", "from 1"), (.query, "bpm:fast", "Column"),
      (.query, "artst:x", "Column"), (.name, String(repeating: "n", count: 201), "At most 200"),
    ])
  func mistakes(field: BuildFormField, text: String, reason: String) throws {
    var stage = Stage.building(rows: 24, columns: 80)
    stage.fill(field, text)
    #expect(try #require(stage.app.building.draft.mistake(in: field)).contains(reason))
    #expect(stage.text.contains(reason), "\(stage.text)")
    stage.press("Home", "Ctrl-S")
    #expect(stage.receiveBuild().isEmpty)
    // The cursor is led to the mistake.
    #expect(stage.buildPanel?.focused(stage.app.building) == field)
    #expect(stage.app.building.run == nil)
  }

  @Test("seeds are read as Python reads whole numbers")
  func seeds() throws {
    #expect(try BuildSeed(parsing: " 1_000 ").text == "1000")
    #expect(try BuildSeed(parsing: "-0").text == "0")
    #expect(try BuildSeed(parsing: "+007").words == [7])
    #expect(try BuildSeed(parsing: "4294967296").words == [0, 1])
    #expect(try BuildSeed(parsing: "-18446744073709551617").words == [1, 0, 1])
    for text in ["", "_1", "1_", "1 2", "--1", "1.0", String(repeating: "9", count: 4_301)] {
      #expect(throws: BuildSeedError.self) { try BuildSeed(parsing: text) }
    }
  }

  @Test("what was typed is there when the form opens again")
  func kept() {
    var stage = Stage.building()
    stage.fill(.name, "Unfinished")
    stage.fill(.limit, "nonsense")
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
    stage.run("build")
    #expect(stage.app.building.draft[.name] == "Unfinished")
    #expect(stage.text.contains("Unfinished") && stage.text.contains("nonsense"))
  }

  @Test("an unfinished form is part of the session, and comes back after a restart")
  func session() throws {
    var stage = Stage.building()
    stage.fill(.artists, "Mirador, ")
    stage.wait(.seconds(5))
    let saved = stage.receive().compactMap { effect -> Session? in
      if case .session(.saveSession(let session)) = effect { session } else { nil }
    }
    let session = try #require(saved.last)
    #expect(session.build == ["artists": "Mirador, "])
    var other = Stage()
    other.send(.session(.restored(session, PlayQueue())))
    #expect(other.app.building.draft[.artists] == "Mirador, ")
    #expect(Stage().app.session.build == nil)
  }

  @Test("a session of somebody else puts nothing impossible into the form")
  func hostileSession() {
    let draft = BuildDraft(restored: [
      "service": "\u{1B}[2J", "into": "slot:9", "name": "a\u{0}b", "limit-per-artist": "-5",
      "artists": String(repeating: "x", count: 100_000), "nothing": "x", "shuffle": "yes",
    ])
    #expect(draft.kept == ["limit-per-artist": "-5", "shuffle": "yes"])
    #expect(draft.options == nil)
  }

  @Test("pasted lines of artists stay apart, and a list may be long")
  func pasted() {
    var stage = Stage.building()
    stage.go(to: .artists)
    let names = (0..<1_000).map { "Artist \($0)" }
    stage.send(.input(.paste(names.joined(separator: "\n"))))
    let text = stage.app.building.draft[.artists]
    #expect(text == names.joined(separator: "; "))
    #expect(stage.app.building.draft.options?.manualArtists == text)
    stage.send(.input(.paste(String(repeating: "y", count: 30_000))))
    #expect(stage.app.building.draft[.artists].count == BuildFormField.maximumNames)
    #expect(stage.frame.size == stage.app.size)
  }

  @Test("at 40 × 10 every field and action can be reached, and shows where the cursor is")
  func small() {
    var stage = Stage.building(rows: 10, columns: 40)
    for row in BuildPanel.rows(stage.app.building) {
      guard case .field(let field) = row else { continue }
      stage.go(to: field)
      #expect(stage.text.contains(field.label), "\(field.label)\n\(stage.text)")
    }
    stage.press("Home", "Up")
    #expect(stage.text.contains("Dry run") && stage.text.contains("Build"))
    #expect(stage.text.contains("Presets"))
  }

  @Test("Down wraps from the last row to the first, and Up back")
  func wraps() {
    var stage = Stage.building(rows: 10, columns: 40)
    stage.press("Up")
    #expect(stage.buildPanel?.row(stage.app.building) == .action(.presets))
    stage.press("Down")
    #expect(stage.buildPanel?.focused(stage.app.building) == .service)
    #expect(stage.text.contains("Service"))
  }

  @Test("a click goes to a field, and one on the choice at the cursor changes it")
  func mouse() throws {
    var stage = Stage.building()
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("Date stamp") })
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 40)))))
    #expect(stage.buildPanel?.focused(stage.app.building) == .dateStamp)
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 40)))))
    #expect(stage.app.building.draft.options?.hasDateStamp == true)
  }

  @Test("Ctrl-R gives a field its default back")
  func reset() {
    var stage = Stage.building()
    stage.fill(.maxTracks, "7")
    stage.press("Ctrl-R")
    #expect(stage.app.building.draft[.maxTracks] == "500")
    #expect(stage.buildPanel?.field?.text == "500")
    stage.fill(.file, "/home/ada/artists.txt")
    stage.press("Ctrl-R")
    #expect(stage.app.building.draft.options?.artistsFile == nil)
  }

  @Test("in words the row at the cursor has its value, its meaning, and its mistake")
  func reader() throws {
    var stage = Stage.building()
    stage.fill(.limit, "many")
    let words = try #require(stage.buildPanel).readerText(in: stage.app)
    let selected = try #require(words.selected)
    #expect(words.title == "Build a playlist, Idle")
    #expect(words.lines[selected] == "Limit per artist: many")
    #expect(words.lines[selected + 1] == "A whole number from 0 to 1,000")
  }
}
