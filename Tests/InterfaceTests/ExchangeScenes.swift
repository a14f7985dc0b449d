import Interface
import Music
import Screen

extension Crate {
  /// A path being completed.
  static func importing(_ stage: inout Stage) {
    stage.press(":")
    stage.type("import")
    stage.press("Enter")
    stage.type("~/Playlists/F")
    stage.press("Tab")
    guard case .exchange(.listPaths(_, let serial)) = stage.receive().last else { return }
    let names = [
      "Fernlight.m3u8", "Friday.m3u8", "Friday (old).pls", "From Ann", "Füchse 千本桜.xspf",
    ]
    stage.send(
      .exchange(
        .pathsListed(names.map { PathName($0, isFolder: $0 == "From Ann") }, serial: serial)))
  }

  /// An import with missing tracks.
  static func report(_ stage: inout Stage) {
    var outcome = ImportOutcome(name: "rekordbox.xml", tracks: 412, missing: 3)
    outcome.playlists = [Samples.playlist(1, "Warm-up")]
    outcome.playlistCount = 4
    outcome.missingLines = [
      ReportLine(
        "Lena Voss — Undertow (Live)", detail: "Warm-up",
        below: "/Volumes/Gig/Lena Voss/Live/Undertow.wav — not found"),
      ReportLine(
        "Mirador — Orangery", detail: "Peak, line 12", below: "/D:/Music/Orangery.mp3 — not found"),
      ReportLine(
        "old.m3u", detail: "Peak", below: "/home/ada/old.m3u — names another playlist file"),
    ]
    outcome.ambiguousLines = [
      ReportLine(
        "Night Ferry", detail: "Warm-up, line 3",
        below: "took /music/Night Ferry/02.flac; also /music/Best of/07.flac")
    ]
    outcome.problemLines = [ReportLine("not a time: 3:7x", detail: "line 81")]
    stage.send(.exchange(.importEnded(outcome)))
  }
}
