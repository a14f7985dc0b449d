import Music
import Screen
import Testing

@testable import Interface

@Suite("The form of a device")
struct DeviceFormTests {
  private func form(rows: Int = 24, columns: Int = 80) -> Stage {
    var stage = Stage.syncing(rows: rows, columns: columns)
    stage.run("device-add")
    _ = stage.receive()
    return stage
  }

  @Test("a device is added with the options as typed")
  func add() throws {
    var stage = form()
    stage.type("Walkman")
    stage.fillDevice(.address, "/media/ada/WALK")
    stage.fillDevice(.query, "rating:>=4")
    stage.fillDevice(.limit, "7.5")
    stage.moveInDevice(to: .order)
    stage.press("Right")
    stage.fillDevice(.template, "{Artist}/{Title}")
    stage.moveInDevice(to: .conversion)
    stage.press("Right", "Right")
    stage.moveInDevice(to: .lossless)
    stage.press("Space")
    stage.moveInDevice(to: .automatic)
    stage.press("Right", "Ctrl-S")
    var options = DeviceOptions()
    options.contents = [.everything, .query("rating:>=4")]
    options.limit = 7_500_000_000
    options.order = .newest
    options.template = "{Artist}/{Title}"
    options.conversion = ConversionRule(codec: .mp3, bitRate: nil, losslessOnly: false)
    options.syncsByItself = true
    let draft = DeviceDraft(
      name: "Walkman", address: .folder(FilePath("/media/ada/WALK")), options: options)
    #expect(stage.receiveDevices() == [.add(draft, makesFolders: false)])
    #expect(stage.deviceForm == nil)
    stage.send(
      .device(
        .added(Device(id: DeviceID(9), uuid: "w", name: "Walkman", address: draft.address))))
    #expect(stage.app.message?.text.contains("Added Walkman") == true)
    #expect(stage.receive().contains(.device(.list)))
  }

  @Test("the options of every device come back from the form as they were")
  func roundTrip() {
    var items = Crate.devices
    items[0].device.options.conversion = ConversionRule(
      codec: .opus, bitRate: 96_000, losslessOnly: false)
    items[0].device.options.limit = 7_512_000_000
    items[1].device.options.conversion = ConversionRule(codec: .aac, bitRate: 256_000)
    items[1].device.options.template = "{Artist}/{Date}"
    items[2].device.options.remoteCommand = "/opt/tritone"
    items[2].device.options.order = .leastHeard
    // A path that is no UTF-8 stays as it is, too.
    items[1].device.address = .folder(FilePath(bytes: Array("/media/".utf8) + [0xFF]))
    for item in items {
      let form = DeviceForm(of: item, besides: items)
      #expect(form.draft == DeviceDraft(item.device), "\(item.device.name)")
    }
    // Several queries become one that finds the same.
    items[1].device.options.contents = [.query("a"), .query("b OR c")]
    let form = DeviceForm(of: items[1], besides: items)
    #expect(form.draft?.options.contents == [.query("(a) OR (b OR c)")])
  }

  private static let samples: [(DeviceFormField, String, String)] = [
    (.name, "pixel", "There is a device of this name"),
    (.address, "music", "The whole path"), (.address, "http://x", "or ssh://HOST"),
    (.address, "ssh://", "names no host"), (.address, "ssh://-oProxyCommand=x", "no name"),
    (.address, "ssh://a b/", "no name"), (.address, "ssh://h:99999", "is no port"),
    (.address, "ssh://-x@h", "no name of a user"), (.limit, "many", "Gigabytes"),
    (.limit, "1e3", "Gigabytes"), (.limit, "-1", "Gigabytes"), (.limit, "1.2345", "Gigabytes"),
    (.query, "bpm:fast", "Column"), (.template, "{Artist}//{Title}", "a folder needs a name"),
    (.template, "../{Title}", "no name of a folder"), (.template, "{Artist}/{Titel}", "Column 1"),
  ]

  @Test("a mistake is said as it is typed, and nothing is added", arguments: samples)
  func mistakes(field: DeviceFormField, text: String, reason: String) throws {
    var stage = form()
    stage.fillDevice(.name, "New")
    stage.fillDevice(.address, "/media/x")
    stage.fillDevice(field, text)
    let mistake = try #require(stage.deviceForm?.form.mistake(in: field))
    #expect(mistake.contains(reason), "\(mistake)")
    #expect(stage.text.contains(reason), "\(stage.text)")
    stage.press("Ctrl-S")
    #expect(stage.receiveDevices().isEmpty)
    #expect(stage.deviceForm?.focused == field)
  }

  @Test("an empty form is no mistake before Enter, which says what is missing")
  func empty() {
    var stage = form()
    #expect(!stage.text.contains("needs a name"))
    stage.press("Enter")
    #expect(stage.text.contains("A device needs a name"))
  }

  @Test("contents are marked in a list of everything, the slots and the playlists")
  func contents() throws {
    var stage = form()
    stage.type("New")
    stage.fillDevice(.address, "/media/x")
    stage.moveInDevice(to: .contents)
    stage.press("Enter")
    #expect(stage.receive().last == .load(.playlists))
    stage.send(
      .playlists(
        .loaded(
          SortedPlaylists([Samples.playlist(4, "Evening"), Samples.playlist(5, "Road Trip")]))))
    #expect(stage.text.contains("Road Trip"))
    // Everything goes, slot 1 and the last playlist come.
    stage.press("Space", "Down", "Space", "End", "Space", "Enter")
    #expect(stage.text.contains("slot 1, Road Trip"))
    #expect(stage.deviceForm?.form.contents == [.slot(1), .playlist(PlaylistID(5))])
    stage.press("Enter")
    #expect(stage.text.contains("◆"))
    stage.send(.playlists(.loaded(SortedPlaylists([Samples.playlist(4, "Evening")]))))
    // A list that is gone leaves the contents; marking nothing is a mistake of the form.
    stage.press("a", "a", "Enter")
    #expect(stage.deviceForm?.form.contents.isEmpty == true)
    stage.press("Ctrl-S")
    #expect(stage.receiveDevices().isEmpty && stage.text.contains("Nothing would go on it"))
    stage.fillDevice(.query, "loved:")
    stage.press("Enter")
    #expect(stage.receiveDevices().count == 1)
  }

