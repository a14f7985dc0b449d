import Library
import Music
import Testing

/// Devices as the user sets them up.
@Suite("Devices")
struct DeviceTests {
  @Test("a device is kept with its address, its options and its speed")
  func kept() async throws {
    let test = try TestLibrary()
    let folder = DeviceAddress.folder(FilePath(bytes: Array("/media/".utf8) + [0xFF]))
    let ssh = DeviceAddress.ssh(
      SSHAddress(user: "me", host: "::1", port: 2_222, library: FilePath("/home/me/library.db")))
    var options = DeviceOptions()
    options.contents = [.playlist(PlaylistID(3)), .slot(2), .query("rating:>3")]
    options.limit = 8 << 30
    options.order = .leastHeard
    options.conversion = ConversionRule(codec: .mp3, bitRate: nil)
    var stick = try await test.library.addDevice(
      named: "Stick", at: folder, uuid: "a", options: options)
    let other = try await test.library.addDevice(named: "Attic", at: ssh, uuid: "b")
    #expect(try await test.library.devices() == [other, stick])
    #expect(try await test.library.device(named: "sTICK") == stick)
    try await test.library.setSpeed(12_000_000, of: stick.id)
    try await test.library.setAddress(ssh, of: stick.id)
    try await test.library.renameDevice(stick.id, to: " Stick  2 ")
    options.syncsByItself = true
    try await test.library.setOptions(options, of: stick.id)
    (stick.speed, stick.address, stick.name, stick.options) = (12_000_000, ssh, "Stick 2", options)
    #expect(try await test.library.device(stick.id) == stick)
    #expect(try await test.library.deviceNote(.logs, of: stick.id) == nil)
    try await test.library.setDeviceNote(.logs, "{}", of: stick.id)
    #expect(try await test.library.deviceNote(.logs, of: stick.id) == "{}")
    // They are set up, not edited.
    #expect(try await test.library.undo() == nil)
  }

  @Test("two devices have neither one name nor one id, and a device that is gone is said to be")
  func refused() async throws {
    let test = try TestLibrary()
    let library = test.library
    let here = DeviceAddress.folder(FilePath("/a"))
    let one = try await library.addDevice(named: "Stick", at: here, uuid: "a")
    await #expect(throws: LibraryError.deviceNameTaken("Stick")) {
      _ = try await library.addDevice(named: "STICK", at: here, uuid: "b")
    }
    await #expect(throws: LibraryError.knownDevice("Stick")) {
      _ = try await library.addDevice(named: "Other", at: here, uuid: "a")
    }
    await #expect(throws: LibraryError.emptyDeviceName) {
      try await library.renameDevice(one.id, to: " \n")
    }
    try await library.keep([SyncScene.synced(TrackID(1), "x")], of: one.id)
    try await library.forgetDevice(one.id)
    #expect(try test.database.run("SELECT count(*) FROM device_tracks") == ["0"])
    await #expect(throws: LibraryError.noSuchDevice) { try await library.forgetDevice(one.id) }
    await #expect(throws: LibraryError.noSuchDevice) {
      _ = try await library.syncState(of: one.id)
    }
    await #expect(throws: LibraryError.noSuchDevice) {
      try await library.keep([SyncScene.synced(TrackID(1), "x")], of: one.id)
    }
    // The number of a device is never given twice.
    let two = try await library.addDevice(named: "Stick", at: here, uuid: "a")
    #expect(two.id != one.id)
  }

  @Test("a track's UUID is of version 8, its own, and the same for all time")
  func uuids() throws {
    let library = try #require(LibraryUUID("3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7f31"))
    #expect(library.text == "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7f31")
    #expect(
      DeviceTrackID(of: TrackID(1), in: library) == "3f6c0a52-9b1d-8e77-8a10-5d2c9e4b7f30")
    #expect(
      DeviceTrackID(of: TrackID(1 << 61), in: library) == "3f6c0a52-9b1d-8e77-aa10-5d2c9e4b7f31")
    let other = LibraryUUID.random()
    let texts = Set(
      (0..<1_000).flatMap { id in
        [library, other].map { DeviceTrackID(of: TrackID(Int64(id)), in: $0).text }
      })
    #expect(texts.count == 2_000)
    #expect(
      texts.allSatisfy { $0.count == 36 && Array($0)[14] == "8" && "89ab".contains(Array($0)[19]) })
    for text in ["", "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7f3", "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7fxy"]
    {
      #expect(LibraryUUID(text) == nil)
    }
  }

  @Test("a library keeps its UUID, and has another once it begins anew or goes back to a backup")
  func identity() async throws {
    let scene = try await SyncScene()
    let library = scene.library
    let first = try await library.libraryUUID()
    #expect(try await Library(at: library.path).libraryUUID() == first)
    let backup = try await library.backUp()
    let copy = scene.test.folder["restored/library.db"]
    _ = try Restoring.restore(backup.path, to: copy)
    let restored = try Library(at: copy)
    #expect(try await restored.libraryUUID() != first)
    #expect(try await restored.devices() == [scene.device])

    var commit = LibraryCommit(syncID: "s", time: 9)
    commit.syncedTracks = [SyncScene.synced(scene.tracks[0], "x")]
    try await library.commit(commit, to: scene.device.id, logs: "12")
    try await library.reset()
    #expect(try await library.libraryUUID() != first)
    #expect(try await scene.state() == SyncState())
    #expect(try await library.devices() == [scene.device])
    #expect(try await library.deviceNote(.logs, of: scene.device.id) == nil)
  }
}
