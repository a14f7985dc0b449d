import Music
import Screen
import Testing

@testable import Interface

/// The windows as a value.
@Suite("Open, awaited and submitted windows")
struct WindowsTests {
  private let report = Overlay.report(ReportPanel(title: "Report"))
  private let prompt = Overlay.prompt(Prompt(.newPlaylist, text: "Night"))
  private let key = Input.key(Key("j"))

  private func pointer(_ action: Mouse.Action) -> Input {
    .mouse(Mouse(action, at: Position(row: 0, column: 0)))
  }

  @Test("an awaited window opens where nothing was done since it was asked for")
  func opens() throws {
    var windows = Windows()
    windows.receive(key)
    windows.expect(.info)
    #expect(windows.isAwaited)
    windows.receive(pointer(.wheelUp))
    let answered = windows.answered(.info)
    let request = try #require(answered)
    #expect(windows.open(report, askedFor: request) && windows.overlays == [report])
    #expect(!windows.isAwaited && windows.answered(.info) == nil)
  }

  @Test("a window that comes after a key or a press, or above another one, does not open")
  func comesLate() throws {
    for input in [key, pointer(.press)] {
      var windows = Windows()
      windows.expect(.info)
      windows.receive(input)
      #expect(!windows.isAwaited)
      let answered = windows.answered(.info)
      let request = try #require(answered)
      #expect(!windows.open(report, askedFor: request) && windows.overlays.isEmpty)
    }
    var windows = Windows()
    windows.expect(.info)
    windows.open(prompt)
    let answered = windows.answered(.info)
    let request = try #require(answered)
    #expect(!windows.open(report, askedFor: request) && windows.overlays == [prompt])
  }

  @Test("a window that came too late is kept until it is asked for again, once")
  func keepsLate() {
    var windows = Windows()
    windows.keep(report, for: .relocations)
    let reopened = [AwaitedWindow.smartForm, .relocations, .relocations].map { windows.reopen($0) }
    #expect(reopened == [false, true, false] && windows.overlays == [report])
    windows.keep(report, for: .relocations)
    windows.keep(nil, for: .relocations)
    #expect(!windows.reopen(.relocations) && windows.overlays == [report])
  }

  @Test("a refused edit brings its window back, with the reason, where nothing was done since")
  func refused() {
    let edit = Effect.edit(.playlists(.create("Night")))
    var windows = Windows()
    windows.submit([edit], from: prompt, in: nil)
    let refused = [.edit(.playlists(.create("Day"))), edit].map {
      windows.refuse($0, "There is one")
    }
    #expect(refused == [false, true])
    guard case .prompt(let shown) = windows.overlays.last else {
      Issue.record("no prompt")
      return
    }
    #expect(shown.mistake == "There is one" && shown.field.text == "Night")
    windows.closeTop()
    #expect(!windows.refuse(edit, "There is one") && windows.overlays.isEmpty)
  }

  @Test("a refused edit brings no window back over another one, nor after a key")
  func refusedLate() {
    let edit = Effect.edit(.playlists(.create("Night")))
    var windows = Windows()
    windows.submit([edit], from: prompt, in: nil)
    windows.open(report)
    #expect(!windows.refuse(edit, "There is one") && windows.overlays == [report])
    windows.closeTop()
    windows.receive(key)
    #expect(!windows.refuse(edit, "There is one") && windows.overlays.isEmpty)
  }

  @Test("windows that nobody asked for open below what is typed")
  func below() {
    var windows = Windows()
    windows.open(prompt)
    windows.openBelow(report)
    #expect(windows.overlays == [report, prompt])
    #expect(windows.close { $0 == report } && !windows.close { $0 == report })
    #expect(windows.overlays == [prompt])
  }

  @Test("earlier command lines come back once each, and then the draft")
  func commandHistory() {
    var history = PromptHistory()
    for line in ["scan a", "mute", "scan a"] { history.add(line) }
    var prompt = Prompt(.command, text: "dra")
    let lines = [-1, -1, -1, 1, 1].map { step in
      history.recall(&prompt, by: step)
      return prompt.field.text
    }
    #expect(lines == ["scan a", "mute", "mute", "scan a", "dra"])
  }

  @Test("effects say which window their answer opens")
  func awaited() {
    #expect(Effect.load(.roots).awaitedWindow == .roots)
    #expect(Effect.edit(.entries(.addToSlot(.one, .tracks([])))).awaitedWindow == nil)
    #expect(Effect.edit(.entries(.remove([]))).awaitedWindow == nil)
  }

  @Test("fits of another track than the one asked for last are dropped")
  func fits() {
    let (first, second) = (TrackID(1), TrackID(2))
    var request = FitsRequest()
    request.begin(first, isPlaying: true)
    #expect(request.playing == first && !request.receive(second, shown: nil))
    #expect(request.receive(first, shown: nil) && request.track == nil)
    request.follow(to: second)
    #expect(!request.receive(first, shown: first) && request.receive(second, shown: first))
    // The library has changed: the shown fits are requested again.
    #expect(request.receive(second, shown: second) && !request.receive(first, shown: second))
  }
}
