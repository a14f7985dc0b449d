import Foundation
import ServerHarness
import Testing

/// Playlists that people share at a Coretet project, in the real program.
@Suite("Coretet journeys", .serialized)
struct CoretetJourneyTests {
  static let password = "lantern & <moss>"
  static let key = "sb_publishable_s3cr3t"
  static let (ola, kari) = (
    "10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002"
  )
  static let demos = "20000000-0000-4000-8000-000000000001"

  /// Ola shares "Demos", with two takes in it, with Kari, and has said something.
  static let seed = """
    insert into auth.users (id, email, password, email_confirmed_at)
      select v.id::uuid, v.name || '@example.org', encode(sha256('\(password)'), 'hex'), auth.clock()
      from (values ('\(ola)', 'ola'), ('\(kari)', 'kari')) v (id, name);
    insert into profiles (id, email, username)
      select id, email, initcap(split_part(email, '@', 1)) from auth.users;
    insert into playlists (id, user_id, name) values ('\(demos)', '\(ola)', 'Demos');
    insert into tracks (id, user_id, name, artist, duration, category, storage_path, tags)
      select ('30000000-0000-4000-8000-00000000000' || n)::uuid, '\(ola)', 'Take ' || n, 'Ola', 60,
        'demos', 'ola/' || n || '.mp3', '{"needs bass"}' from generate_series(1, 2) n;
    insert into playlist_tracks (playlist_id, track_id, position)
      select '\(demos)', id, right(id::text, 1)::int - 1 from tracks;
    insert into playlist_shares
      (playlist_id, shared_by, shared_with_email, status, can_edit, can_rate) values
      ('\(demos)', '\(ola)', 'kari@example.org', 'active', false, true);
    insert into track_comments (playlist_id, track_id, user_id, content) values
      ('\(demos)', '30000000-0000-4000-8000-000000000001', '\(ola)', '[0:10] what of this?');
    """

  private struct Text: Decodable { var text: String }

  /// The values of a select, one for each row.
  func texts(_ project: FakeCoretet, _ select: String) throws -> [String] {
    try project.rows(select, Text.self).map(\.text)
  }

  func comments(_ project: FakeCoretet) throws -> [String] {
    try texts(
      project,
      """
      select right(track_id::text, 1) || ' ' || content as text from track_comments
      where user_id = '\(Self.kari)'
      """
    ).sorted()
  }

  func ratings(_ project: FakeCoretet) throws -> [String] {
    try texts(
      project,
      """
      select right(track_id::text, 1) || ' ' || rating as text from user_track_ratings
      where user_id = '\(Self.kari)'
      """
    ).sorted()
  }

  func signIn(_ box: Sandbox, _ address: String, _ password: String) throws
    -> Program.Result
  {
    let file = URL(fileURLWithPath: "/tmp/tt-line-\(UUID().uuidString.prefix(8))")
    try (password + "\n").write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Program.run(
      "sh",
      ["-c", "program=$0; file=$1; shift; \"$program\" \"$@\" < \"$file\"", Sandbox.binary]
        + [
          file.path, "server", "add", "coretet", address, "--anon-key", Self.key, "--user",
          "kari@example.org", "--name", "Band",
        ], environment: box.environment)
  }

