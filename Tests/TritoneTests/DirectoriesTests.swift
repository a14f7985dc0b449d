import Music
import Testing

@testable import tritone

@Suite("Directories")
struct DirectoriesTests {
  private func directories(_ environment: [String: String], account: String?) -> Directories {
    Directories(environment: environment, current: FilePath("/work"), account: account)
  }

  @Test("the home is HOME, and that of the account where HOME is not set or not absolute")
  func home() {
    let data = FilePath("/home/me/.local/share/tritone/library.db")
    #expect(directories(["HOME": "/home/me"], account: "/home/other").database == data)
    for wrong in [[:], ["HOME": ""], ["HOME": "me"], ["HOME": "./me"]] {
      #expect(directories(wrong, account: "/home/me").database == data)
      #expect(directories(wrong, account: "/home/me").hasData)
    }
  }

  @Test("without any home there is no place for a library, unless one is named")
  func homeless() {
    #expect(!directories([:], account: nil).hasData)
    #expect(!directories(["HOME": "me"], account: "").hasData)
    let named = directories(["XDG_DATA_HOME": "/data"], account: nil)
    #expect(named.hasData && named.database == FilePath("/data/tritone/library.db"))
  }
}
