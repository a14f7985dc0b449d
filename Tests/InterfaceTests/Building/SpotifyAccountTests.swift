import Music
import Screen
import Testing

@testable import Interface

@Suite("The account that playlists are built on")
struct SpotifyAccountTests {
  private func spotify(_ account: SpotifyAccount?) -> Stage {
    var stage = Stage.building()
    stage.press("Right")
    if let account { stage.send(.build(.account(account))) }
    return stage
  }

  @Test("the account is asked for once a build is for Spotify, and not before")
  func asks() {
    var stage = Stage.building()
    #expect(stage.receiveBuild().isEmpty)
    stage.press("Right")
    #expect(stage.receiveBuild() == [.account(.look)])
    #expect(stage.text.contains("Asking for the account..."))
    stage.press("Down", "Down", "Up")
    #expect(stage.receiveBuild().isEmpty)
  }

  @Test("nothing begins while signed out, and the reason shows", arguments: ["Enter", "Ctrl-S"])
  func signedOut(key: String) {
    var stage = spotify(.signedOut)
    _ = stage.receive()
    #expect(stage.text.contains("Sign in to Spotify before building a playlist."))
    #expect(stage.text.contains("Not signed in"))
    stage.press(key)
    #expect(stage.receiveBuild().isEmpty && stage.app.building.run == nil)
    // One's own library needs no account.
    stage.press("Left", "Enter")
    #expect(stage.receiveBuild().count == 1)
  }

  @Test("signing in, with the address for a machine without a browser")
  func signIn() {
    var stage = spotify(.signedOut)
    _ = stage.receive()
    stage.press("Ctrl-L")
    #expect(stage.receiveBuild() == [.account(.signIn)])
    #expect(stage.text.contains("Opening browser for Spotify sign-in..."))
    let address = "https://accounts.spotify.com/authorize?client_id=x&state=y"
    stage.send(.build(.account(.signingIn(address: address))))
    stage.press("Ctrl-L")
    #expect(stage.receive() == [.terminal(.copy(address))])
    #expect(stage.text.contains("https://accounts.spotify.com/authorize"))
    let long = "http://127.0.0.1:8765/callback?code=" + String(repeating: "a", count: 900)
    stage.send(.input(.paste(long)))
    stage.press("Enter")
    #expect(stage.receiveBuild() == [.account(.finishSignIn(long))])
    stage.send(.build(.account(.signedIn(name: "ada"))))
    #expect(stage.text.contains("Signed in as ada"))
    stage.press("Ctrl-S")
    #expect(stage.receiveBuild().count == 1)
  }

  @Test("an empty line stops a sign-in, and one that is done closes its window")
  func endsOfSignIn() {
    var stage = spotify(.signingIn(address: "https://x.example/a"))
    stage.press("Ctrl-L", "Enter")
    #expect(stage.receiveBuild().last == .account(.cancelSignIn))
    stage.press("Ctrl-L")
    #expect(stage.app.overlays.count == 2)
    stage.send(.build(.account(.signedIn(name: nil))))
    #expect(stage.app.overlays.count == 1 && stage.text.contains("Signed in"))
    _ = stage.receive()
    stage.press("Ctrl-L")
    #expect(stage.receiveBuild() == [.account(.signOut)])
  }

  @Test("a failed sign-in is said with its reason")
  func failed() {
    var stage = spotify(.signedOut)
    stage.press("Ctrl-L")
    stage.send(.build(.account(.failed("the state does not match"))))
    #expect(stage.app.message?.text.contains("Authentication failed: the state") == true)
    #expect(stage.text.contains("Authentication failed: the state does not match"))
    stage.press("Ctrl-S")
    #expect(stage.app.building.run == nil)
  }

  @Test("the state of the account shows what was allowed, and that tracks have no ranks any more")
  func status() {
    var stage = Stage()
    stage.run("spotify status")
    let grants = SpotifyGrants(
      allowed: ["write private playlists"], refused: ["read the artists heard most"])
    stage.send(.build(.account(.signedIn(name: "ada", grants: grants))))
    for text in [
      "Signed in as ada", "write private playlists", "Not allowed",
      "read the artists heard most", "no longer tells how popular",
    ] {
      #expect(stage.text.contains(text), "\(text)")
    }
  }

  @Test("a playlist from there is chosen from a list, or named, and imported")
  func imports() {
    var stage = Stage()
    stage.run("spotify playlists")
    #expect(stage.receiveBuild() == [.account(.playlists)])
    stage.send(
      .build(
        .spotifyPlaylists([
          SpotifyPlaylistItem(id: "a1", name: "Road", tracks: 1_200),
          SpotifyPlaylistItem(id: "b2", name: "Sea", tracks: 1),
        ])))
    #expect(stage.text.contains("Road") && stage.text.contains("1,200 tracks"))
    stage.press("Down", "Enter")
    #expect(stage.receiveBuild() == [.account(.importPlaylist("b2"))])
    stage.run("spotify import Road Trip")
    #expect(stage.receiveBuild() == [.account(.importPlaylist("Road Trip"))])
    stage.run("spotify import")
    #expect(stage.receiveBuild() == [.account(.playlists)])
    stage.send(.build(.spotifyPlaylists([])))
    #expect(stage.app.message?.text == "You have no playlists at Spotify")
  }

  @Test("the command line signs in and out, and says the state")
  func commands() {
    var stage = Stage()
    stage.run("spotify status")
    #expect(stage.receiveBuild() == [.account(.look)])
    stage.send(.build(.account(.signedOut)))
    #expect(stage.app.message?.text == "Not signed in")
    stage.run("spotify sign-in")
    #expect(stage.receiveBuild() == [.account(.signIn)])
    stage.run("spotify sign-out")
    #expect(stage.receiveBuild() == [.account(.signOut)])
    stage.run("spotify nonsense")
    #expect(stage.app.message?.text.hasPrefix("Usage: spotify ORDER") == true)
  }
}
