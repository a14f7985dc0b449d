import Testing

@testable import Playback

@Suite("The outlet of a stream")
struct OutletTests {
  private static let second: UInt64 = 1_000_000

  private func sink(_ name: String, ports: [PulseSink.Port] = [], active: String? = nil)
    -> PulseSink
  {
    PulseSink(
      index: 1, name: name, description: "The \(name)", isRemote: false, rate: 44_100,
      activePort: active, ports: ports)
  }

  private func card(_ active: String, headphones isThere: Bool) -> PulseSink {
    sink(
      "card",
      ports: [
        PulseSink.Port(name: "phones", description: "Headphones", isUnplugged: !isThere),
        PulseSink.Port(name: "speaker", description: "Speaker", isUnplugged: false),
      ], active: active)
  }

  @Test("a sink that goes is unplugged, once, and back when the stream is")
  func sinks() {
    let (usb, desk) = (sink("usb"), sink("desk"))
    var watch = OutletWatch()
    #expect(watch.update([usb, desk], position: "usb", at: 1) == nil)
    #expect(watch.update([desk], position: nil, at: 2) == .unplugged("The usb"))
    #expect(watch.update([desk], position: "desk", at: 3) == nil)
    // There again, but the stream is not.
    #expect(watch.update([usb, desk], position: "desk", at: 4) == nil)
    #expect(watch.update([usb, desk], position: "usb", at: 5) == .pluggedIn("The usb"))
    #expect(watch.update([usb, desk], position: "usb", at: 6) == nil)
    #expect(watch.update([desk], position: "usb", at: 7) == .unplugged("The usb"))
  }

  @Test("a stream that was moved by hand is not unplugged, one moved off a sink that goes is")
  func moves() {
    let (usb, desk) = (sink("usb"), sink("desk"))
    var watch = OutletWatch()
    _ = watch.update([usb, desk], position: "usb", at: 1)
    #expect(watch.update([usb, desk], position: "desk", at: 2) == nil)
    #expect(watch.update([desk], position: "desk", at: 2 + Self.second) == nil)
    _ = watch.update([usb, desk], position: "usb", at: 3 * Self.second)
    // Some servers move the streams a moment before they list the sink no more.
    #expect(watch.update([usb, desk], position: "desk", at: 4 * Self.second) == nil)
    #expect(
      watch.update([desk], position: "desk", at: 4 * Self.second + 1_000)
        == .unplugged("The usb"))
    #expect(watch.update([desk], position: "desk", at: 5 * Self.second) == nil)
  }

  @Test("headphones are a port of the sink that goes on with its speaker")
  func ports() {
    var watch = OutletWatch()
    _ = watch.update([card("phones", headphones: true)], position: "card", at: 1)
    #expect(
      watch.update([card("speaker", headphones: false)], position: "card", at: 2)
        == .unplugged("Headphones"))
    #expect(watch.update([card("speaker", headphones: true)], position: "card", at: 3) == nil)
    #expect(
      watch.update([card("phones", headphones: true)], position: "card", at: 4)
        == .pluggedIn("Headphones"))
    // Another port of choice, with everything plugged in.
    #expect(watch.update([card("speaker", headphones: true)], position: "card", at: 5) == nil)
  }

  @Test("a sink whose only port is unplugged says so once, and again the next time")
  func onePort() {
    var watch = OutletWatch()
    for round: UInt64 in [10, 20] {
      #expect(
        watch.update([card("phones", headphones: true)], position: "card", at: round)
          == (round == 10 ? nil : .pluggedIn("Headphones")))
      #expect(
        watch.update([card("phones", headphones: false)], position: "card", at: round + 1)
          == .unplugged("Headphones"))
      #expect(
        watch.update([card("phones", headphones: false)], position: "card", at: round + 2) == nil)
    }
  }

  @Test("without another sink, and after another server, nothing was unplugged")
  func servers() {
    var watch = OutletWatch()
    _ = watch.update([sink("usb")], position: "usb", at: 1)
    #expect(watch.update([], position: nil, at: 2) == nil)
    #expect(watch.update([sink("usb")], position: "usb", at: 3) == nil)
    #expect(watch.update([], position: nil, at: 4) == nil)
    #expect(watch.update([sink("desk")], position: nil, at: 5) == .unplugged("The usb"))
    _ = watch.update([sink("desk")], position: "desk", at: 6)
    watch.disconnect()
    #expect(watch.update([sink("usb")], position: "usb", at: 7) == .pluggedIn("The usb"))
    watch.disconnect()
    #expect(watch.update([sink("desk")], position: "desk", at: 8) == nil)
  }
}
