import Music
import Peers
import Sync
import Testing

@Suite("Logs of plays on a device")
struct LogTests {
  /// 2026-08-03, 10:00 UTC.
  private static let start: Int64 = 1_785_751_200
  private static let old = "#AUDIOSCROBBLER/1.1\n#TZ/UNKNOWN\n#CLIENT/Rockbox ipod $Revision$\n"
  private static let new =
    old + "#ARTIST\t#ALBUM\t#TITLE\t#TRACKNUM\t#LENGTH\t#RATING\t#TIMESTAMP\n"

  private static func line(
    _ title: String, _ time: Int64, artist: String = "Air", rating: String = "L"
  ) -> String {
    "\(artist)\tMoon Safari\t\(title)\t1\t200\t\(rating)\t\(time)\t\n"
  }

  private func read(
    _ device: TestDevice, _ logs: DeviceLogState = DeviceLogState(), hours: Int64 = 0
  ) async throws -> (plays: [DevicePlay], state: DeviceLogState) {
    let peer = try await device.peer {
      $0.logs = logs
      $0.zone = LocalZone { _ in hours * 3_600 }
    }
    let plays = try await peer.snapshot { _ in }.plays
    await peer.close()
    return (plays, peer.logs)
  }

  @Test("both headers are read, skipped tracks are left out", arguments: [old, new])
  func headers(header: String) async throws {
    let device = try await TestDevice()
    device.root.at(".scrobbler.log").write(
      header + Self.line("La femme d'argent", Self.start)
        + Self.line("Sexy Boy", Self.start + 300, rating: "S")
        + "# FAILED - broken\nno\ttabs\n"
        + Self.line("Untagged", Self.start + 600, artist: "<UNTAGGED>")
        + Self.line("Clock", 946_684_800 + 60))
    let plays = try await read(device).plays
    #expect(
      plays == [
        DevicePlay(artist: "Air", title: "Clock", time: nil),
        DevicePlay(artist: "Air", title: "La femme d'argent", time: Self.start),
        DevicePlay(artist: nil, title: "Untagged", time: Self.start + 600),
      ])
  }

  @Test("times are of the wall clock, unless the log says UTC")
  func zones() async throws {
    let device = try await TestDevice()
    let log = device.root.at(".scrobbler.log")
    log.write(Self.old + Self.line("One", Self.start))
    #expect(try await read(device, hours: 2).plays.map(\.time) == [Self.start - 7_200])
    log.write(Self.old.replacing("UNKNOWN", with: "UTC") + Self.line("One", Self.start))
    #expect(try await read(device, hours: 2).plays.map(\.time) == [Self.start])
  }

  @Test("only what is new is read, and a line without its end waits")
  func growing() async throws {
    let device = try await TestDevice()
    let log = device.root.at(".scrobbler.log")
    var text = Self.new + Self.line("One", Self.start)
    log.write(text + "Air\tMoon Safari\tTw")
    let first = try await read(device)
    #expect(first.plays.map(\.title) == ["One"])
    text += Self.line("Two", Self.start + 400)
    log.write(text)
    let second = try await read(device, first.state)
    #expect(second.plays.map(\.title) == ["Two"])
    #expect(try await read(device, second.state).plays.isEmpty)
    // A new log, in which one of the old plays comes again.
    log.write(Self.new + Self.line("Two", Self.start + 400) + Self.line("Three", Self.start + 900))
    #expect(try await read(device, second.state).plays.map(\.title) == ["Three"])
  }

  @Test("plays that wait for their songs come again before the new ones")
  func waiting() async throws {
    let device = try await TestDevice()
    let log = device.root.at(".scrobbler.log")
    log.write(
      Self.old + Self.line("Sexy Boy", Self.start) + Self.line("Remember", Self.start + 400))
    let (plays, state) = try await read(device)
    #expect(plays.count == 2)
    let odd = DevicePlay(path: FilePath("../a.mp3"), time: nil)
    let byPath = DevicePlay(path: FilePath("A/b.mp3"), time: nil)
    let tab = DevicePlay(artist: "a\tb", title: "c", time: 7)
    let text = WaitingPlays.text(state.text, [plays[0], odd, byPath, tab])
    let next = DeviceLogState(text: text)
    #expect(try await read(device, next).plays == [plays[0], byPath])
    #expect(DeviceLogState(text: "{\n7\t\t\tx") == DeviceLogState())
    let many = WaitingPlays.text("{}", Array(repeating: byPath, count: 6_000))
    #expect(WaitingPlays.read(many).plays.count == WaitingPlays.maximum)
  }

  @Test("a log without a clock counts by its lines")
  func timeless() async throws {
    let device = try await TestDevice()
    let log = device.root.at(".scrobbler-timeless.log")
    log.write(Self.new + Self.line("One", 0) + Self.line("One", 0))
    let first = try await read(device)
    #expect(
      first.plays == Array(repeating: DevicePlay(artist: "Air", title: "One", time: nil), count: 2))
    #expect(try await read(device, first.state).plays.isEmpty)
  }

  @Test("playback logs are read until their numbers end, with colons in paths")
  func playback() async throws {
    let device = try await TestDevice()
    let folder = device.root.at(".rockbox")
    let start = Self.start
    folder.at("playback_0001.log").write("\(start):100000:200000:/Music/A/a: b.mp3\n")
    folder.at("playback_0003.log").write("\(start + 10_000):200000:200000:/Music/gap.mp3\n")
    folder.at("playback.log").write(
      """
      # comment

      \(start + 1_000):99000:200000:/Music/half.mp3
      \(start + 2_000):300000:200000:/Music/over.mp3
      \(start + 3_000):150000:200000:/<microSD1>/Music/B/c.mp3
      \(start + 3_100):180000:200000:/<microSD1>/Music/B/c.mp3
      \(start + 4_000):200000:200000:/Podcasts/d.mp3
      \(start + 5_000):200000:200000:/Music/../../e.mp3
      \(start + 6_000):200000:0:/Music/f.mp3

      """)
    #expect(
      try await read(device).plays == [
        DevicePlay(path: FilePath("A/a: b.mp3"), time: start),
        DevicePlay(path: FilePath("B/c.mp3"), time: start + 3_000),
      ])
  }

  @Test("a playback log that was made into a scrobbler log counts once")
  func exported() async throws {
    let device = try await TestDevice()
    let log = device.root.at(".rockbox/playback.log")
    log.write("\(Self.start):200000:200000:/Music/a.mp3\n")
    let first = try await read(device)
    #expect(first.plays.count == 1)
    device.root.at(".scrobbler.log").write(Self.new + Self.line("One", Self.start))
    let both = try await read(device)
    #expect(both.plays.count == 1)
    log.write("")
    #expect(try await read(device, first.state).plays.isEmpty)
  }
}
