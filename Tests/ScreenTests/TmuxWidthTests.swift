import Foundation
import Screen
import Testing

@Suite struct TmuxWidthTests {
  static let lines = [
    "plain", "中文字符 日本語 한국어", "e\u{301}a\u{308}o\u{302}", "👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ ☺️ 1️⃣", "🇩🇪🇫🇷",
    "हिन्दी க்ஷ ไทยน้ำ עברית العربية", "\u{1112}\u{1161}\u{11AB}", "z\u{336}\u{321}\u{322}\u{34D}\u{315}a",
    "\u{202E}a\u{202C}\u{200B}\u{FEFF}b", "\u{1B}[31m\t\n", "─│┌▁█●▸…", "\u{E000}\u{10FFFF}",
    "ｆｕｌｌ",
    "½§°€№™", "𝔘𝔫𝔦", "\u{301}alone", "䷀",
  ]

  @Test("a real tmux gives each line the columns that we count", .timeLimit(.minutes(1)))
  func agreesWithTmux() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tritone-width-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appendingPathComponent("tmux").path
    try tmux(socket, "-f", "/dev/null", "-u", "new-session", "-d", "-x", "80", "-y", "30", "cat")
    defer { _ = try? tmux(socket, "kill-server") }
    // The cursor is after the last border only if tmux counts the same columns.
    for line in Self.lines {
      let cut = TextWidth.truncated(line, to: 40, keep: .start)
      let text = cut + String(repeating: " ", count: 40 - TextWidth.columns(of: cut)) + "│"
      #expect(try column(after: text, socket, folder) == 41, "\(line)")
    }
  }

  /// Cursor column in tmux after a text.
  private func column(after text: String, _ socket: String, _ folder: URL) throws -> Int? {
    let file = folder.appendingPathComponent("line")
    try Data(("\u{1B}[2J\u{1B}[H" + text).utf8).write(to: file)
    try tmux(socket, "respawn-pane", "-k", "cat '\(file.path)'; cat")
    var column: Int?
    let deadline = ContinuousClock.now + .seconds(5)
    repeat {
      column = Int(
        try tmux(socket, "display-message", "-p", "#{cursor_x}")
          .trimmingCharacters(in: .whitespacesAndNewlines))
    } while column != 41 && ContinuousClock.now < deadline
    return column
  }

  /// Runs tmux through the shell: the server outlives its first client, and Foundation's Process
  /// would wait for every holder of its descriptors.
  @discardableResult
  private func tmux(_ socket: String, _ arguments: String...) throws -> String {
    let words = ["-S", socket] + arguments
    let quoted = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    let command = "env -u TMUX LC_ALL=C.UTF-8 tmux " + quoted.joined(separator: " ")
    let stream = try #require(popen(command, "r"))
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      output += buffer[..<count]
    }
    pclose(stream)
    return String(decoding: output, as: UTF8.self)
  }
}
