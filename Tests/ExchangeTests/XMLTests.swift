import Music
import Testing

@testable import Exchange

/// Records the parser's calls.
private final class Notes: XMLVisitor {
  var lines: [String] = []
  func began(_ element: XMLElement) {
    let attributes = element.attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    lines.append("\(element.line) <\(element.name)\(attributes.joined())")
  }
  func ended(_ name: String, text: String) { lines.append("\(name)> \(text)") }
}

private func read(_ bytes: [UInt8]) throws(DocumentProblem) -> [String] {
  let notes = Notes()
  try XMLReader.read(bytes, for: notes)
  return notes.lines
}

private func read(_ text: String) throws(DocumentProblem) -> [String] {
  try read(Array(text.utf8))
}

@Suite("XML")
struct XMLTests {
  @Test("elements, attributes and texts are told in order, with their lines")
  func order() throws {
    let text =
      "<?xml version=\"1.0\"?>\n<a>\n  <b n='1 &amp; 2' x:y=\"&#65;\"/>\n <c>q<![CDATA[<>]]></c></a>"
    let lines = try read(text.replacing("<a>", with: "<a xmlns:x='urn:x'>"))
    #expect(
      lines == ["2 <a", "3 <b n=1 & 2 y=A", "b> ", "4 <c", "c> q<>", "a> "])
  }

  @Test(
    "what is not well-formed has its line",
    arguments: [
      ("<a>\n<b>\n</a>", 3), ("<a>\n&nbsp;</a>", 2), ("<a x='&foo;'/>", 1), ("<a/>\n<b/>", 2),
      ("no", 1), ("<a>\n\n<b c=1/></a>", 3),
    ])
  func malformed(text: String, line: Int) {
    #expect { try read(text) } throws: { ($0 as? DocumentProblem)?.line == line }
  }

  @Test("entities that a document declares do not exist")
  func entities() {
    let lol = (1...20).map { level in
      "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
    }
    let bomb =
      "<!DOCTYPE a [<!ENTITY l0 'lol'>\(lol.joined(separator: "\n"))]>\n<a b='x'>&l20;</a>"
    #expect(throws: DocumentProblem.self) { try read(bomb) }
    #expect(throws: DocumentProblem.self) {
      try read(bomb.replacing("'x'", with: "'&l20;'").replacing(">&l20;<", with: "><"))
    }
    #expect(throws: DocumentProblem.self) {
      try read("<!DOCTYPE a [<!ENTITY f SYSTEM 'file:///etc/hostname'>]><a>&f;</a>")
    }
    #expect(throws: DocumentProblem.self) {
      try read("<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/hostname'>%p;]><a>&f;</a>")
    }
  }

  @Test("a document type without entities does no harm, and is not fetched")
  func documentType() throws {
    #expect(
      try read("<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/a.dtd\">\n<a>x</a>") == ["2 <a", "a> x"])
  }

  @Test("depth, attributes and sizes are bounded")
  func bounds() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect { try read(deep) } throws: {
      ($0 as? DocumentProblem)?.reason == "elements nest too deep"
    }
    let wide = (0..<5_000).map { " a\($0)=''" }.joined()
    #expect { try read("<a\(wide)/>") } throws: {
      ($0 as? DocumentProblem)?.reason == "too many attributes"
    }
    let long = String(repeating: "x", count: XMLReader.maximumText + 1)
    #expect(throws: DocumentProblem.self) { try read("<a>\(long)</a>") }
    #expect(throws: DocumentProblem.self) { try read("<a \(long)") }
    let pieces = String(repeating: "<!-- -->\(long.prefix(1_000))", count: 1_000)
    #expect(throws: DocumentProblem.self) { try read("<a>\(pieces)</a>") }
    #expect(throws: DocumentProblem.self) { try read([]) }
    #expect(throws: DocumentProblem.self) { try read([0, 1, 2, 0, 3]) }
  }

  @Test("every encoding that is stated or can be seen is read")
  func encodings() throws {
    let text = "<a b=\"é\">ß</a>"
    let expected = ["1 <a b=é", "a> ß"]
    #expect(try read(text) == expected)
    #expect(try read([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
    for declared in ["", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"] {
      let units = Array((declared + text).utf16)
      let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      #expect(try read(little) == expected)
      #expect(try read([0xFF, 0xFE] + little) == expected)
      #expect(try read(big) == expected)
      #expect(try read([0xFE, 0xFF] + big) == expected)
    }
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    #expect(
      try read(Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8) + latin) == expected)
    #expect(throws: DocumentProblem.self) {
      try read(Array("<?xml version='1.0' encoding='x-none'?>".utf8) + latin)
    }
  }

  @Test("what is written is read back, whatever characters it has")
  func roundTrip() throws {
    let hard = "a\u{0}\u{1B}<&>\"'\n\t\r\u{FFFE}é\u{1F3B5} "
    var writer = XMLWriter()
    writer.open("a", ["b": hard, "c": nil])
    writer.element("d", text: hard)
    writer.element("e", text: nil)
    writer.empty("f")
    writer.close()
    let kept = "a<&>\"'\n\t\ré\u{1F3B5} "
    let lines = try read(writer.bytes)
    #expect(
      lines == ["2 <a b=\(kept)", "3 <d", "d> \(kept)", "5 <f", "f> ", "a> \n"])
  }

  @Test("a visitor's problem ends the reading")
  func stopping() {
    final class Picky: XMLVisitor {
      var count = 0
      func began(_ element: XMLElement) throws(DocumentProblem) {
        count += 1
        if element.name == "b" { throw DocumentProblem(line: element.line, reason: "no b") }
      }
      func ended(_ name: String, text: String) {}
    }
    let picky = Picky()
    #expect(throws: DocumentProblem(line: 2, reason: "no b")) {
      try XMLReader.read(Array("<a>\n<b/><c/></a>".utf8), for: picky)
    }
    #expect(picky.count == 2)
  }

  @Test("a document with any byte changed is read or refused")
  func mutations() {
    let valid = Array(
      "<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE a [<!ENTITY x 'y'>]><a b='c'><!-- d --><e>f&amp;</e></a>"
        .utf8)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      var bytes = valid
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[offset] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
      }
      do { _ = try read(bytes) } catch { #expect(!error.reason.isEmpty) }
    }
  }
}
