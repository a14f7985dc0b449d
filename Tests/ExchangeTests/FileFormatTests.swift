import Testing

@testable import Exchange

@Suite("Formats of files")
struct FileFormatTests {
  @Test("markers are no playlists")
  func kinds() {
    #expect(FileFormat.allCases.filter { !$0.holdsPlaylists } == [.audition, .audacity, .reaper])
  }
}
