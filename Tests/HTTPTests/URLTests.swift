import HTTP
import Testing

@Suite("Addresses")
struct URLTests {
  @Test("an address is read into origin, path and query")
  func parts() throws {
    let url = try HTTPURL("HTTPS://Example.ORG:8443/a/./b/../c%20d?x=1&y=ü#part")
    #expect(url.origin.description == "https://example.org:8443")
    #expect(url.path == "/a/c%20d")
    #expect(url.query == "x=1&y=%C3%BC")
    #expect(try HTTPURL("http://h:80").origin == HTTPURL("http://H/").origin)
    #expect(try HTTPURL("http://h").origin != HTTPURL("https://h").origin)
    #expect(try HTTPURL("http://h").path == "/")
    #expect(try HTTPURL("http://[2001:db8::1]:81/").origin.authority == "[2001:db8::1]:81")
  }

  @Test(
    "what is no plain http address is refused",
    arguments: [
      "", "file:///etc/passwd", "ftp://h/", "//h/", "h/a", "http:/h", "http:///a", "http://",
      "http://user@h/", "http://user:word@h/", "http://h:0/", "http://h:65536/", "http://h:8a/",
      "http://h\r\nX: y/", "http://h/a b", "http://h/\u{0}", "http://h\\@evil/", "http://[::1",
      "http://[fe80::1%25eth0]/", "http://h%2eorg/", "http://[::1]x/", "http://ü.org/",
      "http://-h/", "javascript:alert(1)", "http://" + String(repeating: "a", count: 256) + "/",
      "http://h/" + String(repeating: "a", count: 9000),
    ])
  func refused(_ text: String) {
    #expect(throws: HTTPError.self) { try HTTPURL(text) }
  }

  @Test("items of a query are percent-encoded whole")
  func items() throws {
    let url = try HTTPURL("http://h/s?a=1").adding([.init("q&", "x=y #ü+"), .init("n", "")])
    #expect(url.query == "a=1&q%26=x%3Dy%20%23%C3%BC%2B&n=")
    #expect(try HTTPURL("http://h/a").appending("b/c", "..", "d").path == "/a/b%2Fc/%2E%2E/d")
  }

  @Test("a description has no query")
  func description() throws {
    let url = try HTTPURL("http://h/a?token=canary")
    #expect("\(url)" == "http://h/a")
    #expect(!String(reflecting: url).contains("canary"))
  }

  @Test(
    "references are resolved as RFC 3986 says",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"), ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
      ("../../../g", "http://a/g"), ("https://x:1/y", "https://x:1/y"),
    ])
  func resolving(_ reference: String, _ target: String) throws {
    let resolved = try HTTPURL("http://a/b/c/d;p?q").resolving(reference)
    #expect(try resolved == HTTPURL(target))
  }

  @Test(
    "references to other schemes, users or lines are refused",
    arguments: ["file:///a", "ftp://h/", "mailto:a", "//u:p@h/", "a b", "a\r\nb", "a:b", "\\\\h"])
  func forbidden(_ reference: String) throws {
    let url = try HTTPURL("http://a/b")
    #expect(throws: HTTPError.self) { try url.resolving(reference) }
  }
}
