import Music
import Screen
import Testing

@testable import Interface

@Suite("The choice of a playlist")
struct PlaylistPickerTests {
  private static let club = PlaylistFolder(id: PlaylistFolderID(1), name: "Été club")

  private static func picker() -> Picker {
    var inside = Samples.playlist(3, "Warm-up", 12)
    inside.folder = club.id
    var picker = Picker(.slot(.one), title: "Playlist", choices: [])
    picker.choices = PickerChoices(
      SortedPlaylists([
        Samples.playlist(1, "List 1"), Samples.playlist(2, "List 12"), inside,
        Samples.playlist(4, "Ünder"),
      ]), [club])
    return picker
  }

  private static func texts(_ picker: inout Picker, _ text: String) -> [String] {
    picker.field = TextField()
    for letter in text { _ = picker.field.handle(.paste(String(letter))) }
    return picker.shown.map(\.text)
  }

  @Test("letters narrow what is there, and the same is found letter by letter and at once")
  func narrows() {
    var picker = Self.picker()
    #expect(picker.shown.map(\.text) == ["List 1", "List 12", "Ünder", "Warm-up"])
    #expect(Self.texts(&picker, "list 1") == ["List 1", "List 12"])
    #expect(Self.texts(&picker, "12 li") == ["List 12", "New playlist “12 li”"])
    #expect(Self.texts(&picker, "under") == ["Ünder"])
    // A folder around it counts, its number of tracks does not.
    #expect(Self.texts(&picker, "ete") == ["Warm-up", "New playlist “ete”"])
    #expect(Self.texts(&picker, "tracks") == ["New playlist “tracks”"])
    #expect(Self.texts(&picker, "") == ["List 1", "List 12", "Ünder", "Warm-up"])
  }
}
