import Control
import JSON
import Music
import Testing

/// Lines about what plays, for bars.
@Suite("Status format")
struct StatusFormatTests {
  private func status(
    _ changes: [(String, JSONNode?)] = [], track: [(String, JSONNode?)]? = nil
  ) -> JSONNode {
    let track =
      track ?? [
        ("title", .text("So What")), ("artist", .text("Miles Davis")),
        ("album", .text("Kind of Blue")), ("rating", .number(4)), ("reaction", .text("liked")),
        ("path", .text("/m/so what.flac")),
      ]
    return .object(
      changes + [
        ("playback", .text("playing")), ("position", .number(83.4)),
        ("duration", .number(562)), ("advancing", .bool(true)), ("speed", .number(1.5)),
        ("volume", .number(40)), ("muted", .bool(false)), ("shuffle", .bool(true)),
        ("repeat", .text("all")), ("index", .number(2)), ("count", .number(9)),
        ("track", .object(track)),
      ])
  }

  private func line(_ format: String, _ status: JSONNode, _ elapsed: Duration = .zero) throws
    -> String
  { try StatusFormat(format).line(of: status, after: elapsed) }

  @Test("fields stand for their values")
  func fields() throws {
    #expect(
      try line("{icon} {artist} – {title} {position}/{duration}", status())
        == "▶ Miles Davis – So What 1:23/9:22")
    #expect(
      try line("{place} of {count}, {percent} %, -{left}, {volume}, ×{speed}", status())
        == "3 of 9, 14 %, -7:58, 40, ×1.5")
    #expect(
      try line("{shuffle} {repeat} {rating} {reaction} {album} {playback} {path}", status())
        == "shuffle all 4 liked Kind of Blue playing /m/so what.flac")
    #expect(StatusFormat.standard.line(of: status()) == "▶ Miles Davis – So What  1:23/9:22")
  }

  @Test("a part in brackets is left out where its fields are empty")
  func groups() throws {
    let bare = status(track: [("title", .text("Untitled")), ("reaction", .text("none"))])
    #expect(try line("[{artist} – ]{title}[ ({album}[, {chapter}])]", bare) == "Untitled")
    #expect(
      try line("[{artist} – ]{title}[ ({album}[, {chapter}])]", status())
        == "Miles Davis – So What (Kind of Blue)")
    #expect(try line("[[{title}]] {{x}} [{reaction}]", bare) == "[Untitled] {x} ")
  }

  @Test("where nothing is current the line is empty")
  func nothing() throws {
    let none = JSONNode.object([("playback", .text("stopped")), ("position", .number(0))])
    #expect(try line("now: {title}", none) == "")
    #expect(StatusFormat.standard.line(of: none) == "")
  }

  @Test("the position goes on with the time and the speed, to the end and no further")
  func time() throws {
    #expect(try line("{position}", status(), .seconds(2)) == "1:26")
    #expect(try line("{position} {left}", status(), .seconds(10_000)) == "9:22 0:00")
    let paused = JSONNode.object([
      ("playback", .text("paused")), ("position", .number(10)), ("advancing", .bool(false)),
      ("track", .object([])),
    ])
    #expect(try line("{icon}{position}", paused, .seconds(60)) == "⏸0:10")
    #expect(StatusValues(status: paused, elapsed: .zero).nextSecond == nil)
    let next = try #require(StatusValues(status: status(), elapsed: .zero).nextSecond)
    #expect(next > .milliseconds(390) && next < .milliseconds(410))
    #expect(
      StatusValues(status: status(), elapsed: .seconds(1000)).nextSecond == nil)
  }

  @Test("only lines with a time change by themselves")
  func ticks() throws {
    #expect(try StatusFormat("{title} [{left}]").ticks)
    #expect(try !StatusFormat("{title} {duration}").ticks)
  }

  @Test(
    "a format with a mistake is refused",
    arguments: [
      "{", "{titel}", "}", "[{title}", "{title}]", "[[[", String(repeating: "[x", count: 50),
    ])
  func mistakes(text: String) {
    #expect(throws: StatusFormat.Mistake.self) { try StatusFormat(text) }
  }

  @Test("numbers from a strange player are bounded")
  func hostile() throws {
    for number in [-5, 1e300, -1e300] {
      let odd = status([("position", .number(number)), ("duration", .number(number))])
      _ = try line("{position}{duration}{left}{percent}", odd, .seconds(1e6))
    }
    _ = try line("{position}{percent}{place}", status([("index", .number(Double(Int.max)))]))
  }
}
