import Music

// The account at Spotify that playlists are built on.
extension App {
  mutating func performSpotify(_ order: SpotifyOrder) -> [Effect] {
    switch order {
    case .signIn: return signIn()
    case .signOut: return [.build(.account(.signOut))]
    case .status:
      building.saysAccount = true
      return [.build(.account(.look))]
    }
  }

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
    // The first answer is no change.
    guard isAsked || (account != before && before != .unknown) else { return }
    switch account {
    case .failed(let reason): say("\(account.text): \(reason)", .bad)
    case .signedIn: say(account.text, .good)
    case .signedOut, .signingIn: say(account.text)
    case .unknown: break
    }
  }

  /// Asks for the account once a form is about it.
  mutating func missingAccount() -> [Effect] {
    guard building.account == .unknown, building.draft.isOnSpotify, !building.isAccountAsked
    else { return [] }
    building.isAccountAsked = true
    return [.build(.account(.look))]
  }
}
