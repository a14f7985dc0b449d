import Music
import Testing

@testable import Builder

@Suite("Presets")
struct PresetTests {
  private static func options() throws -> BuildOptions {
    var options = BuildOptions()
    options.name = "Road \"Trip\""
    (options.hasDateStamp, options.dedupesVariants, options.printsTracks) = (true, true, true)
    (options.limitPerArtist, options.maxArtists, options.maxTracks) = (3, 0, 40)
    (options.shuffles, options.reusesExisting, options.truncates) = (true, true, true)
    options.seed = try BuildSeed(parsing: "-123456789012345678901234567890")
    (options.isDryRun, options.isVerbose) = (false, true)
    (options.usesLibraryArtists, options.usesFollowedArtists) = (true, false)
    options.manualArtists = "Ada\nBea"
    options.artistsFile = "~/artists.txt"
    options.targetPlaylist = "p1"
    options.service = .local
    options.destination = .slot(2)
    options.local.period = .fourWeeks
    (options.local.notHeardDays, options.local.maxMinutes) = (30, 90)
    (options.local.query, options.local.arranges) = ("bpm:120-130", true)
    return options
  }

  private static func message(_ json: String) -> String? {
    do {
      _ = try JSONPreset.options(json: Array(json.utf8))
      return nil
    } catch {
      return error.message.replacing("Failed to read the preset: ", with: "")
    }
  }

  @Test("options come back from JSON as they were")
  func roundTrip() throws {
    for options in [BuildOptions(), try Self.options()] {
      let read = try JSONPreset.options(json: Array(JSONPreset.json(of: options).utf8))
      #expect(read == JSONPreset.Imported(options: options, notes: []))
    }
  }

