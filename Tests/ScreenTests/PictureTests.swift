import Screen
import ScreenPictures
import Testing

@Suite struct PictureTests {
  private var frame: Frame {
    var frame = Frame(size: Size(rows: 2, columns: 8), title: "a < b & \"c\"")
    frame.put("<a>中│", row: 0, column: 0, face: .accent, ground: .base)
    frame.fill(Rect(row: 1, column: 0, rows: 1, columns: 8), ground: .selected)
    frame.put("1", row: 1, column: 2, face: .badge1, ground: .selected)
    return frame
  }

  @Test("a dump shows text, faces and grounds with their ends marked")
  func dump() {
    #expect(
      FrameDump.text(frame) == """
        text
        <a>中│  ▏
          1     ▏

        faces
        aaaaaatt▏
        ttIttttt▏

        grounds
        ........▏
        SSSSSSSS▏

        cursor none
        title a < b & "c"

        """)
    #expect(frame.plainText == "<a>中│\n  1")
  }

  @Test("every face and every ground has a letter of its own")
  func letters() {
    #expect(Set(Face.allCases.map(\.letter)).count == Face.allCases.count)
    #expect(Set(Surface.allCases.map(\.letter)).count == Surface.allCases.count)
  }

  @Test("a picture holds every run at its place, in the skin's colours, and no raw markup")
  func picture() {
    let text = SVGPicture(frame, theme: .fallback, hasTitleBar: true).text
    #expect(text.contains("&lt;a&gt;"))
    #expect(text.contains("a &lt; b &amp; &quot;c&quot;"))
    #expect(text.contains(Theme.fallback.style(of: .selected).background.hex))
    #expect(text.contains("textLength=\"18\""))
    #expect(text == SVGPicture(frame, theme: .fallback, hasTitleBar: true).text)
  }
}
