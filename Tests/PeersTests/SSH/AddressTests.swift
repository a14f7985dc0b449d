import Music
import Testing

@Suite("Addresses of other Tritones")
struct AddressTests {
  @Test(
    "sound addresses are printed as they are parsed",
    arguments: [
      "ssh://pi", "ssh://me@pi", "ssh://me@pi:2222", "ssh://pi/srv/music", "ssh://[::1]:22/x",
      "ssh://[fe80::1%25eth0]".replacing("25", with: ""), "ssh://me@realm@pi.example.org/a%20b%25",
      "ssh://pi/a%FFb", "ssh://pi/%E2%80%AEx",
    ])
  func roundTrip(text: String) throws {
    let address = try SSHAddress(text)
    #expect(address.text == text)
    #expect(try SSHAddress(address.text) == address)
    #expect(address.mistake == nil)
  }

  @Test("all parts are found")
  func parts() throws {
    let address = try SSHAddress("SSH://me@[2001:db8::2]:99/srv/my music")
    #expect(
      address
        == SSHAddress(
          user: "me", host: "2001:db8::2", port: 99, library: FilePath("/srv/my music")))
    #expect(address.destination == "me@2001:db8::2")
    #expect(try SSHAddress("ssh://pi/").library == nil)
  }

  @Test(
    "each mistake has its own sentence",
    arguments: [
      ("pi", SSHAddressMistake.noScheme), ("http://pi", .noScheme), ("ssh://", .noHost),
      ("ssh:///x", .noHost), ("ssh://me@", .noHost), ("ssh://me:secret@pi", .password),
      ("ssh://-oProxyCommand=x", .host("-oProxyCommand=x")), ("ssh://-l@pi", .user("-l")),
      ("ssh://a;b@pi", .user("a;b")), ("ssh://@pi", .user("")), ("ssh://pi$(x)", .host("pi$(x)")),
      ("ssh://p i", .host("p i")), ("ssh://bücher", .host("bücher")), ("ssh://pi\n", .host("pi\n")),
      ("ssh://::1", .brackets("::1")), ("ssh://[::1", .host("[::1")), ("ssh://[pi]", .host("[pi]")),
      ("ssh://[::1]x", .host("[::1]x")), ("ssh://[:;:]", .host(":;:")), ("ssh://pi:", .port("")),
      ("ssh://pi:0", .port("0")), ("ssh://pi:70000", .port("70000")),
      ("ssh://pi:+22", .port("+22")),
      ("ssh://pi/%00", .library), ("ssh://pi/%4", .library), ("ssh://pi/%zz", .library),
      ("ssh://pi/" + String(repeating: "a", count: 5_000), .library),
    ])
  func mistakes(text: String, mistake: SSHAddressMistake) {
    #expect(throws: mistake) { try SSHAddress(text) }
    #expect(!mistake.message.isEmpty)
    #expect(!mistake.message.contains("\n"))
  }
}
