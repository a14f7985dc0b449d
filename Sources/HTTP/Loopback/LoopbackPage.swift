/// A page that a loopback listener shows in the user's browser.
package struct LoopbackPage: Equatable, Sendable {
  package var status: Int
  package var title: String
  package var text: String

  package init(status: Int = 200, title: String, text: String) {
    self.status = status
    self.title = title
    self.text = text
  }

  static let badRequest = LoopbackPage(
    status: 400, title: "Bad request", text: "This is no request that is understood here.")
  static let notFound = LoopbackPage(
    status: 404, title: "Not found", text: "There is nothing at this address.")
  static let wrongMethod = LoopbackPage(
    status: 405, title: "Method not allowed", text: "This address takes GET alone.")
  static let tooLarge = LoopbackPage(
    status: 431, title: "Request too large", text: "The request is longer than is taken here.")

  private var reason: String {
    switch status {
    case 200: "OK"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 410: "Gone"
    case 431: "Request Header Fields Too Large"
    default: "Other"
    }
  }

  /// The whole response. Nothing may keep or frame the page, and its address stays in the browser.
  var response: [UInt8] {
    let body = Array(html.utf8)
    var lines = [
      "HTTP/1.1 \(status) \(reason)", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(body.count)", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; "
        + "frame-ancestors 'none'",
      "X-Content-Type-Options: nosniff", "Connection: close",
    ]
    if status == 405 { lines.append("Allow: GET") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  private var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(Self.escaped(title))</title>
    <style>:root{color-scheme:light dark}
    body{font:1.1em/1.5 system-ui,sans-serif;max-width:34em;margin:4em auto;padding:0 1em}</style>
    </head><body><h1>\(Self.escaped(title))</h1><p>\(Self.escaped(text))</p></body></html>

    """
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}
