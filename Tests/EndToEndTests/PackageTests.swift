import Foundation
import Testing

/// The package for Debian, made of the program that was built with these tests.
@Suite("Package", .serialized)
struct PackageTests {
  private static let isPossible = ["dpkg-deb", "dpkg-shlibdeps", "strip"].allSatisfy {
    DebianPackage.isThere($0)
  }

  @Test(
    "it is the same bytes each time, and needs what is linked and what is loaded late",
    .enabled(if: isPossible))
  func contents() throws {
    let package = try DebianPackage()
    let again = try DebianPackage.pack(into: package.folder.appendingPathComponent("again"))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: again))
        == Data(contentsOf: URL(fileURLWithPath: package.file)))

    let version = try Program.check(Sandbox.binary, ["--version"]).split(separator: " ").last
    let number = try #require(version).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(package.file.contains("/tritone_\(number)_"))
    func field(_ name: String) throws -> String {
      try package.run("dpkg-deb", "-f", package.file, name)
    }
    #expect(try field("Version") == number + "\n")
    let depends = try field("Depends")
    for library in [
      "libc6", "libncursesw6", "libpulse0", "libsqlite3-0", "libtag1", "libxml2",
      "ncurses-term", "libavformat", "libavcodec", "libavutil", "libswresample", "libswscale",
    ] { #expect(depends.contains(library), "\(library)") }
    let recommended = try field("Recommends")
    for packages in ["pulseaudio | pipewire-pulse", "libcurl4 | libcurl3-gnutls"] {
      #expect(recommended.contains(packages))
    }

    let list = try package.run("dpkg-deb", "-c", package.file)
    for line in list.split(separator: "\n") {
      #expect(line.contains(" root/root "), "\(line)")
      #expect(line.contains("2023-11-14 22:13"), "\(line)")
      let mode = line.contains("/bin/tritone") || line.hasPrefix("d") ? "rwxr-xr-x" : "-rw-r--r--"
      #expect(line.prefix(10).contains(mode), "\(line)")
    }
    for path in [
      "bin/tritone", "share/man/man1/tritone.1.gz", "share/man/man5/tritone-config.5.gz",
      "share/man/man5/tritone-keys.5.gz",
      "share/man/man7/tritone-query.7.gz", "share/man/man7/tritone-control.7.gz",
      "lib/systemd/user/tritone.service", "share/applications/tritone.desktop",
      "share/bash-completion/completions/tritone", "share/zsh/vendor-completions/_tritone",
      "share/fish/vendor_completions.d/tritone.fish", "share/doc/tritone/copyright",
      "share/doc/tritone/changelog.gz", "share/tritone/themes/obsidian.toml",
      "share/icons/hicolor/scalable/apps/tritone.svg",
      "share/icons/hicolor/128x128/apps/tritone.png",
      "share/metainfo/org.tritone.tritone.metainfo.xml",
    ] { #expect(list.contains(" ./usr/\(path)\n"), "\(path)") }
  }

  @Test(
    "installed it finds its skins; an upgrade leaves a player alone; removed it leaves nothing",
    .enabled(if: isPossible && geteuid() == 0))
  func installed() throws {
    let package = try DebianPackage()
    try package.dpkg("-i", package.versioned("0.0.1"))
    #expect(package.files.count > 20)
    try Sandbox.with(sound: false) { box in
      func run(_ arguments: String...) throws -> Program.Result {
        try Program.run(package.binary, arguments, environment: box.environment)
      }
      #expect(try run("--version").output.hasPrefix("tritone "))
      #expect(try run("--help").output.contains("Examples:"))
      let skins = try run("themes").output.split(separator: "\n")
      #expect(skins.count >= 8 && skins.contains("Winamp"))
      #expect(try run("doctor").output.contains("skins       fine: "))
      try box.tone("One.flac", 440, tags: ["title": "The one"])
      #expect(try run("scan", box.music.path).status == 0)

      let player = try box.player(
        ["--output", "null", "--theme", "Vinyl"], binary: package.binary)
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("The one")
      try package.dpkg("-i", package.file)
      let running = try #require(player.pid)
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(running)/exe")
      #expect(target.contains("deleted"))
      try player.type(":skin Winamp")
      try player.press("Enter")
      try player.see("Winamp")
      try package.dpkg("-r", "tritone")
      try player.press("?")
      try player.see("add to mix slot 1")
      try player.press("Escape")
      try player.see(no: "add to mix slot 1")
      try player.leave()
      #expect(player.status == 0)
      #expect(access(box.library, F_OK) == 0)
    }
    #expect(package.files.isEmpty, "\(package.files)")
    #expect(access(package.root.appendingPathComponent("usr/share/tritone").path, F_OK) != 0)
  }

  @Test("make install puts the same files elsewhere, and make uninstall leaves those of others")
  func tree() throws {
    let folder = URL(fileURLWithPath: "/tmp/tt-tree-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = DebianPackage.checkout.appendingPathComponent("Packaging/tree").path
    try Program.check(script, ["install", Sandbox.binary, folder.path, "/opt/music"])
    let top = folder.appendingPathComponent("opt/music").path
    let themes = try Program.check(top + "/bin/tritone", ["themes"])
    #expect(themes.contains("Winamp"))
    let other = top + "/share/tritone/themes/mine.toml"
    try Data().write(to: URL(fileURLWithPath: other))
    try Program.check(script, ["uninstall", folder.path, "/opt/music"])
    let left = try Program.check("find", [top, "-type", "f"])
    #expect(left == other + "\n")
    #expect(access(top + "/share/doc/tritone", F_OK) != 0)
  }

  private func file(_ path: String) -> String {
    DebianPackage.checkout.appendingPathComponent(path).path
  }

  @Test("the desktop file is valid", .enabled(if: DebianPackage.isThere("desktop-file-validate")))
  func desktopFile() throws {
    let result = try Program.run("desktop-file-validate", [file("Packaging/tritone.desktop")])
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
  }

  @Test(
    "the metadata for software centres are valid",
    .enabled(if: DebianPackage.isThere("appstreamcli")))
  func metadata() throws {
    let result = try Program.run(
      "appstreamcli",
      ["validate", "--no-net", "--pedantic", file("Packaging/org.tritone.tritone.metainfo.xml")])
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("lintian has nothing to say", .enabled(if: isPossible && DebianPackage.isThere("lintian")))
  func lintian() throws {
    let package = try DebianPackage()
    // A debug build has the path of the toolchain.
    let result = try Program.run(
      "lintian",
      [
        "--allow-root", "--fail-on", "error,warning", "--suppress-tags",
        "custom-library-search-path", package.file,
      ], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test(
    "man and mandoc read the pages without a warning", .enabled(if: DebianPackage.isThere("man")))
  func manual() throws {
    let folder = URL(fileURLWithPath: "/tmp/tt-man-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Program.check(
      Sandbox.binary, ["manual", "--checkout", DebianPackage.checkout.path, folder.path])
    let pages = [
      "tritone.1", "tritone-config.5", "tritone-keys.5", "tritone-query.7", "tritone-control.7",
    ]
    for name in pages {
      let path = folder.appendingPathComponent(name).path
      let man = try Program.run(
        "man", ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", path],
        environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MANWIDTH": "80"])
      #expect(man.status == 0 && man.errors.isEmpty, "\(man.errors)")
      #expect(man.output.contains("Tritone"))
      guard DebianPackage.isThere("mandoc") else { continue }
      let lint = try Program.run("mandoc", ["-Tlint", path])
      #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.output)")
    }
  }
}
