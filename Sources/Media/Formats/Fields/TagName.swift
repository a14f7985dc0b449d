/// The stored tags, independent of format.
enum TagName: UInt8, Sendable {
  case title, artist, albumArtist, album, genre
  /// By rank as a source of the date.
  case date, year, releaseDate, originalDate, originalYear
  case track, trackTotal, disc, discTotal
  case bpm, key, titleSort, artistSort, albumArtistSort, albumSort, artists, compilation
  case trackGain, trackPeak, albumGain, albumPeak, broadcastTrackGain, broadcastAlbumGain
  /// Identifiers of MusicBrainz; a recording is what its programs call a track in most formats.
  case recordingID, releaseID, artistID
  case picture

  /// Matches names of Vorbis comments, APEv2, ID3 user texts, iTunes atoms and FFmpeg; ignores case
  /// and anything between the words.
  init?(_ name: ByteView) {
    guard name.count <= 64, let known = TagName.names[TagName.hash(name)] else { return nil }
    self = known
  }

  private static let names: [UInt64: TagName] = {
    let all: [(TagName, [StaticString])] = [
      (.title, ["TITLE", "INAM"]), (.artist, ["ARTIST", "IART", "AUTHOR"]),
      (.albumArtist, ["ALBUMARTIST"]), (.album, ["ALBUM", "IPRD"]), (.genre, ["GENRE", "IGNR"]),
      (.date, ["DATE"]), (.year, ["YEAR", "ICRD", "TYER", "TDRC"]),
      (.releaseDate, ["RELEASEDATE", "TDRL"]), (.originalDate, ["ORIGINALDATE", "TDOR"]),
      (.originalYear, ["ORIGINALYEAR", "TORY"]),
      (.track, ["TRACK", "TRACKNUMBER", "IPRT", "ITRK"]),
      (.trackTotal, ["TRACKTOTAL", "TOTALTRACKS"]), (.disc, ["DISC", "DISCNUMBER"]),
      (.discTotal, ["DISCTOTAL", "TOTALDISCS"]), (.bpm, ["BPM", "TBPM", "TMPO", "TEMPO"]),
      (.key, ["INITIALKEY", "TKEY", "KEY"]), (.titleSort, ["TITLESORT", "SORTNAME", "TSOT"]),
      (.artistSort, ["ARTISTSORT", "SORTARTIST", "TSOP"]),
      (.albumArtistSort, ["ALBUMARTISTSORT", "SORTALBUMARTIST", "TSO2"]),
      (.albumSort, ["ALBUMSORT", "SORTALBUM", "TSOA"]), (.artists, ["ARTISTS"]),
      (.compilation, ["COMPILATION", "ITUNESCOMPILATION", "TCMP"]),
      (.trackGain, ["REPLAYGAINTRACKGAIN"]), (.trackPeak, ["REPLAYGAINTRACKPEAK"]),
      (.albumGain, ["REPLAYGAINALBUMGAIN"]), (.albumPeak, ["REPLAYGAINALBUMPEAK"]),
      (.broadcastTrackGain, ["R128TRACKGAIN"]), (.broadcastAlbumGain, ["R128ALBUMGAIN"]),
      (.recordingID, ["MUSICBRAINZTRACKID", "MUSICBRAINZRECORDINGID"]),
      (.releaseID, ["MUSICBRAINZALBUMID", "MUSICBRAINZRELEASEID"]),
      (.artistID, ["MUSICBRAINZARTISTID"]),
      (.picture, ["METADATABLOCKPICTURE", "COVERART", "COVERART(FRONT)", "COVERART(BACK)"]),
    ]
    var names: [UInt64: TagName] = [:]
    for (tag, spellings) in all {
      for spelling in spellings {
        names[hash(ByteView(spelling.utf8Start, count: spelling.utf8CodeUnitCount))] = tag
      }
    }
    return names
  }()

  /// FNV-1a over the letters alone.
  private static func hash(_ name: ByteView) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.buffer {
      if byte == 0x20 || byte == 0x5F || byte == 0x2D { continue }
      let isLower = byte >= 0x61 && byte <= 0x7A
      hash = (hash ^ UInt64(isLower ? byte & 0xDF : byte)) &* 0x100_0000_01B3
    }
    return hash
  }
}
