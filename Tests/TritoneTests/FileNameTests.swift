import Exchange
import Testing

@testable import tritone

@Suite("Proposed file names")
struct FileNameTests {
  @Test("a name shows what it is")
  func names() {
    for (playlist, name) in [
      ("Friday", "Friday.m3u8"), ("a/b", "a_b.m3u8"), ("..", "Playlist.m3u8"),
      ("Mix\u{202E}3u8.exe", "Mix3u8.exe.m3u8"), ("\u{2066}x\u{2069}\u{FEFF}\u{AD}y", "xy.m3u8"),
      ("a\nb\u{1B}[2J", "a_b[2J.m3u8"),
      // Persian text and a family emoji need their joiners.
      ("می\u{200C}خواهم", "می\u{200C}خواهم.m3u8"),
      ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧.m3u8"),
    ] {
      #expect(DocumentExport.fileName(of: playlist, as: .m3u8) == name)
    }
  }
}