  @Test(
    "a shared playlist plays, is rated and commented on, also without a network and over kill -9",
    .enabled(
      if: FakeCoretet.isAvailable && FaultyProxy.isAvailable, "needs PostgreSQL and python3"))
  func journey() throws {
    let project = try FakeCoretet()
    try project.run(Self.seed)
    let proxy = try FaultyProxy(project.address, delay: 0, rate: 100)
    defer { withExtendedLifetime((project, proxy)) {} }
    try Sandbox.with { box in
      box.recordScreens()
      for (name, tone) in [("1", 500), ("2", 700)] {
        let file = try box.tone("../\(name).mp3", tone, seconds: 60)
        try project.add(file: "ola/\(name).mp3", [UInt8](Data(contentsOf: file)))
      }
      let wrong = try signIn(box, proxy.address, "not the password")
      #expect(wrong.status == 1, "\(wrong)")
      let added = try signIn(box, proxy.address, Self.password)
      #expect(added.status == 0 && added.output.contains("Added Band: Coretet"), "\(added)")
      let synced = try box.tritone("server", "sync")
      #expect(synced.status == 0 && synced.output.contains("2 tracks, 2 new"), "\(synced)")
      let checked = try box.tritone("server", "check", "Band")
      #expect(checked.output.contains("signed in as kari@example.org"), "\(checked)")
      #expect(try box.tritone("search", "category:demos", "take").output.contains("Take 2"))
      let listed = try box.tritone("shared", "list").output
      #expect(listed.contains("Demos\tBand\tshared by Ola\t2 tracks"), "\(listed)")
      let shown = try box.tritone("shared", "show", "demos").output
      #expect(shown.contains("1\tTake 1\tOla\t1:00"), "\(shown)")
      #expect(shown.contains("\t0:10\tOla\twhat of this?"), "\(shown)")

      // The sound is that of the bucket, by an address that was signed for it.
      let recorder = try box.record()
      let player = try box.player()
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("Take 2")
      try player.type("/take 1")
      try player.press("Enter", "Enter")
      try recorder.hear(500, player)

      let rated = try box.tritone("shared", "rate", "Demos", "1", "liked")
      #expect(rated.status == 0 && rated.errors.isEmpty, "\(rated)")
      let said = try box.tritone("shared", "comment", "Demos", "Take 1", "late", "--at", "0:42")
      #expect(said.status == 0 && said.errors.isEmpty, "\(said)")
      #expect(try ratings(project) == ["1 liked"])
      #expect(try comments(project) == ["1 [0:42] late"])

      // Without a network the words are kept, and shown as waiting.
      try proxy.setDown(true)
      for (track, text) in [("2", "first"), ("2", "second"), ("1", "third")] {
        let waiting = try box.tritone("shared", "comment", "Demos", track, text)
        #expect(waiting.status == 0 && waiting.errors.contains("waits"), "\(waiting)")
      }
      #expect(try box.tritone("shared", "rate", "Demos", "2", "loved").status == 0)
      #expect(try box.tritone("shared", "show", "Demos").output.contains("you: loved (waiting)"))
      #expect(try box.tritone("shared", "waiting").output.split(separator: "\n").count == 4)
      // A reaction in the player, and the end before it is sent.
      try player.type(":loved")
      try player.press("Enter")
      try Program.wait("the reaction in the library", within: 30) {
        try box.sql("SELECT count(*) FROM marks WHERE reaction = 3") == "2"
      }
      player.signal(SIGKILL)
      #expect(try comments(project).count == 1)

      try proxy.setDown(false)
      let again = try box.player()
      try Program.wait("what waited at the project", within: 60) {
        try comments(project).count == 4 && ratings(project) == ["1 loved", "2 loved"]
      }
      #expect(
        try comments(project) == ["1 [0:42] late", "1 third", "2 first", "2 second"])
      try Program.wait("an empty queue") {
        try box.tritone("shared", "waiting").output.isEmpty
      }
      try again.leave()
      #expect(try project.report().faults == [])
      // What is printed is looked at, too; other programs get no tracks of servers.
      _ = try box.tritone("export", "Demos", "--format", "m3u8")
      #expect(try box.tritone("export", "Demos", "--format", "json").output.contains("Take 1"))
      let tokens =
        try accessTokens(box)
        + texts(project, "select token as text from auth.refresh_tokens")
      #expect(tokens.count >= 2, "\(tokens.count)")
      for secret in tokens + [Self.password, Self.key, "/object/sign/"] {
        SecretLeaks.assertNone(of: secret, in: box)
      }
    }
  }

  /// The access tokens in the folder of secrets, which alone has them.
  private func accessTokens(_ box: Sandbox) throws -> [String] {
    let folder = box.folder.appendingPathComponent("home/.local/state/tritone/secrets").path
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return names.flatMap { name -> [String] in
      guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
        return []
      }
      return text.matches(of: /eyJ[\w-]+\.[\w-]+\.[\w-]+/).map { String($0.output) }
    }
  }

  @Test(
    "a comment whose right is gone comes back with its words, and can be sent once more or forgotten",
    .enabled(if: FakeCoretet.isAvailable, "needs PostgreSQL and python3"))
  func refused() throws {
    let project = try FakeCoretet()
    try project.run(Self.seed)
    defer { withExtendedLifetime(project) {} }
    try Sandbox.with(sound: false) { box in
      _ = try box.tritone("scan", box.music.path)
      let none = try box.tritone("shared", "list")
      #expect(none.status == 0 && none.output.isEmpty, "\(none)")
      #expect(none.errors.contains("tritone server add coretet"), "\(none)")
      let json = try box.tritone("shared", "list", "--json")
      #expect(json.status == 0 && json.output.isEmpty && json.errors.isEmpty, "\(json)")
      #expect(try signIn(box, project.address, Self.password).status == 0)
      #expect(try box.tritone("server", "sync").status == 0)
      let long = try box.tritone(
        "shared", "comment", "Demos", "1", String(repeating: "x", count: 2_001))
      #expect(long.status == 1 && long.errors.contains("2000"), "\(long)")
      // The right goes while it is typed.
      try project.run("update playlist_shares set status = 'revoked'")
      let said = try box.tritone("shared", "comment", "Demos", "1", "my words")
      #expect(said.status == 1 && said.errors.contains("my words"), "\(said)")
      let waiting = try box.tritone("shared", "waiting", "--json")
      #expect(waiting.output.contains(#""words":"my words""#), "\(waiting)")
      let id = try #require(
        try box.tritone("shared", "waiting").output.split(separator: "\t").first.map(String.init))
      // Given again, it is sent with other words.
      try project.run("update playlist_shares set status = 'active'")
      let retried = try box.tritone("shared", "retry", id, "--text", "other words")
      #expect(retried.status == 0, "\(retried)")
      #expect(try comments(project) == ["1 other words"])
      #expect(try box.tritone("shared", "waiting").output.isEmpty)

      try project.run("update playlist_shares set can_rate = false")
      #expect(try box.tritone("server", "sync").status == 0)
      let rated = try box.tritone("shared", "rate", "Demos", "1", "loved")
      #expect(rated.status == 1 && rated.errors.contains("without rating"), "\(rated)")
      let shared = try box.tritone("shared", "share", "Demos", "per@example.org")
      #expect(shared.status == 1 && shared.errors.contains("not yours"), "\(shared)")
      let removed = try box.tritone("server", "remove", "Band", "--everywhere", "--yes")
      #expect(removed.status == 0, "\(removed)")
      #expect(try texts(project, "select id::text as text from auth.sessions") == [])
      #expect(try project.report().faults == [])
    }
  }
}
