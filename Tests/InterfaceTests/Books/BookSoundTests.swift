import Music
import Screen
import Testing

@testable import Interface

@Suite("Sound of books")
struct BookSoundTests {
  /// The last settings that the player was told, and the speed that is stored.
  private func told(_ stage: inout Stage) -> (sound: SoundSettings, kept: Double)? {
    stage.receivePlayer().reversed().lazy.compactMap {
      if case .setSound(let sound, let kept) = $0 { (sound, kept) } else { nil }
    }.first
  }

  private func playMusic(_ stage: inout Stage) {
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(5))], start: 0)))
    stage.hearBook()
  }

  @Test("the speed of a book is never stored as that of music")
  func speed() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(speed: 1.75), time: 0))
    stage.run("speed 1.1")
    #expect(told(&stage)?.kept == 1.1)
    stage.press("Enter")
    stage.sound(PlayID(track: TrackID(1), serial: 40), at: .zero)
    let book = told(&stage)
    #expect(book?.sound.speed == 1.75 && book?.kept == 1.1)
    stage.press("}")
    let faster = told(&stage)
    #expect(faster?.sound.speed == 1.8 && faster?.kept == 1.1)
    playMusic(&stage)
    #expect(stage.app.sound.speed == 1.1)
  }

  @Test("music that follows a book has its own speed before the player begins with it")
  func early() {
    var stage = Stage.listening(BookSamples.book(speed: 1.75))
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(5))], start: 0)))
    let effects = stage.receivePlayer()
    let sound = effects.firstIndex {
      if case .setSound(let sound, _) = $0 { sound.speed == 1 } else { false }
    }
    let play = effects.firstIndex { if case .play = $0 { true } else { false } }
    #expect(sound ?? 99 < play ?? 0, "\(effects)")
  }

  @Test("a preview in a book has the speed of music, and the book has its own again afterwards")
  func preview() {
    var stage = Stage.listening(BookSamples.book(speed: 1.75))
    let begun = stage.app.playing.audition(
      [QueuedTrack(TrackID(5))], from: .zero, at: stage.app.now)
    _ = stage.app.apply(begun)
    stage.send(.ticked)
    #expect(told(&stage)?.sound.speed == 1)
    if let id = stage.app.playing.audition?.requests.first?.id { stage.sound(id, at: .zero) }
    #expect(stage.app.sound.speed == 1)
    let ended = stage.app.playing.endAudition()
    _ = stage.app.apply(ended)
    if let id = stage.app.playing.requested?.id { stage.sound(id, at: .zero) }
    #expect(stage.app.sound.speed == 1.75)
    #expect(!stage.receiveBooks().contains { if case .setSpeed = $0 { true } else { false } })
  }

  @Test("crossfade is off in a book, and its setting stays that of music")
  func crossfade() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    stage.run("crossfade 5")
    stage.press("Enter")
    stage.hearBook()
    #expect(stage.app.sound.crossfade == .zero)
    #expect(stage.app.value(of: .soundCrossfade) == .number(5))
    stage.run("crossfade 3")
    #expect(stage.app.sound.crossfade == .zero)
    #expect(stage.app.message?.text == "Crossfade: 3 s; books have none")
    playMusic(&stage)
    #expect(stage.app.sound.crossfade == .seconds(3))
    // Off is a change, too.
    stage.run("crossfade off")
    #expect(stage.app.value(of: .soundCrossfade) == .number(0))
  }

  @Test("silence, boost and equalizer of books are theirs alone")
  func settings() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    stage.run("equalizer rock")
    stage.run("set books.shorten-silence true")
    stage.run("set books.equalizer speech")
    stage.run("boost 6")
    #expect(stage.app.message?.text == "Boost: +6 dB in books")
    #expect(stage.app.sound.boost == 0 && !stage.app.sound.shortensSilence)
    stage.press("Enter")
    stage.hearBook()
    #expect(stage.app.sound.boost == 6 && stage.app.sound.shortensSilence)
    #expect(stage.app.sound.equalizer == .speech)
    #expect(stage.app.value(of: .soundEqualizer) == .text("rock"))
    stage.run("set books.shorten-silence false")
    #expect(!stage.app.sound.shortensSilence)
    stage.run("equalizer vocal")
    #expect(stage.app.sound.equalizer == .vocal)
    #expect(stage.app.value(of: .booksEqualizer) == .text("vocal"))
    // What books have no setting of is common to both.
    stage.run("mono")
    playMusic(&stage)
    #expect(stage.app.sound.equalizer == .rock)
    #expect(stage.app.sound.boost == 0 && stage.app.sound.isMono)
  }

  @Test("bands that are moved in a book leave those of music as they are")
  func bands() {
    var music = SoundSettings()
    music.ownBands = [3] + [Double](repeating: 0, count: 9)
    music.equalizer = .own
    let book = BookSound(speed: 1, boost: 0, shortensSilence: false, equalizer: .speech)
    var heard = book.over(music)
    heard.ownBands = [Double](repeating: 6, count: 10)
    heard.equalizer = .own
    #expect(book.without(heard, from: music).ownBands == music.ownBands)
  }

  @Test("without a preset of books the equalizer is that of music")
  func equalizer() {
    var stage = Stage.listening()
    stage.run("equalizer speech")
    #expect(stage.app.value(of: .booksEqualizer) == .text("music"))
    playMusic(&stage)
    #expect(stage.app.sound.equalizer == .speech)
  }

  @Test("the sound of the last run is that of music, also where a book is paused already")
  func restored() {
    var stage = Stage.listening(BookSamples.book(speed: 1.5))
    var sound = SoundSettings()
    sound.speed = 1.2
    sound.crossfade = .seconds(4)
    stage.send(.session(.soundRestored(sound, device: nil)))
    #expect(stage.app.sound.speed == 1.5 && stage.app.sound.crossfade == .zero)
    playMusic(&stage)
    #expect(stage.app.sound.speed == 1.2 && stage.app.sound.crossfade == .seconds(4))
  }
}
