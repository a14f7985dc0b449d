import Settings
import Testing

@Suite struct TOMLReaderTests {
  @Test("tables, dotted keys, strings, numbers, lists and inline tables come with their lines")
  func reads() throws {
    let top = try TOMLReader.read(
      """
      \u{FEFF}# a comment
      name = "a\\t\\u00e9\\"" # after it
      'quoted key' = 'C:\\x'
      a.b = 1_000
      [table]   # its comment
      list = [ "x", # first
        'y',
      ]
      on = true
      half = -0.5
      style = { fg = "ink", bold = false }
      [table.inner]
      x = +7
      """, file: "x.toml")
    #expect(top["name"]?.string == "a\té\"")
    #expect(top["name"]?.line == 2)
    #expect(top["quoted key"]?.string == "C:\\x")
    #expect(top["a"]?.table?["b"]?.integer == 1000)
    let table = try #require(top["table"]?.table)
    #expect(table.entries.map(\.key) == ["list", "on", "half", "style", "inner"])
    #expect(table["list"]?.array?.compactMap(\.string) == ["x", "y"])
    #expect(table["list"]?.array?.map(\.line) == [6, 7])
    #expect(table["on"]?.boolean == true)
    #expect(table["half"]?.content == .number(-0.5))
    #expect(table["style"]?.table?["bold"]?.boolean == false)
    #expect(table["inner"]?.table?["x"]?.integer == 7)
  }

  @Test(
    "a mistake has its line and a reason",
    arguments: [
      ("a = 1\na = 2", 2, "“a” is given twice"), ("[a]\n[b]\n[a]", 3, "“a” is given twice"),
      ("a = 1\n[a]", 2, "“a” is given twice"), ("a = 1\na.b = 2", 2, "“a” is given twice"),
      ("a = {x = 1, x = 2}", 1, "“x” is given twice"), ("a", 1, "“=” is missing after “a”"),
      ("a =", 1, "a value is missing here"), ("= 1", 1, "a name is missing here"),
      ("[a", 1, "the name of a table ends with “]”"),
      ("a = 1 2", 1, "there is more on this line than one value"),
      ("\na = \"x\n", 2, "the text has no end: “\"” is missing"),
      ("a = 'x", 1, "the text has no end: “'” is missing"),
      ("a = \"\"\"x\n\"\"", 2, "the text has no end: “\"\"\"” is missing"),
      ("\"\"\"a\"\"\" = 1", 1, "a text goes on one line here"),
      ("a = \"\\x\"", 1, "after “\\” one of b t n f r u U \" \\ is meant"),
      ("a = \"\\uD800\"", 1, "there is no such character"),
      ("a = [1, 2\nb = 3", 2, "“,” or “]” is missing in the list"),
      ("a = {b = 1", 1, "“,” or “}” is missing"),
      ("a = ink", 1, "“ink” is no value; text stands in quotes: \"...\""),
      ("a = 2024-01-01", 1, "“2024-01-01” is no value; text stands in quotes: \"...\""),
      ("[[a]]", 1, "a list of tables, [[...]], means nothing here"),
    ])
  func mistakes(text: String, line: Int, reason: String) {
    #expect(throws: SettingsError.mistake(file: "x.toml", line: line, reason: reason)) {
      try TOMLReader.read(text, file: "x.toml")
    }
  }

  @Test(
    "texts over several lines",
    arguments: [
      ("a = \"\"\"x\"\"\"", "x"), ("a = \"\"\"\"\"\"", ""), ("a = ''''''", ""),
      ("a = \"\"\"\nx\r\ny\\t\n\"\"\" # z", "x\ny\t\n"),
      ("a = \"\"\"x \\  \n\n  y\"\"\"", "x y"), ("a = '''\nx\\n'''", "x\\n"),
      ("a = \"\"\"\"x\"\"y\"\"\"\"", "\"x\"\"y\""),
      ("a = '''it's'''\nb = 1", "it's"),
    ])
  func longTexts(text: String, value: String) throws {
    #expect(try TOMLReader.read(text, file: "x.toml")["a"]?.string == value)
  }

  @Test("[a] may come after [a.b]")
  func lateHeader() throws {
    let top = try TOMLReader.read("[a.b]\nx = 1\n[a]\ny = 2", file: "x.toml")
    #expect(top["a"]?.table?["b"]?.table?["x"]?.integer == 1)
    #expect(top["a"]?.table?["y"]?.integer == 2)
  }
}
