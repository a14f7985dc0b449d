import Interface
import Music
import Screen
import Testing

@Suite("Lines being typed")
struct TextFieldTests {
  /// The text and the cursor of a command line typed scalar by scalar, as a terminal sends it.
  private func typed(_ text: String, then keys: [String] = []) -> (String, Int) {
    var stage = Stage()
    stage.press(":")
    for scalar in text.unicodeScalars { stage.send(.input(.key(Key(Character(scalar))))) }
    for key in keys { stage.press(key) }
    guard case .prompt(let prompt) = stage.app.overlays.last else { return ("", -1) }
    return (prompt.field.text, prompt.field.cursor)
  }

  @Test(
    "a scalar that joins the character before it moves no cursor behind the text",
    arguments: [
      "\u{2764}\u{FE0F} x", "🇯🇵x", "👩🏽x", "👨\u{200D}👩 x", "e\u{301}a", "cafe\u{301} society", "สวัสดี",
      "שָׁלוֹם", "a\u{301}\u{302}b", "\u{1112}\u{1161}\u{11AB}x", "\u{301}x",
    ])
  func joining(text: String) {
    #expect(typed(text) == (text, text.count))
    #expect(typed(text, then: ["Backspace"]) == (String(text.dropLast()), text.count - 1))
    #expect(typed(text, then: ["Left", "Left"]).1 == max(0, text.count - 2))
    #expect(typed(text, then: ["Home", "Del"]).0 == String(text.dropFirst()))
  }

  @Test("a mark that is typed in the middle joins what is before it, and the cursor stays there")
  func middle() {
    var stage = Stage()
    stage.press(":")
    stage.type("ea")
    stage.press("Left")
    stage.send(.input(.key(Key(Character("\u{301}")))))
    stage.type("x")
    guard case .prompt(let prompt) = stage.app.overlays.last else { return }
    #expect(prompt.field.text == "e\u{301}xa")
    #expect(prompt.field.cursor == 2)
  }

  @Test("pasted lines and tabs become spaces; what cannot be seen is left out")
  func pasting() {
    var stage = Stage()
    stage.press("A")
    stage.send(.input(.paste("line1\nline2\ttab\u{1B}\u{7F}\r\n")))
    guard case .prompt(let prompt) = stage.app.overlays.last else { return }
    #expect(prompt.field.text == "line1 line2 tab")
  }

  @Test("a field keeps no more than can be drawn at every key, however it is made")
  func limits() {
    var stage = Stage()
    stage.press(":")
    stage.send(.input(.paste(String(repeating: "é", count: 6_000))))
    guard case .prompt(let long) = stage.app.overlays.last else { return }
    #expect(long.field.text.count == 4_000)
    stage.press("Ctrl-U")
    stage.send(.input(.paste("a" + String(repeating: "\u{301}", count: 50_000))))
    guard case .prompt(let tall) = stage.app.overlays.last else { return }
    #expect(tall.field.text.isEmpty)
  }
}
