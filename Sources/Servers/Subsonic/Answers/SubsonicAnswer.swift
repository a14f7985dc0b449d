internal import HTTP
internal import JSON
internal import Music

/// Answers of a Subsonic server: an object, an error, or anything else.
enum SubsonicAnswer {
  /// The object that each answer has, or the error in it.
  ///
  /// - Parameter secrets: what no message shows.
  static func root(
    of response: HTTPResponse, what: String, now: Int64, _ secrets: [Secret]
  ) throws(ServerError) -> JSONNode {
    let isMarkup = isMarkup(response.body)
    if isMarkup, let fault = markupFault(response.body, what: what, secrets) { throw fault }
    let root = isMarkup ? nil : try parsed(response)
    // Errors come with several statuses, 200 among them.
    if let root, root["status"]?.text == "failed" || root["error"] != nil {
      throw fault(root, what: what, secrets)
    }
    do { try response.head.requireSuccess() } catch {
      throw ServerError(error, what: what, now: now)
    }
    guard let root else { throw .notThisServer(found: found(response)) }
    guard root["status"]?.text == "ok" else { throw .badAnswer(reason: "it has no status") }
    return root
  }

  /// Nil for JSON of another service, and for none.
  private static func parsed(_ response: HTTPResponse) throws(ServerError) -> JSONNode? {
    let document: JSONNode
    do { document = try JSONReader.read(response.body, depth: 32) } catch {
      let isJSON = response.body.first == UInt8(ascii: "{")
      guard isJSON, response.isSuccess else { return nil }
      throw .badAnswer(reason: "its JSON: \(error.reason)")
    }
    return document["subsonic-response"]
  }

  private static func found(_ response: HTTPResponse) -> String {
    if isMarkup(response.body) { return "a web page" }
    return response.body.isEmpty ? "nothing in its answer" : "no answer of Subsonic"
  }

  static func isMarkup(_ body: [UInt8]) -> Bool {
    let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
    return start.first { $0 > 32 } == UInt8(ascii: "<")
  }

  /// The error of an answer in XML, which servers also give to who asked for JSON.
  static func markupFault(
    _ body: [UInt8], what: String, _ secrets: [Secret]
  ) -> ServerError? {
    let text = String(decoding: body.prefix(8192), as: UTF8.self)
    guard text.contains("<subsonic-response"), let start = text.firstRange(of: "<error") else {
      return nil
    }
    let element = text[start.upperBound...].prefix { $0 != ">" }
    let code = attribute("code", element).flatMap { Int($0) } ?? 0
    return fault(code, attribute("message", element) ?? "", version: "", what, secrets)
  }

  private static func attribute(_ name: String, _ element: Substring) -> String? {
    for quote in ["\"", "'"] {
      guard let start = element.firstRange(of: "\(name)=\(quote)") else { continue }
      return String(element[start.upperBound...].prefix { String($0) != quote })
    }
    return nil
  }

  private static func fault(
    _ root: JSONNode, what: String, _ secrets: [Secret]
  ) -> ServerError {
    let error = root["error"]
    return fault(
      error?["code"].whole.flatMap { Int(exactly: $0) } ?? 0, error?["message"]?.text ?? "",
      version: root["version"].name(longest: 40) ?? "", what, secrets)
  }

  private static func fault(
    _ code: Int, _ said: String, version: String, _ what: String, _ secrets: [Secret]
  ) -> ServerError {
    switch code {
    case 30: .tooOld(version: version.isEmpty ? "unknown version" : version)
    case 40: .wrongPassword
    case 44: .signInAgain
    case 50: .notAllowed(what: what)
    case 70: .notFound(what: what)
    default:
      .refused(code: code, message: SubsonicText.message(said, without: secrets))
    }
  }
}
