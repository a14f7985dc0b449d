import JSON
import Music

/// The metadata of OPF 2 and 3 (idpf.org/epub), with calibre's names for series and narrators.
enum BookOPF {
  static func read(_ bytes: [UInt8]) throws(DocumentProblem) -> BookDocument {
    let reader = BookOPFReader()
    try XMLReader.read(bytes, for: reader)
    return BookDocument(facts: reader.facts)
  }
}

/// Handles the elements of an OPF in order.
private final class BookOPFReader: XMLVisitor {
  private struct Creator {
    var name: String
    var role: String?
    var id: String?
    var isContributor: Bool
  }

  private var depth = 0
  /// The depth of the open `metadata`; 0 outside.
  private var metadata = 0
  private var field: XMLElement?
  /// Text of elements within a field, as in a description with markup.
  private var inner: [String] = []

  private var found = BookFileFacts()
  private var creators: [Creator] = []
  private var subjects: [String] = []
  private var calibreSeries: String?
  private var calibreIndex: String?
  private var calibreNarrators: [String] = []
  private var collections: [(id: String?, name: String)] = []
  /// Properties of other elements by their ids.
  private var refined: [String: [String: String]] = [:]

  private static let most = 200

  func began(_ element: XMLElement) throws(DocumentProblem) {
    depth += 1
    if depth == 1, element.name != "package" {
      throw DocumentProblem(line: element.line, reason: "not OPF: it begins with \(element.name)")
    }
    if metadata == 0, element.name == "metadata" {
      metadata = depth
    } else if metadata > 0, field == nil {
      // Other programs wrap the fields in `dc-metadata`.
      if element.name != "dc-metadata" { field = element }
      inner = []
    }
  }

  func ended(_ name: String, text: String) {
    defer { depth -= 1 }
    if metadata == depth { metadata = 0 }
    guard metadata > 0, let field else { return }
    guard name == field.name else {
      if inner.count < Self.most { inner.append(text) }
      return
    }
    self.field = nil
    set(field, (inner + [text]).joined(separator: "\n"))
  }

  private func set(_ element: XMLElement, _ text: String) {
    func line() -> String? { FactText.line(text) }
    switch element.name {
    case "title": found.title = found.title ?? line()
    case "subtitle": found.subtitle = found.subtitle ?? line()
    case "description": found.description = found.description ?? FactText.description(text)
    case "publisher": found.publisher = found.publisher ?? line()
    case "language": found.language = found.language ?? line()
    case "date":
      if element["event"] != "modification" { found.date = found.date ?? FactText.date(text) }
    case "subject": if subjects.count < Self.most { subjects.append(text) }
    case "creator", "contributor":
      if let name = line(), creators.count < Self.most {
        creators.append(
          Creator(
            name: name, role: element["role"], id: element["id"],
            isContributor: element.name == "contributor"))
      }
    case "meta": setMeta(element, text)
    default: break
    }
  }

  private func setMeta(_ element: XMLElement, _ text: String) {
    let content = element["content"] ?? text
    switch element["name"] ?? element["property"] {
    case "calibre:series": calibreSeries = calibreSeries ?? FactText.line(content)
    case "calibre:series_index": calibreIndex = calibreIndex ?? BookSeries.sequence(content)
    case "calibre:user_metadata:#narrators": calibreNarrators = Self.narrators(content)
    case "belongs-to-collection":
      if let name = FactText.line(text), collections.count < 20 {
        collections.append((element["id"], name))
      }
    case let property?:
      guard let id = element["refines"]?.dropFirst(), refined.count < Self.most else { return }
      refined[String(id), default: [:]][property] = FactText.line(text, longest: 100)
    case nil: break
    }
  }

  /// calibre's column of narrators is JSON in an attribute.
  private static func narrators(_ content: String) -> [String] {
    // because a column that cannot be read is as good as none.
    guard let value = (try? JSONReader.read(Array(content.utf8)))?["#value#"] else { return [] }
    switch value.value {
    case .text(let text): return BookNames.names(in: text)
    case .array(let elements):
      return FactText.lines(
        elements.prefix(most).compactMap { element in
          if case .text(let text) = element.value { text } else { nil }
        })
    case .null, .bool, .number, .object: return []
    }
  }

  var facts: BookFileFacts {
    var facts = found
    func names(_ role: String, isDefault: Bool) -> [String] {
      let names = creators.filter { creator in
        let stated = creator.role ?? creator.id.flatMap { refined[$0]?["role"] }
        return stated.map { $0.lowercased() == role } ?? (isDefault && !creator.isContributor)
      }
      // Sorted names keep their comma: an element is one person.
      return FactText.lines(
        names.flatMap { $0.name.split { "&;".contains($0) }.map(String.init) })
    }
    facts.authors = names("aut", isDefault: true)
    facts.narrators = names("nrt", isDefault: false)
    if facts.narrators.isEmpty { facts.narrators = calibreNarrators }
    facts.genres = FactText.lines(subjects)
    if let calibreSeries {
      facts.series = [BookSeries(name: calibreSeries, sequence: calibreIndex)]
    } else {
      facts.series = BookSeries.unique(
        collections.map { collection in
          let position = collection.id.flatMap { refined[$0]?["group-position"] }
          return BookSeries(
            name: collection.name, sequence: position.flatMap { BookSeries.sequence($0) })
        })
    }
    return facts
  }
}
