import Music
import Testing

@testable import tritone

@Suite("Places")
struct PlacesTests {
  private func places(_ environment: [String: String], account: String?) -> Places {
    Places(environment: environment, current: FilePath("/work"), account: account)
  }

  @Test("the home is HOME, and that of the account where HOME is not set or not absolute")
  func home() {
    let data = FilePath("/home/me/.local/share/tritone/library.db")
    #expect(places(["HOME": "/home/me"], account: "/home/other").database == data)
    for wrong in [[:], ["HOME": ""], ["HOME": "me"], ["HOME": "./me"]] {
      #expect(places(wrong, account: "/home/me").database == data)
      #expect(places(wrong, account: "/home/me").hasData)
    }
  }

  @Test("without any home there is no place for a library, unless one is named")
  func homeless() {
    #expect(!places([:], account: nil).hasData)
    #expect(!places(["HOME": "me"], account: "").hasData)
    let named = places(["XDG_DATA_HOME": "/data"], account: nil)
    #expect(named.hasData && named.database == FilePath("/data/tritone/library.db"))
  }
}
