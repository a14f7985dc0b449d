import Music
import Testing

@Suite("Artists that a tag names")
struct NamedArtistsTests {
  @Test(
    "leads are separated by ; and by / between spaces, guests by feat., ft. and featuring",
    arguments: [
      ("Ada", ["Ada"], nil), ("AC/DC", ["AC/DC"], nil), ("Ada; Bo;Cy", ["Ada", "Bo", "Cy"], nil),
      ("Sunn O))) / Boris", ["Sunn O)))", "Boris"], nil), ("Ada feat. Bo", ["Ada"], "Bo"),
      ("Ada  FT  Bo & Cy", ["Ada"], "Bo & Cy"), ("Ada (feat. Bo) x", ["Ada"], "Bo"),
      ("Ada [Featuring Bo, Cy]", ["Ada"], "Bo, Cy"), ("Ada; Bo ft. Cy", ["Ada", "Bo"], "Cy"),
      ("feat. Bo", ["feat. Bo"], nil), ("Ada feat.", ["Ada feat."], nil),
      ("Ada (feat. )", ["Ada"], nil), ("Defeat. The Enemy", ["Defeat. The Enemy"], nil),
      ("Little Feat", ["Little Feat"], nil), ("", [], nil), ("  ", [], nil), (";;/ ; /", [], nil),
      ("Simon & Garfunkel", ["Simon & Garfunkel"], nil),
    ] as [(String, [String], String?)])
  func reading(_ text: String, leads: [String], guests: String?) {
    let named = NamedArtists(text)
    #expect(named.leads == leads && named.guests == guests)
  }

  @Test("a name with joints has parts, and a text of nothing else is its own part")
  func parts() {
    #expect(NamedArtists.parts(of: "Ada & Bo, Cy AND Di x Ed") == ["Ada", "Bo", "Cy", "Di", "Ed"])
    #expect(NamedArtists.parts(of: "Ada vs. Bo") == ["Ada", "Bo"])
    #expect(NamedArtists.parts(of: "Ada") == ["Ada"])
    #expect(NamedArtists.parts(of: "Sandy Anderson") == ["Sandy Anderson"])
    #expect(NamedArtists.parts(of: "& , &") == ["& , &"])
    #expect(NamedArtists.parts(of: "Malcolm X") == ["Malcolm X"])
    #expect(NamedArtists("Ada feat. Bo & Cy").all == ["Ada", "Bo", "Cy"])
  }
}
