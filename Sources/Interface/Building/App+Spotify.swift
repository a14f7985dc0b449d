import Music

// The account at Spotify that playlists are built on.
extension App {
  mutating func performSpotify(_ order: SpotifyOrder) -> [Effect] {
    switch order {
    case .signIn: return signIn()
    case .signOut: return [.build(.account(.signOut))]
    case .status:
      building.saysAccount = true
      windows.expect(.spotify)
      return [.build(.account(.look))]
    case .playlists:
      windows.expect(.spotify)
      return [.build(.account(.playlists))]
    }
  }

  // MARK: Playlists from there

  mutating func importSpotify(_ playlist: String) -> [Effect] {
    [.build(.account(.importPlaylist(playlist)))]
  }

  mutating func receive(_ playlists: [SpotifyPlaylistItem]) {
    let request = windows.answered(.spotify)
    guard !playlists.isEmpty else { return say("You have no playlists at Spotify") }
    open(
      .picker(
        Picker(
          .spotifyPlaylists, title: "Playlists at Spotify",
          lines: ["Enter makes a playlist of your own files from one."],
          choices: playlists.map { playlist in
            Picker.Choice(
              playlist.name, detail: playlist.tracks.counted("track"),
              .command(.build(.importSpotify(playlist.id))))
          })), askedFor: request,
      orSay: "\(playlists.count.counted("playlist")) at Spotify; :spotify playlists lists them")
  }

  // MARK: Signing in and out

  /// Signs in, shows the address while that goes on, or signs out.
  mutating func changeAccount() -> [Effect] {
    switch building.account {
    case .unknown, .signedOut, .failed: return signIn()
    case .signingIn: return showSignIn()
    case .signedIn: return [.build(.account(.signOut))]
    }
  }

  private mutating func signIn() -> [Effect] {
    if case .signingIn = building.account { return showSignIn() }
    building.account = .signingIn(address: nil)
    refreshBuildForms()
    say(building.account.text)
    return [.build(.account(.signIn))]
  }

  /// The address to open elsewhere, and a line for the one that it leads to.
  private mutating func showSignIn() -> [Effect] {
    guard case .signingIn(let address?) = building.account else { return [] }
    windows.open(.prompt(Prompt(.spotifyAddress(address))))
    say("The address is in the clipboard, where the terminal allows it")
    return [.terminal(.copy(address))]
  }

  mutating func finishSignIn(_ text: String) -> [Effect] {
    text.isEmpty
      ? [.build(.account(.cancelSignIn))] : [.build(.account(.finishSignIn(text)))]
  }

  mutating func receive(_ account: SpotifyAccount) {
    let before = building.account
    building.account = account
    building.isAccountAsked = false
    refreshBuildForms()
    if account.isSignedIn {
      windows.close {
        guard case .prompt(let prompt) = $0, case .spotifyAddress = prompt.purpose else {
          return false
        }
        return true
      }
    }
    let isAsked = building.saysAccount
    building.saysAccount = false
    let request = isAsked ? windows.answered(.spotify) : nil
    if isAsked, case .signedIn(_, let grants) = account, grants != SpotifyGrants() {
      open(.report(report(of: account, grants)), askedFor: request, orSay: account.text)
      return
    }
    // The first answer is no change.
    guard isAsked || (account != before && before != .unknown) else { return }
    switch account {
    case .failed(let reason): say("\(account.text): \(reason)", .bad)
    case .signedIn: say(account.text, .good)
    case .signedOut, .signingIn: say(account.text)
    case .unknown: break
    }
  }

  /// The account, what was allowed, and what the service does not do any more.
  private func report(of account: SpotifyAccount, _ grants: SpotifyGrants) -> ReportPanel {
    var report = ReportPanel(title: "Spotify")
    report.add([.heading(account.text)])
    report.add("Allowed", grants.allowed.map { ReportLine($0) })
    report.add("Not allowed: sign in anew to allow it", grants.refused.map { ReportLine($0) })
    report.add("Top tracks", BuildService.spotifyRanking.map { ReportLine($0) })
    return report
  }

  /// Asks for the account once a form is about it.
  mutating func missingAccount() -> [Effect] {
    guard building.account == .unknown, building.draft.isOnSpotify, !building.isAccountAsked
    else { return [] }
    building.isAccountAsked = true
    return [.build(.account(.look))]
  }
}
