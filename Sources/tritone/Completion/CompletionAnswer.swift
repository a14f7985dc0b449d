import ArgumentParser
import Music

/// The command that completion functions of shells call at each Tab: `tritone ---completion SHELL …`.
///
/// The answer is a line with what the shell completes itself ("none", "files" or "folders"), with
/// "open" behind it where no space follows a value, then a line for each value with its
/// description behind a tab.
enum CompletionAnswer {
  /// Three dashes, as the argument parser does: no command and hardly a file begins so.
  static let command = "---completion"

  enum Shell: String {
    /// Followed by the line up to the cursor, and the text that a value is going to replace.
    case bash
    /// Followed by the words up to the cursor, without quotes, the half-typed one last.
    case words
  }

  private static let limit = 2_000

  static func text(_ arguments: [String], _ directories: Directories) -> String {
    guard let shell = arguments.first.flatMap(Shell.init) else { return "none\n" }
    var words: ShellWords
    switch shell {
    case .bash:
      guard arguments.count == 3 else { return "none\n" }
      words = ShellWords(arguments[1])
      if !words.earlier.isEmpty { words.earlier.removeFirst() }
    case .words:
      words = ShellWords("")
      words.earlier = Array(arguments.dropFirst(2).dropLast())
      words.last = arguments.count > 2 ? arguments[arguments.count - 1] : ""
    }
    var word = words.last
    // The value of --option=value is completed as that of an option.
    var prefix = ""
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      prefix = String(word[...equals])
      words.earlier.append(String(word[..<equals]))
      word = String(word[word.index(after: equals)...])
    }
    let library = words.earlier.lastIndex(of: "--library").flatMap { index in
      words.earlier.indices.contains(index + 1) ? words.earlier[index + 1] : nil
    }
    let request = CompletionRequest(earlier: words.earlier, word: word)
    let values = CompletionValues(directories: directories, library: library)
    // Nothing is said in the middle of a line that somebody types.
    guard var answer = try? request.answer(values) else { return "none\n" }
    // Control characters cannot be typed, and would break the lines.
    answer.candidates.removeAll { candidate in
      candidate.value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        || TextCleaning.line(candidate.value) != candidate.value
    }
    switch shell {
    case .bash:
      // The part behind a colon or equals sign is a word to bash. Behind a quotation mark it comes
      // without that, elsewhere with its backslashes.
      let typed = arguments[2]
      let replaced = word.hasSuffix(typed) ? typed : ShellWords(typed).last
      let kept = word.hasSuffix(replaced) ? word.count - replaced.count : 0
      answer.candidates.removeAll { !$0.value.hasPrefix(word) }
      for index in answer.candidates.indices {
        let rest = String(answer.candidates[index].value.dropFirst(kept))
        answer.candidates[index].value = ShellWords.quoted(rest, behind: words.openQuote)
        answer.candidates[index].description = ""
      }
    case .words:
      for index in answer.candidates.indices {
        answer.candidates[index].value = prefix + answer.candidates[index].value
      }
    }
    return text(answer)
  }

  private static func text(_ answer: Completions) -> String {
    var lines = [answer.paths.rawValue + (answer.isOpenEnded ? " open" : "")]
    for candidate in answer.candidates.prefix(limit) {
      let description = TextCleaning.line(candidate.description)
      lines.append(candidate.value + (description.isEmpty ? "" : "\t" + description))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
