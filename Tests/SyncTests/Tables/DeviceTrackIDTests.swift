import Foundation
import Music
import Testing

@Suite("Ids of tracks on devices")
struct DeviceTrackIDTests {
  private static let texts = [
    "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7f31", "3F6C0A52-9B1D-4E77-8A10-5D2C9E4B7F31",
    "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7F31", "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7f3g", "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7f3/",
    "3f6c0a529-b1d-4e77-8a10-5d2c9e4b7f31", "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7f3",
    "3f6c0a529b1d4e778a105d2c9e4b7f31", "", "42", "é", "playlist-1",
    "3f6c0a52-9b1d-4e77-8a10-5d2c9e4b7fé",
  ]

  @Test("an id is its text again, whether it is a UUID or not", arguments: texts)
  func text(text: String) throws {
    let id = DeviceTrackID(text)
    #expect(id.text.utf8.elementsEqual(text.utf8) && "\(id)" == text)
    let bytes = Array(text.utf8)
    let read = bytes.withUnsafeBufferPointer { DeviceTrackID(validating: $0) }
    #expect(read == id)
    // As the journal of a library has them: texts among texts.
    let coded = try JSONEncoder().encode([id])
    #expect(try JSONDecoder().decode([String].self, from: coded) == [text])
    #expect(try JSONDecoder().decode([DeviceTrackID].self, from: coded) == [id])
  }

  @Test("ids are equal and in the order of their texts, letter by letter")
  func order() {
    let ids = Self.texts.map { DeviceTrackID($0) }
    for (first, text) in zip(ids, Self.texts) {
      for (second, other) in zip(ids, Self.texts) {
        #expect((first == second) == (text == other))
        #expect((first < second) == text.utf8.lexicographicallyPrecedes(other.utf8))
      }
    }
    #expect(Set(ids).count == Self.texts.count)
  }

  @Test("the journal of an earlier version is read")
  func journal() throws {
    let text = """
      {"syncID":"8f","time":7,"marks":[],"playlists":[],"syncedPlaylists":[],"removedPlaylists":[],
      "removedTracks":["42"],"syncedTracks":[{"track":5,"uuid":"3F6C0A52-9B1D-4E77-8A10-5D2C9E4B7F31",
      "status":"synced","isAdopted":false,"file":{"path":"A/1.mp3","size":3,"modified":4},
      "source":{"size":3,"modified":2},"fingerprint":-9,"place":"A/1.mp3",
      "ours":{"plays":2,"isFavorite":true,"rating":4},
      "theirs":{"plays":2,"lastPlayed":1700000000,"isFavorite":false,"rating":0}}]}
      """
    let commit = try JSONDecoder().decode(LibraryCommit.self, from: Data(text.utf8))
    let path = FilePath("A/1.mp3")
    let row = SyncedTrack(
      track: TrackID(5), uuid: "3F6C0A52-9B1D-4E77-8A10-5D2C9E4B7F31", status: .synced,
      file: DeviceFile(path: path, size: 3, modified: 4), source: FileStamp(size: 3, modified: 2),
      audioHash: -9, place: path, ours: DeviceMarks(plays: 2, isFavorite: true, rating: 4),
      theirs: DeviceMarks(plays: 2, lastPlayed: 1_700_000_000))
    #expect(commit.syncedTracks == [row] && commit.removedTracks == ["42"])
    let coded = try JSONEncoder().encode(commit)
    #expect(String(decoding: coded, as: UTF8.self).contains("\"fingerprint\":-9"))
    #expect(try JSONDecoder().decode(LibraryCommit.self, from: coded) == commit)
  }

  @Test("bytes that are no text are no id")
  func invalid() {
    let bytes: [UInt8] = [0x61, 0xFF]
    #expect(bytes.withUnsafeBufferPointer { DeviceTrackID(validating: $0) } == nil)
  }
}

@Suite("Values that tracks of an album share")
struct AlbumValuesTests {
  private func track(_ artist: String?) -> SyncTrack {
    SyncTrack(
      id: TrackID(1), uuid: "u", path: FilePath("/a.flac"), artist: artist, album: "Album",
      albumArtist: "Various", genre: "Pop", date: "1999", discNumber: 2, codec: "flac",
      sampleRate: 44_100, isLossless: true)
  }

  @Test("a change of one track leaves those that share its album's values alone")
  func changes() {
    var known = KnownAlbums<SyncTrack.Album>()
    var tracks = [track("A"), track("A")]
    for index in tracks.indices { tracks[index].shareAlbum(&known) }
    #expect(tracks == [track("A"), track("A")])
    tracks[0].artist = "B"
    #expect(tracks == [track("B"), track("A")])
    (tracks[1].codec, tracks[1].isLossless, tracks[1].discNumber) = ("mp3", false, nil)
    #expect(tracks[0].codec == "flac" && tracks[0].isLossless && tracks[0].discNumber == 2)
    #expect(tracks[1].codec == "mp3" && !tracks[1].isLossless && tracks[1].discNumber == nil)
  }

  @Test("texts that are equal and have other bytes are not shared")
  func bytes() {
    var known = KnownAlbums<SyncTrack.Album>()
    var rows = KnownAlbums<DeviceTrack.Album>()
    for text in ["Beyonc\u{E9}", "Beyonce\u{301}"] {
      var track = track(text)
      track.shareAlbum(&known)
      #expect(track.artist?.utf8.elementsEqual(text.utf8) == true)
      var row = DeviceTrack(id: "a", path: FilePath("a"), title: "t", genre: text)
      row.shareAlbum(&rows)
      #expect(row.genre?.utf8.elementsEqual(text.utf8) == true)
    }
  }

  @Test("more albums than are known at once keep their values")
  func many() {
    var known = KnownAlbums<DeviceTrack.Album>()
    let rows = (0..<20_000).map { number in
      var row = DeviceTrack(
        id: "\(number)", path: FilePath("a"), title: "t", artist: "\(number % 9_000)",
        year: number % 7_000)
      row.shareAlbum(&known)
      return row
    }
    #expect(rows.enumerated().allSatisfy { $1.artist == "\($0 % 9_000)" && $1.year == $0 % 7_000 })
  }
}
