import CXML
import Music

/// One reading of one document: passes libxml2's callbacks on to a visitor.
final class XMLSession {
  private let visitor: any XMLVisitor
  private var context: xmlParserCtxtPtr?
  private var depth = 0
  private var text: [UInt8] = []
  private(set) var problem: DocumentProblem?

  init(_ visitor: any XMLVisitor) { self.visitor = visitor }

  /// Reads all of a text in UTF-8; an error is stored in `problem`.
  func read(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let size = Int32(exactly: bytes.count) else {
      problem = DocumentProblem(reason: bytes.isEmpty ? "an empty file" : "too large")
      return
    }
    bytes.withUnsafeBytes { raw in
      context = xmlCreateMemoryParserCtxt(
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), size)
    }
    guard let context else {
      problem = DocumentProblem(reason: "no memory to read it")
      return
    }
    defer {
      xmlFreeParserCtxt(context)
      self.context = nil
    }
    // NOENT expands `&amp;` in attributes; other entities are looked up by `getEntity` below, so
    // there are none. IGNORE_ENC since the text is UTF-8 by now, whatever it states.
    _ = xmlCtxtUseOptions(
      context,
      Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
    context.pointee.sax.pointee = XMLSession.handler
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    withExtendedLifetime(self) { _ = xmlParseDocument(context) }
    if problem == nil, context.pointee.wellFormed == 0 {
      problem = DocumentProblem(reason: "not well-formed XML")
    }
  }

  private func stop(_ reason: DocumentProblem) {
    if problem == nil { problem = reason }
    xmlStopParser(context)
  }

  private var line: Int { context?.pointee.input.map { Int($0.pointee.line) } ?? 1 }

  private func began(_ element: XMLElement) {
    guard problem == nil else { return }
    depth += 1
    text.removeAll(keepingCapacity: true)
    guard depth <= XMLReader.maximumDepth else {
      return stop(DocumentProblem(line: element.line, reason: "elements nest too deep"))
    }
    do throws(DocumentProblem) { try visitor.began(element) } catch { stop(error) }
  }

  private func ended(_ name: String) {
    guard problem == nil else { return }
    depth -= 1
    let content = String(decoding: text, as: UTF8.self)
    text.removeAll(keepingCapacity: true)
    do throws(DocumentProblem) { try visitor.ended(name, text: content) } catch { stop(error) }
  }

  private func read(_ piece: UnsafeBufferPointer<UInt8>) {
    guard problem == nil else { return }
    guard text.count + piece.count <= XMLReader.maximumText else {
      return stop(DocumentProblem(line: line, reason: "a text that does not end"))
    }
    text.append(contentsOf: piece)
  }
}

extension XMLSession {
  private static func session(_ context: UnsafeMutableRawPointer?) -> XMLSession? {
    context.map { Unmanaged<XMLSession>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  /// An element's attributes: five pointers for each, the last two being the bounds of its value.
  private static func attributes(
    _ fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) -> [String: String] {
    guard let fields, count > 0 else { return [:] }
    var attributes: [String: String] = [:]
    for offset in 0..<count {
      guard let start = fields[offset * 5 + 3], let end = fields[offset * 5 + 4] else { continue }
      let name = string(fields[offset * 5])
      guard attributes[name] == nil else { continue }
      attributes[name] = String(
        decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return attributes
  }

  private static var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.getEntity = { _, name in xmlGetPredefinedEntity(name) }
    handler.startElementNs = { context, name, _, namespace, _, _, count, _, fields in
      guard let session = XMLSession.session(context) else { return }
      let line = session.line
      guard Int(count) <= XMLReader.maximumAttributes else {
        return session.stop(DocumentProblem(line: line, reason: "too many attributes"))
      }
      session.began(
        XMLElement(
          name: XMLSession.string(name), namespace: XMLSession.string(namespace),
          attributes: XMLSession.attributes(fields, Int(count)), line: line))
    }
    handler.endElementNs = { context, name, _, _ in
      XMLSession.session(context)?.ended(XMLSession.string(name))
    }
    handler.characters = { context, start, count in
      XMLSession.session(context)?.read(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    handler.cdataBlock = handler.characters
    handler.ignorableWhitespace = handler.characters
    // An entity that the document declared: not supported.
    handler.reference = { context, name in
      guard let session = XMLSession.session(context) else { return }
      session.stop(
        DocumentProblem(
          line: session.line, reason: "the entity &\(XMLSession.string(name)); is not one of XML"))
    }
    handler.serror = { context, error in
      guard let session = XMLSession.session(context), let error = error?.pointee,
        error.level.rawValue >= XML_ERR_ERROR.rawValue
      else { return }
      let message = error.message.map { String(cString: $0) } ?? "not XML"
      // Undeclared prefixes are a namespace error that many programs make; they do no harm.
      guard error.domain != Int32(XML_FROM_NAMESPACE.rawValue) else { return }
      session.stop(
        DocumentProblem(
          line: Int(error.line), reason: message.split(whereSeparator: \.isNewline).joined()))
    }
    return handler
  }
}
