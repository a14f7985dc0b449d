import Foundation
import Music
import Testing

@testable import Builder

@Suite("Artists files")
struct ArtistsFileTests {
  private static func message(_ path: String, home: String = "/home/user") -> String? {
    do {
      _ = try ArtistsFile.artists(in: path, home: home)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("a file has an artist in each line, between comments and blank lines")
  func lines() throws {
    let folder = try TestFolder()
    let text = "\u{FEFF}# Mine\r\nBjörk \r\n\r\n  Earth, Wind & Fire\n #none\n\"a-ha\"\u{2028}AC/DC"
    let file = try folder.write("artists.txt", text.utf8)
    #expect(
      try ArtistsFile.artists(in: file, home: "")
        == ["Björk", "Earth, Wind & Fire", "\"a-ha\"", "AC/DC"])
    #expect(try ArtistsFile.artists(in: "~/./artists.txt", home: folder.path + "/").count == 4)
  }

  @Test("a file that is not there is named by its whole path")
  func missing() {
    #expect(Self.message("/none/artists.txt") == "Artists file '/none/artists.txt' does not exist.")
    #expect(
      Self.message("~/artists.txt", home: "/none")
        == "Artists file '/none/artists.txt' does not exist.")
    #expect(Self.message("/dev/null/a") == "Artists file '/dev/null/a' does not exist.")
    #expect(Self.message("/none//./a/") == "Artists file '/none/a' does not exist.")
    #expect(Self.message("a\0b") == "Artists file 'a\0b' does not exist.")
  }

  @Test("folders, devices and pipes are no artists files")
  func noFiles() throws {
    let folder = try TestFolder()
    let path = folder.path
    #expect(
      Self.message(path)
        == "Failed to read artists file '\(path)': [Errno 21] Is a directory: '\(path)'")
    #expect(
      Self.message("/dev/zero") == "Failed to read artists file '/dev/zero': it is not a file")
    mkfifo(path + "/pipe", 0o600)
    #expect(Self.message(path + "/pipe")?.hasSuffix("it is not a file") == true)
  }

  @Test("files that are large, of another encoding or full of artists are refused")
  func refused() throws {
    let folder = try TestFolder()
    let large = try folder.write("large", [UInt8](repeating: 10, count: 4_000_001))
    #expect(Self.message(large)?.hasSuffix("it is larger than 4 MB") == true)
    let fits = try folder.write("fits", [UInt8](repeating: 10, count: 4_000_000))
    #expect(Self.message(fits) == nil)
    // Of 100 MB, and hardly any of it on the disk.
    let huge = try folder.write("huge", [])
    #expect(truncate(huge, 100_000_000) == 0)
    #expect(Self.message(huge)?.hasSuffix("it is larger than 4 MB") == true)
    let latin = try folder.write("latin", Array("Ada\nBj".utf8) + [0xF6] + Array("rk\n".utf8))
    #expect(Self.message(latin)?.hasSuffix("line 2 is not UTF-8; save it as UTF-8") == true)
    let many = try folder.write("many", String(repeating: "a\n", count: 10_001).utf8)
    #expect(Self.message(many)?.hasSuffix("it has more than 10000 artists") == true)
    let full = try folder.write("full", String(repeating: "a\n", count: 10_000).utf8)
    #expect(try ArtistsFile.artists(in: full, home: "").count == 10_000)
    let long = try folder.write("long", String(repeating: "a", count: 501).utf8)
    #expect(Self.message(long)?.contains("is longer than 500 characters") == true)
  }

  @Test("artists of a file come behind those that were typed")
  func order() async throws {
    let folder = try TestFolder()
    let catalogue = FakeCatalogue()
    for name in ["Ada", "Bea"] { await catalogue.add(name, tracks: 1) }
    var options = BuildOptions.writing("Bea")
    options.artistsFile = try folder.write("artists", "Ada\nBea\n".utf8)
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.prepared.map(\.artist) == ["Bea", "Ada"])
    #expect(result.prepared.map(\.source) == [.manual, .file])
    options.artistsFile = "/none"
    await #expect(throws: BuildError.noArtistsFile(path: "/none")) {
      try await PlaylistBuilder(catalogue).build(options)
    }
  }
}
