import Glibc
import Music
import Testing

@testable import Log

@Suite("Lines of the log")
struct LineTests {
  private func line(hidesPrivate: Bool = false, _ fields: [LogField]) -> String {
    var entry = LogEntry(.error, .playback, "cannot be played", fields)
    entry.time = timespec(tv_sec: 1_800_000_000, tv_nsec: 7_900_000)
    let line = LogLine(process: 42, hidesPrivate: hidesPrivate)
    return String(decoding: line.bytes(of: entry), as: UTF8.self)
  }

  private static let start = "2027-01-15T08:00:00.007Z error playback[42]: cannot be played"

  @Test("a line has time, level, part, process, message and pairs")
  func format() {
    let fields = [
      LogField("rate", 44_100), LogField("codec", "flac"), LogField("file", private: "/a b.flac"),
    ]
    #expect(line(fields) == Self.start + " rate=44100 codec=flac file=\"/a b.flac\"\n")
    #expect(line([LogField("reason", "")]) == Self.start + " reason=\"\"\n")
  }

  @Test(
    "nothing in a value begins a line, ends a value or steers a terminal",
    arguments: [
      ("a\nb", "a\\nb"), ("a\r\tb", "a\\r\\tb"), ("a\u{1B}[31m", "a\\u001B[31m"),
      ("\u{9B}31m", "\\u009B31m"), ("a\u{202E}b", "a\\u202Eb"),
      ("\u{2066}x\u{2069}", "\\u2066x\\u2069"),
      ("a\u{2028}b", "a\\u2028b"), ("a\" level=\"x", "a\\\" level=\\\"x"), ("c:\\d", "c:\\\\d"),
      ("\0", "\\u0000"), ("é 日本", "é 日本"),
    ])
  func escapes(_ text: String, _ escaped: String) throws {
    let line = line([LogField("file", private: text)])
    #expect(line == Self.start + " file=\"\(escaped)\"\n")
    let record = try #require(LogLineReader.record(Array(line.utf8.dropLast())))
    #expect(record.fields == [LogRecord.Field(name: "file", value: text)])
  }

  @Test("a path that is not UTF-8 is shown with replacements")
  func notUTF8() {
    let path = FilePath(bytes: [0x2F, 0xE9, 0x2E])
    #expect(line([LogField("file", private: path)]) == Self.start + " file=\"/\u{FFFD}.\"\n")
  }

  @Test("a line ends within its bound, however long its values are")
  func bound() throws {
    let long = String(repeating: "\u{1}", count: 5_000)
    let one = line([LogField("file", private: long)])
    #expect(one.utf8.count <= LogLine.maximum)
    let fields = (0..<20).map { _ in
      LogField("file", private: String(repeating: "日", count: 300))
    }
    let many = line(fields)
    #expect(many.utf8.count <= LogLine.maximum)
    #expect(many.hasSuffix(" …\n"))
    let record = try #require(LogLineReader.record(Array(many.utf8.dropLast())))
    #expect(record.fields.count == 4)
    let cut = line([LogField("title", private: String(repeating: "é", count: 2_000))])
    #expect(cut == Self.start + " title=\"\(String(repeating: "é", count: 512))…\"\n")
  }

  @Test("personal values are left out where that is asked for")
  func personal() throws {
    let address = try #require(StreamAddress("http://radio.example/live?key=1"))
    let fields = [
      LogField("file", private: FilePath("/home/me/secret.mp3")),
      LogField("title", private: "Secret"), LogField("stream", private: .stream(address)),
      LogField("reason", sentence: "cannot open /home/me/secret.mp3: no right"),
      LogField("cause", sentence: "cannot open “secret”"), LogField("why", sentence: "no right"),
    ]
    let text = line(hidesPrivate: true, fields)
    #expect(!text.lowercased().contains("secret") && !text.contains("radio"))
    #expect(
      text
        == Self.start + " file=<private> title=<private> stream=<private>"
        + " reason=\"cannot open <private>\" cause=\"cannot open <private>\" why=\"no right\"\n")
    #expect(line(fields).contains("file=/home/me/secret.mp3"))
  }

  @Test(
    "addresses are cut to scheme, host and path",
    arguments: [
      ("http://me:word@host:80/a?token=1#x", "http://host:80/a"),
      ("https://host/a@b?c=d", "https://host/a@b"), ("https://host?token=1", "https://host"),
      ("http://me:wo/rd@host/a", "http://host/a"), ("http://me:wo?rd@host/a", "http://host/a"),
      ("no answer from http://u:p@host/a?t=1 (404)", "no answer from http://host/a (404)"),
      ("http://a/?x=1 http://b/?y=2", "http://a/ http://b/"), ("://", "://"), ("a://", "a://"),
      ("1:2 /x/y?z", "1:2 /x/y?z"), ("icy://t@h", "icy://h"),
    ])
  func addresses(_ text: String, _ cut: String) {
    #expect(LogAddresses.cut(in: text) == cut)
    let written = line([LogField("reason", sentence: text), LogField("stream", private: text)])
    for secret in ["word", "token", "t=1", "wo/", "rd@"] { #expect(!written.contains(secret)) }
  }

  @Test("what is written can be read, and nothing else is an entry")
  func read() throws {
    let line = line([
      LogField("count", 3), LogField("reason", sentence: "a = b, \"c\" \\"),
      LogField("empty", ""),
    ])
    let record = try #require(LogLineReader.record(Array(line.utf8.dropLast())))
    #expect(
      record
        == LogRecord(
          milliseconds: 1_800_000_000_007, level: .error, part: "playback", process: 42,
          message: "cannot be played",
          fields: [
            LogRecord.Field(name: "count", value: "3"),
            LogRecord.Field(name: "reason", value: "a = b, \"c\" \\"),
            LogRecord.Field(name: "empty", value: ""),
          ]))
    for other in [
      "", "a", "2027-01-15T08:00:00.007Z error x: y", Self.start.replacing("08", with: "0x"),
    ] {
      #expect(LogLineReader.record(Array(other.utf8)) == nil)
    }
  }

  @Test("damaged lines are read without a crash")
  func damaged() {
    let whole = Array(
      line([LogField("reason", sentence: "a \"b\" \\ \u{1B}"), LogField("n", 1)]).utf8)
    for count in whole.indices { _ = LogLineReader.record(Array(whole[..<count])) }
    for index in whole.indices {
      for byte: UInt8 in [0x22, 0x5C, 0x3D, 0x20, 0xFF, 0] {
        var bytes = whole
        bytes[index] = byte
        _ = LogLineReader.record(bytes)
      }
    }
  }
}
