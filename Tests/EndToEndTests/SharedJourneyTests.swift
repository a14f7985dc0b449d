import Foundation
import ServerHarness
import Testing

// Shared playlists in the player itself, at a Coretet project.
extension CoretetJourneyTests {
  private func run(_ line: String, _ player: Player) throws {
    try player.type(":" + line)
    try player.press("Enter")
  }

  /// Ola says something of the first take.
  private func say(_ words: String, _ project: FakeCoretet) throws {
    try project.run(
      """
      insert into track_comments (playlist_id, track_id, user_id, content) values
        ('\(Self.demos)', '30000000-0000-4000-8000-000000000001', '\(Self.ola)', '\(words)')
      """)
  }

  @Test(
    "shared playlists are browsed, heard, rated and commented on, also offline and over kill -9",
    .enabled(
      if: FakeCoretet.isAvailable && FaultyProxy.isAvailable, "needs PostgreSQL and python3"))
  func browsing() throws {
    let project = try FakeCoretet()
    try project.run(Self.seed)
    let proxy = try FaultyProxy(project.address, delay: 0, rate: 100)
    defer { withExtendedLifetime((project, proxy)) {} }
    try Sandbox.with { box in
      for (name, tone) in [("1", 500), ("2", 700)] {
        let file = try box.tone("../\(name).mp3", tone, seconds: 60)
        try project.add(file: "ola/\(name).mp3", [UInt8](Data(contentsOf: file)))
      }
      #expect(try signIn(box, proxy.address, Self.password).status == 0)
      #expect(try box.tritone("server", "sync").status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try player.see("Shared")
      try run("browse shared", player)
      try player.see("Shared with me")
      try player.see("Demos")
      try player.see("Ola")
      try player.press("Enter")
      try player.see("Take 2")
      try player.see("what of this?")
      try player.press("Enter")
      try recorder.hear(500, player)

      try run("liked", player)
      try player.see("✶")
      try Program.wait("the reaction at the project") { try ratings(project) == ["1 liked"] }
      try player.press("Space")
      try player.see("Paused")
      try run("seek 42", player)
      try player.see("‖ 0:42 / 1:00")
      try run("comment the bass is late", player)
      try player.see("the bass is late")
      try Program.wait("the comment at the project") {
        try comments(project) == ["1 [0:42] the bass is late"]
      }

      // What another says is noticed with a count in the list, and is there when it is opened.
      try player.press("BSpace")
      try player.see("Shared with me")
      try say("[0:05] louder", project)
      try run("shared-send", player)
      try player.see("1 new")
      try player.press("Enter")
      try player.see("louder")
      try player.press("F3")
      try player.see("0:05  Ola")
      try player.press("Escape")

      // Without a network the words show as waiting.
      try proxy.setDown(true)
      try run("loved", player)
      try run("comment-track first", player)
      try player.see("waits to be sent")
      try run("comment-track second", player)
      try player.see("second")
      try run("shared-waiting", player)
      try player.see("What waits or was refused")
      try player.see("a comment on Take 1")
      try player.press("Escape")
      try Program.wait("the reaction that waits") {
        try box.tritone("shared", "show", "Demos").output.contains("you: loved (waiting)")
      }
      player.signal(SIGKILL)
      #expect(try comments(project).count == 1)
      #expect(try ratings(project) == ["1 liked"])

      // What was seen is there at the next start, and is sent once when the network is.
      let offline = try box.player()
      try run("shared demos", offline)
      try offline.see("waits to be sent")
      try offline.see("louder")
      try proxy.setDown(false)
      try run("shared-send", offline)
      try Program.wait("what waited at the project", within: 60) {
        try comments(project).count == 3 && ratings(project) == ["1 loved"]
      }
      try offline.see(no: "waits to be sent")
      #expect(try comments(project) == ["1 [0:42] the bass is late", "1 first", "1 second"])
      try Program.wait("an empty queue") {
        try box.tritone("shared", "waiting").output.isEmpty
      }

      // A right that is gone is obeyed before the project refuses.
      try project.run("update playlist_shares set can_rate = false")
      #expect(try box.tritone("server", "sync").status == 0)
      try offline.wait("the listing") { screen in
        try run("listened", offline)
        return screen.contains("without rating")
      }
      #expect(try ratings(project) == ["1 loved"])
      try offline.leave()
      #expect(try project.report().faults == [])
    }
  }

  @Test(
    "a track plays on when its address ends in the middle",
    .enabled(
      if: FakeCoretet.isAvailable && FaultyProxy.isAvailable, "needs PostgreSQL and python3"))
  func expiredAddress() throws {
    let project = try FakeCoretet()
    try project.run(Self.seed)
    // So slow that the end of the file is not there yet.
    let proxy = try FaultyProxy(project.address, delay: 0, rate: 1)
    defer { withExtendedLifetime((project, proxy)) {} }
    try Sandbox.with { box in
      let file = try box.tone("../1.mp3", 500, seconds: 600)
      try project.add(file: "ola/1.mp3", [UInt8](Data(contentsOf: file)))
      try project.run("update tracks set duration = 600")
      #expect(try signIn(box, proxy.address, Self.password).status == 0)
      #expect(try box.tritone("server", "sync").status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try run("shared demos", player)
      try player.see("Take 1")
      try player.press("Enter")
      try recorder.hear(500, player)
      try proxy.setDown(true)
      try project.control(#"{"expire": "signed"}"#)
      try proxy.setDown(false)
      try run("seek 9:30", player)
      try player.see("9:32 / 10:00")
      #expect(try project.report().counts["POST /functions/v1/get-track-url"] ?? 0 >= 2)
      #expect(try project.report().faults == [])
      try player.leave()
    }
  }
}
