import Music
import Testing

@Suite("Addresses of devices")
struct DeviceAddressTests {
  private static let addresses: [(String, DeviceAddress)] = [
    ("/media/ada/STICK", .folder(FilePath("/media/ada/STICK"))),
    ("~/phone", .folder(FilePath("~/phone"))),
    ("ssh://host", .ssh(SSHAddress(host: "host"))),
    ("ssh://ada@host.lan", .ssh(SSHAddress(user: "ada", host: "host.lan"))),
    ("ssh://host:2022", .ssh(SSHAddress(host: "host", port: 2022))),
    (
      "ssh://ada@host:22/srv/My%20library.db",
      .ssh(
        SSHAddress(
          user: "ada", host: "host", port: 22, library: FilePath("/srv/My library.db")))
    ),
    ("ssh://[::1]", .ssh(SSHAddress(host: "::1"))),
    (
      "ssh://ada@[fe80::1%eth0]:22/l",
      .ssh(SSHAddress(user: "ada", host: "fe80::1%eth0", port: 22, library: FilePath("/l")))
    ),
  ]

  @Test("an address is read, and comes back as it is typed", arguments: addresses)
  func read(text: String, address: DeviceAddress) throws {
    #expect(try DeviceAddress(parsing: text) == address)
    #expect(address.text == text)
  }

  @Test("spaces around it and the case of the scheme mean nothing")
  func tidied() throws {
    #expect(try DeviceAddress(parsing: "  SSH://host/ ") == .ssh(SSHAddress(host: "host")))
    #expect(try DeviceAddress(parsing: " /a b ") == .folder(FilePath("/a b")))
    #expect(
      try DeviceAddress(parsing: "ssh://host/My library.db").text == "ssh://host/My%20library.db")
  }

  @Test(
    "what would be an option of ssh, or is no address, is refused",
    arguments: [
      "", "music", "./music", "http://host", "ssh://", "ssh:///lib", "ssh://@host",
      "ssh://-oProxyCommand=x", "ssh://-l@host", "ssh://a b", "ssh://host;x", "ssh://$(x)",
      "ssh://host:", "ssh://host:0", "ssh://host:65536", "ssh://host:+1", "ssh://::1",
      "ssh://[-oX]", "ssh://[::1]x", "ssh://[::1", "ssh://ho\u{202E}st", "ssh://hést",
      "/a\u{0}b", "/a\nb", "ssh://" + String(repeating: "h", count: 256),
      "/" + String(repeating: "a", count: 5_000),
    ])
  func refused(text: String) {
    #expect(throws: DeviceAddressMistake.self) { try DeviceAddress(parsing: text) }
  }
}
