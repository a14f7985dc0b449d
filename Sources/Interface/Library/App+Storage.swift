import Music

// The files of the program, and beginning the library anew.
extension App {
  /// Lists the caches, whose marked ones are cleared, below the sizes of the rest.
  mutating func offer(_ parts: [StoredPart]) {
    let request = windows.answered(.storage)
    let caches = parts.filter { $0.kind.isCache }
    let kept = parts.filter { !$0.kind.isCache }
    open(
      .checklist(
        Checklist(
          .caches(caches.map(\.kind)), title: "Storage",
          lines: kept.map { "\($0.kind.rawValue): \($0.bytes.byteText) in \($0.path.text)" },
          items: caches.map { part in
            Checklist.Item(
              text: part.kind.rawValue,
              choices: [
                Checklist.Choice(
                  text: part.bytes.byteText, lines: [part.path.text, part.kind.summary])
              ], isOn: false)
          }, verb: "clears")), askedFor: request,
      orSay: "The sizes are known: \(key(.library(.storage))) shows them")
  }

  /// Empties the library where the word was typed.
  mutating func reset(_ prompt: Prompt, _ text: String) -> [Effect] {
    guard text.lowercased() == Prompt.resetWord else {
      var prompt = prompt
      prompt.mistake = "Type \(Prompt.resetWord), or leave it as it is"
      windows.replaceTop(.prompt(prompt))
      return []
    }
    windows.closeTop()
    say("Making a backup, then the library begins anew…")
    return [.library(.reset)]
  }

  mutating func showAbout() {
    var panel = ReportPanel(title: "About")
    panel.add(
      "Tritone \(ProgramVersion.text)",
      facts: [
        ("what", "a music player for the terminal, for people who own their music"),
        ("keys", "\(key(.help)) lists them"),
        ("manual", "tritone(1), tritone-config(5), tritone-keys(5), tritone-query(7)"),
        ("this machine", "tritone doctor tells what works here"),
        ("files", "\(key(.library(.storage))) tells where they are"),
      ])
    windows.open(.report(panel))
  }
}