  @Test("a folder that was never synced is asked about, with the folders that will be made")
  func folders() throws {
    var stage = form()
    stage.type("Stick")
    stage.fillDevice(.address, "~/stick")
    stage.press("Enter")
    guard case .add(let draft, makesFolders: false)? = stage.receiveDevices().first else {
      Issue.record("nothing was added")
      return
    }
    stage.send(
      .device(.foldersMissing(draft, nil, folders: ["Music", "Database", "Playlists"])))
    #expect(stage.question?.title == "~/stick was never synced")
    #expect(stage.text.contains("Music, Database, Playlists"))
    stage.press("Enter")
    #expect(stage.receiveDevices().isEmpty)
    // The typed form is there again.
    stage.run("device-add")
    #expect(stage.deviceForm?.form[.name] == "Stick")
    stage.press("Enter")
    _ = stage.receive()
    stage.send(.device(.foldersMissing(draft, nil, folders: ["Music"])))
    stage.press("Down", "Enter")
    #expect(stage.receiveDevices() == [.add(draft, makesFolders: true)])
  }

  @Test("folders are made in the folder of the question on the screen, whatever comes after it")
  func otherQuestion() throws {
    var stage = form()
    stage.type("Stick")
    stage.fillDevice(.address, "/stick")
    stage.press("Enter")
    guard case .add(let draft, _)? = stage.receiveDevices().first else {
      Issue.record("nothing was added")
      return
    }
    stage.send(.device(.foldersMissing(draft, nil, folders: ["Music"])))
    var other = draft
    other.name = "Other"
    stage.send(.device(.foldersMissing(other, nil, folders: ["Music"])))
    stage.send(
      .device(.changed(Device(id: DeviceID(9), uuid: "w", name: "W", address: draft.address))))
    _ = stage.receive()
    stage.press("Down", "Enter")
    #expect(stage.receiveDevices() == [.add(draft, makesFolders: true)])
  }

  @Test("after a key the question does not open, and the message says how to go on")
  func lateQuestion() throws {
    var stage = form()
    stage.type("Stick")
    stage.fillDevice(.address, "/stick")
    stage.press("Enter")
    guard case .add(let draft, _)? = stage.receiveDevices().first else { return }
    stage.press("j")
    stage.send(.device(.foldersMissing(draft, nil, folders: ["Music"])))
    #expect(stage.question == nil)
    #expect(stage.app.message?.text.contains(":device-add asks again") == true)
  }

  @Test("a refused device shows the form again with the reason")
  func refused() {
    var stage = form()
    stage.type("Stick")
    stage.fillDevice(.address, "/stick")
    stage.press("Enter")
    guard let effect = stage.receive().last else { return }
    stage.send(.refused(effect, "/stick cannot be written to"))
    #expect(stage.deviceForm?.form[.name] == "Stick")
    #expect(stage.text.contains("/stick cannot be written to"))
    stage.type("x")
    #expect(!stage.text.contains("cannot be written to"))
  }

  @Test("Tab completes a folder, and else leads on")
  func completion() {
    var stage = form()
    stage.press("Tab")
    #expect(stage.deviceForm?.focused == .address)
    stage.type("/med")
    stage.press("Tab")
    guard case .exchange(.listPaths("/med", let serial))? = stage.receive().last else {
      Issue.record("no request")
      return
    }
    stage.send(.exchange(.pathsListed([PathName("media", isFolder: true)], serial: serial)))
    #expect(stage.deviceForm?.form[.address] == "/media/")
    stage.press("Ctrl-U")
    stage.type("ssh://host")
    stage.press("Tab")
    #expect(stage.deviceForm?.focused == .contents)
    stage.press("Shift-Tab")
    #expect(stage.deviceForm?.focused == .address)
  }

  @Test("fields come with what they belong to")
  func shown() {
    var stage = form()
    #expect(!stage.text.contains("Program there") && !stage.text.contains("Convert only"))
    stage.fillDevice(.address, "ssh://ada@[fe80::1%eth0]:22/lib.db")
    stage.moveInDevice(to: .conversion)
    stage.press("Right")
    #expect(stage.text.contains("Program there") && stage.text.contains("Convert only"))
    stage.fillDevice(.name, "Far")
    #expect(
      stage.deviceForm?.form.draft?.address
        == .ssh(
          SSHAddress(user: "ada", host: "fe80::1%eth0", port: 22, library: FilePath("/lib.db"))))
  }

  @Test("hostile texts stay texts at every size")
  func hostile() {
    var items = Crate.devices
    items[0].device.name = SyncSamples.hostile
    items[0].device.address = .folder(FilePath(SyncSamples.hostile))
    items[0].device.options.template = String(repeating: "{", count: 10_000)
    items[0].device.options.remoteCommand = SyncSamples.hostile
    items[0].names = [PlaylistID(1): String(repeating: SyncSamples.hostile, count: 1_000)]
    for size in Scene.sizes {
      var stage = Stage.syncing(items, rows: size.rows, columns: size.columns)
      stage.press("&", "e")
      for _ in 0..<11 {
        #expect(stage.debris.isEmpty)
        stage.press("Down")
      }
      stage.press("Ctrl-S")
      #expect(stage.receiveDevices().isEmpty)
    }
  }
}
