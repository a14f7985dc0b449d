import ArgumentParser
import Interface
import Testing

@testable import tritone

@Suite("Options that are passed on to a player")
struct PlayerOptionsTests {
  @Test("every option arrives")
  func words() throws {
    let words = [
      "--theme=Vinyl", "--shape", "ascii", "--art", "none", "--screen-reader", "--bidi", "on",
      "--output", "null", "--no-watch",
    ]
    let options = try PlayerOptions.parse(words)
    #expect(options.words == words.map { Array($0.utf8) })
    // A new option belongs into its words; paths, and --no-host, are for the program itself.
    let passed = ["theme", "shape", "art", "screenReader", "bidi", "sound", "noWatch"]
    let names = Mirror(reflecting: options).children.compactMap(\.label).map { label in
      String(label.drop { $0 == "_" })
    }
    #expect(Set(names) == Set(passed + ["noHost", "paths"]))
  }

  @Test("an option of a terminal wins over that of a player in the foreground")
  func later() throws {
    let own = try PlayerOptions.parse(["--theme=Vinyl", "--shape", "ascii"])
    let given = own.words.map { String(decoding: $0, as: UTF8.self) } + ["--theme=Tidal"]
    let options = try PlayerOptions.parse(given)
    #expect(options.theme == "Tidal" && options.shape == .ascii)
  }
}
