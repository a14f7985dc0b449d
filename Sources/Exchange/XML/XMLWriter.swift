/// Writes XML in UTF-8, an element per line, indented.
struct XMLWriter {
  private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var open: [String] = []

  typealias Attributes = KeyValuePairs<String, String?>

  /// Begins an element, which `close` ends; nil attributes are left out.
  mutating func open(_ name: String, _ attributes: Attributes = [:]) {
    begin(name, attributes)
    add(">\n")
    open.append(name)
  }

  /// Ends the element that was opened last.
  mutating func close() {
    guard let name = open.popLast() else { return }
    indent()
    add("</\(name)>\n")
  }

  /// An element without content.
  mutating func empty(_ name: String, _ attributes: Attributes = [:]) {
    begin(name, attributes)
    add("/>\n")
  }

  /// An element with a text; nothing where that is nil.
  mutating func element(_ name: String, _ attributes: Attributes = [:], text: String?) {
    guard let text else { return }
    begin(name, attributes)
    add(">")
    escape(text, isAttribute: false)
    add("</\(name)>\n")
  }

  private mutating func begin(_ name: String, _ attributes: Attributes) {
    indent()
    add("<\(name)")
    for (attribute, value) in attributes {
      guard let value else { continue }
      add(" \(attribute)=\"")
      escape(value, isAttribute: true)
      add("\"")
    }
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: open.count * 2))
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Characters that XML 1.0 does not allow are dropped (section 2.2, Characters).
  private mutating func escape(_ text: String, isAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": add("&amp;")
      case "<": add("&lt;")
      case ">": add("&gt;")
      case "\"" where isAttribute: add("&quot;")
      case "\r": add("&#13;")
      // Readers normalise these to spaces in attributes.
      case "\n" where isAttribute: add("&#10;")
      case "\t" where isAttribute: add("&#9;")
      case "\u{0}"..<" " where scalar != "\n" && scalar != "\t": break
      case "\u{FFFE}", "\u{FFFF}": break
      default: bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      }
    }
  }
}
