import Music
import Testing

@Suite("Colours of tracks and playlists")
struct MarkedColorTests {
  @Test("names and six hexadecimal digits are colours, and are written as they are read")
  func reading() {
    #expect(MarkedColor("Gold") == .skin(.gold))
    #expect(MarkedColor("#FF8800") == .rgb(0xFF8800))
    #expect(MarkedColor("#00000a") == .rgb(10))
    #expect(MarkedColor.rgb(10).text == "#00000a")
    for color in TrackColor.allCases {
      #expect(MarkedColor(color.rawValue)?.text == color.rawValue)
    }
    for text in ["", "#", "#f80", "#ff88000", "#ff88é", "#+12345", "#１２３４５６", "ff8800", "grey"] {
      #expect(MarkedColor(text) == nil, "\(text)")
    }
  }
}
