import Music

// The sound of the book that plays: its speed, and what is set for all books.
extension App {
  /// Gives the player the sound of the current book, and notes a change of its speed by the user.
  mutating func followSound() -> [Effect] {
    guard let current = books.current else { return [] }
    var effects: [Effect] = []
    var speed = current.book.speed ?? books.settings.speed
    if let before = current.appliedSpeed, sound.speed != before {
      speed = sound.speed
      books.current?.book.speed = speed
      browsing.shelf.isStale = true
      effects.append(.books(.setSpeed(current.book.id, speed)))
    }
    effects += audio.use(books.settings.sound(at: speed))
    let applied = sound.speed
    books.current?.appliedSpeed = applied
    return effects
  }

  /// Gives what was requested the sound of music before it is heard, where it is no part of the
  /// current book; another book has its own once the library knows it.
  mutating func soundForRequest() -> [Effect] {
    guard audio.isOfBook, !isCurrentBookRequested else { return [] }
    // The speed of music is no change of the book's.
    books.current?.appliedSpeed = nil
    return audio.use(nil)
  }

  /// Also where nothing is requested or heard.
  private var isCurrentBookRequested: Bool {
    guard playing.audition == nil else { return false }
    guard let track = playing.requested?.queued.track ?? player.item?.track else { return true }
    return books.current?.book.part(of: track) != nil
  }

  /// Lifts quiet voices in all books.
  mutating func boost(_ gain: Double) -> [Effect] {
    books.settings.boost = gain
    say("Boost: \(gain.decibels)" + (book == nil ? " in books" : ""))
    return []
  }

  mutating func chooseSpeed() {
    let speeds = Set(BookSettings.speeds).union([sound.speed]).sorted()
    let left = bookPlace.flatMap { place in book.map { $0.book.duration - place } }
    let choices = speeds.map { speed in
      Picker.Choice(
        (speed == sound.speed ? "● " : "  ") + "\(speed.shortText)×",
        detail: left.map { BookText.left($0, at: speed) } ?? "", .command(.sound(.speed(speed))))
    }
    let slower = key(.sound(.changeSpeed(-1)))
    let faster = key(.sound(.changeSpeed(1)))
    var picker = Picker(
      .speed, title: "Speed",
      lines: [
        "\(slower) and \(faster) change it by 0.05." + (book == nil ? "" : " The book keeps it.")
      ],
      choices: choices)
    picker.cursor.select(speeds.firstIndex(of: sound.speed) ?? 0)
    windows.open(.picker(picker))
  }
}