  @Test("missing values have their defaults, and unknown keys are noted and kept out of the way")
  func unknown() throws {
    let json = #"{"version": 1, "max_tracks": 7, "colour": {"a": [1]}, "client_secret": "s3cr3t"}"#
    let read = try JSONPreset.options(json: Array(json.utf8))
    var expected = BuildOptions()
    expected.maxTracks = 7
    #expect(read.options == expected)
    #expect(
      read.notes == [
        "'client_secret' looks like a secret and is not imported",
        "'colour' is unknown and ignored",
      ])
  }

  @Test("values that no build can have are refused by name")
  func refused() {
    #expect(Self.message("{}") == "'version' is missing")
    #expect(
      Self.message(#"{"version": 2}"#)
        == "its version is 2, and this program reads version 1")
    #expect(
      Self.message(#"{"version": 1, "max_tracks": -1}"#)
        == "max tracks: a number from 0 to 100000")
    #expect(
      Self.message(#"{"version": 1, "max_tracks": 1e300}"#)?.contains("out of range") == true)
    #expect(Self.message(#"{"version": 1, "shuffle": "yes"}"#) == "shuffle is not true or false")
    #expect(
      Self.message(#"{"version": 1, "shuffle_seed": "ten"}"#)
        == "shuffle_seed: a seed is a whole number, such as 1234 or -7")
    #expect(
      Self.message(#"{"version": 1, "service": "ftp"}"#)
        == "service: 'ftp' is none of the values it can have")
    #expect(Self.message(#"{"version": 1, "name": "a\u0000b"}"#)?.hasPrefix("name: ") == true)
    #expect(Self.message("nonsense")?.hasPrefix("it is not JSON") == true)
    #expect(Self.message(String(repeating: " ", count: 3 << 20)) == "it is larger than 2 MiB")
  }

  @Test("a file of variables comes back as it was, with a name of any kind")
  func environment() throws {
    let names = [
      "Mix", "Fav Artists Top Tracks", "It's # \"mine\"", "a\\b", "$HOME `x`", "Ночь — é", "", "#1",
    ]
    for name in names {
      var preset = EnvPreset()
      preset.options.name = name
      (preset.options.limitPerArtist, preset.options.isVerbose) = (9, true)
      (preset.clientID, preset.redirectPort) = ("0123456789abcdef0123456789abcdef", 9_000)
      let read = try EnvPreset.read(Array(preset.text.utf8))
      #expect(read == EnvPreset.Imported(preset: preset, notes: []), "\(preset.text)")
    }
  }

  @Test("an export has the names of the original and nothing else")
  func export() {
    #expect(
      EnvPreset().text == """
        SPOTIFY_CLIENT_ID=''
        SPOTIFY_SCOPES=playlist-modify-private,playlist-modify-public,user-top-read,\
        user-follow-read,playlist-read-private
        SPOTIFY_REDIRECT_PORT=8765
        DEFAULT_PLAYLIST_NAME='Fav Artists Top Tracks'
        DEFAULT_LIMIT_PER_ARTIST=5
        DEFAULT_MAX_ARTISTS=100
        DEFAULT_MAX_TRACKS=500
        DEFAULT_VERBOSE=false

        """)
  }

  @Test("quotes, comments and exports are read as dotenv programs do")
  func dotenv() throws {
    let text = """
      \u{FEFF}# comment
      export A = plain value # comment\r
      B='single # \\n \\' quote' # comment
      C="line\\none\\ttab \\"quote\\" \\x
      second"

      D=
      E=#nothing
      F=a#b
      """
    let variables = try DotEnv.variables(in: text)
    #expect(variables.map(\.name) == ["A", "B", "C", "D", "E", "F"])
    #expect(
      variables.map(\.value) == [
        "plain value", "single # \\n ' quote", "line\none\ttab \"quote\" \\x\nsecond", "", "",
        "a#b",
      ])
    #expect(variables.map(\.line) == [2, 3, 4, 7, 8, 9])
    for (text, problem) in [
      ("A='x", DotEnv.Problem(line: 1, reason: "the quotes are not closed")),
      ("\nA", DotEnv.Problem(line: 2, reason: "= is expected behind A")),
      ("=x", DotEnv.Problem(line: 1, reason: "the name of a variable is expected")),
      ("A='x' y", DotEnv.Problem(line: 1, reason: "something behind the quotes")),
    ] {
      #expect(throws: problem) { try DotEnv.variables(in: text) }
    }
  }

  @Test("secrets are noted by name alone, and never imported")
  func secrets() throws {
    let text = """
      SPOTIFY_CLIENT_SECRET=hunter2
      OTHER=1
      SPOTIFY_ACCESS_TOKEN='hunter2'
      DEFAULT_MAX_TRACKS=１_0
      """
    let read = try EnvPreset.read(Array(text.utf8))
    #expect(
      read.notes == [
        "'SPOTIFY_CLIENT_SECRET' looks like a secret and is not imported",
        "'OTHER' is unknown and ignored",
        "'SPOTIFY_ACCESS_TOKEN' looks like a secret and is not imported",
      ])
    #expect(read.preset.options.maxTracks == 10)
    #expect(!read.preset.text.contains("hunter2") && !"\(read)".contains("hunter2"))
  }

  @Test("values that no build can have are refused with their line")
  func badVariables() {
    for (text, reason) in [
      ("DEFAULT_MAX_TRACKS=many", "line 1: DEFAULT_MAX_TRACKS: a whole number"),
      ("\nDEFAULT_MAX_ARTISTS=-1", "line 2: DEFAULT_MAX_ARTISTS: a number from 0 to 10000"),
      ("SPOTIFY_REDIRECT_PORT=0", "line 1: SPOTIFY_REDIRECT_PORT: a number from 1 to 65535"),
      (
        "SPOTIFY_CLIENT_ID='a b'",
        "line 1: SPOTIFY_CLIENT_ID: a client id has letters and digits only"
      ),
      (
        "SPOTIFY_SCOPES='a b'", "line 1: SPOTIFY_SCOPES: scopes are words, with commas between them"
      ),
    ] {
      #expect(throws: BuildError.preset(reason: reason)) { try EnvPreset.read(Array(text.utf8)) }
    }
    #expect(throws: BuildError.preset(reason: "it is not UTF-8")) { try EnvPreset.read([0xFF]) }
  }

  @Test("a file of variables says which options it has no place for")
  func omitted() {
    var preset = EnvPreset()
    #expect(preset.omitted.isEmpty)
    preset.options.name = "Road"
    preset.options.maxTracks = 7
    preset.options.isDryRun = false
    #expect(preset.omitted.isEmpty)
    preset.options.shuffles = true
    preset.options.seed = try? BuildSeed(parsing: "7")
    preset.options.manualArtists = "Sade"
    #expect(preset.omitted == ["shuffle", "shuffle-seed", "artists"])
  }
}
