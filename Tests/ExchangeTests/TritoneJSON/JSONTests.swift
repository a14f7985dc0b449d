import JSON
import Music
import Testing

@testable import Exchange

@Suite("JSON")
struct JSONTests {
  private func problem(_ text: String) -> DocumentProblem? {
    do throws(DocumentProblem) {
      _ = try JSONReader.read([UInt8](text))
      return nil
    } catch {
      return error
    }
  }

  @Test("values are read with their lines")
  func values() throws {
    let root = try JSONReader.read(
      [UInt8](
        "{\"a\": [1, -2.5e1,\n true],\r\n \"b\": \"x\\u00e9\\ud83c\\udf9b\\n\\/\", \"c\": null}"))
    guard case .array(let numbers)? = root["a"]?.value, case .number(let second) = numbers[1].value,
      case .text(let text)? = root["b"]?.value
    else {
      Issue.record("not what was written")
      return
    }
    #expect(second == -25)
    #expect(numbers.map(\.line) == [1, 1, 2])
    #expect(root["b"]?.line == 3)
    #expect(text == "xé🎛\n/")
    #expect(root["c"] == nil)
  }

  @Test(
    "a mistake is named with line and column",
    arguments: [
      ("{\n  \"é\": 1,\n}", 3, "column 1: a comma with nothing behind it"),
      ("[1, 2\n 3]", 2, "column 2: a comma or ] is expected"),
      ("{\"é\" 1}", 1, "column 6: a colon is expected"),
      ("[NaN]", 1, "column 2: a value is expected"),
      ("[01]", 1, "column 4: not a number"),
      ("{1: 2}", 1, "column 2: a name in quotes is expected"),
      ("[\"a\nb\"]", 1, "column 4: a line break or control character in a text"),
      ("[\"a", 1, "column 4: it ends within a text"),
      ("[1", 1, "column 3: a comma or ] is expected"),
      ("[1] x", 1, "column 5: something behind the end"),
      ("[\"\\q\"]", 1, "column 5: not an escape"),
      ("[\"\\u12\"]", 1, "column 5: four hexadecimal digits are expected"),
    ])
  func mistakes(text: String, line: Int, reason: String) {
    #expect(problem(text) == DocumentProblem(line: line, reason: reason))
  }

  @Test("nesting without end is refused and not followed", arguments: ["[", "{\"a\":"])
  func depth(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(problem(text)?.reason.hasSuffix("nested too deep") == true)
    let maximumDepth = String(repeating: "[", count: JSONReader.maximumDepth)
    #expect(problem(maximumDepth + String(repeating: "]", count: JSONReader.maximumDepth)) == nil)
  }

  @Test("more bytes, or more values, than a document may have are refused")
  func bounds() {
    #expect(JSONReader.maximumBytes <= 64 << 20 && JSONReader.maximumValues <= 4_000_000)
    let values = "[" + String(repeating: "0,", count: JSONReader.maximumValues) + "0]"
    #expect(problem(values)?.reason.contains("more than 4000000 values") == true)
    let large = "[" + String(repeating: " ", count: JSONReader.maximumBytes) + "]"
    #expect(problem(large)?.reason.contains("larger than the 64 MiB") == true)
  }

  @Test("a number beyond all is infinite and loses nothing else")
  func infinite() throws {
    let root = try JSONReader.read(
      [UInt8]("[1e400, -1e400, 1\(String(repeating: "0", count: 500))]"))
    guard case .array(let numbers) = root.value else { return }
    for node in numbers {
      guard case .number(let number) = node.value else { return }
      #expect(number.isInfinite)
    }
    #expect(numbers.count == 3)
  }

  @Test("half a pair of surrogates stands for a character that is not there")
  func surrogates() throws {
    let root = try JSONReader.read([UInt8]("[\"\\ud800x\", \"\\udc00\", \"\\ud800\\u0041\"]"))
    guard case .array(let texts) = root.value else { return }
    let read = texts.map { node in if case .text(let text) = node.value { text } else { "" } }
    #expect(read == ["\u{FFFD}x", "\u{FFFD}", "\u{FFFD}A"])
  }

  @Test("what is written is read back the same, in an order that stays")
  func written() throws {
    let node = JSONNode(
      .object([
        JSONMember(name: "b\"", node: JSONNode(.text("\u{1}\\\n\t é"))),
        JSONMember(
          name: "a",
          node: JSONNode(.array([JSONNode(.number(2)), JSONNode(.number(0.1)), JSONNode(.null)]))),
        JSONMember(name: "c", node: JSONNode(.array([]))),
        JSONMember(name: "d", node: JSONNode(.number(.infinity))),
      ]))
    let bytes = JSONWriter.bytes(of: node)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {
          "b\\"": "\\u0001\\\\\\n\\t é",
          "a": [
            2,
            0.1,
            null
          ],
          "c": [],
          "d": null
        }

        """)
    #expect(JSONWriter.bytes(of: try JSONReader.read(bytes)) == bytes)
  }
}
