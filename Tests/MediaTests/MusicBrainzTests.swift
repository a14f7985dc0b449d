import Media
import Music
import Testing

@Suite("Identifiers of MusicBrainz in tags")
struct MusicBrainzTests {
  @Test(
    "recording, release and artists are read, whatever the field is called, and UUIDs alone",
    arguments: ["a.flac", "a.ogg", "a.mp3", "a.wv"])
  func read(name: String) throws {
    let folder = MediaFolder()
    let id = "b7ffd2af-418f-4be2-bdd1-22f8b48613da"
    let other = "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae"
    // As Picard names them in Vorbis comments, and in user texts of ID3.
    let isID3 = name.hasSuffix("mp3")
    let file = try folder.encode(
      name, [],
      tags: [
        isID3 ? "MusicBrainz Track Id" : "MUSICBRAINZ_TRACKID": id.uppercased(),
        isID3 ? "MusicBrainz Album Id" : "MUSICBRAINZ_ALBUMID": "none",
        isID3 ? "MusicBrainz Artist Id" : "MUSICBRAINZ_ARTISTID": "\(id)/\(other)",
      ])
    let ids = try TagReader.read(file).tags.musicBrainz
    #expect(ids == MusicBrainzIDs(recording: id, release: nil, artists: [id, other]))
    #expect(
      try TagReader.read(folder.encode("plain.flac", [], tags: [:])).tags.musicBrainz
        == MusicBrainzIDs())
  }
}
