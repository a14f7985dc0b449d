/// The names of one tag in Vorbis comments, ID3 and MP4, as MusicBrainz Picard writes them
/// (<https://picard-docs.musicbrainz.org/en/appendices/tag_mapping.html>).
struct TagNaming {
  let vorbis: String
  /// As in `ID3Document.texts`; nil for a user text of the Vorbis comment's name.
  let id3: String?
  /// Nil for a free-form atom of the Vorbis comment's name.
  let mp4: String?

  private init(_ vorbis: String, _ id3: String?, _ mp4: String?) {
    (self.vorbis, self.id3, self.mp4) = (vorbis, id3, mp4)
  }

  /// A tag whose name has words in ID3 and MP4.
  private init(_ vorbis: String, words: String) {
    self.init(vorbis, "TXXX:" + words, TagFamily.freeform + words)
  }

  static let recordingOwner = "UFID:http://musicbrainz.org"

  private static let all = [
    TagNaming("TITLE", "TIT2", "©nam"), TagNaming("ARTIST", "TPE1", "©ART"),
    TagNaming("ALBUMARTIST", "TPE2", "aART"), TagNaming("ALBUM", "TALB", "©alb"),
    TagNaming("GENRE", "TCON", "©gen"), TagNaming("DATE", "TYER", "©day"),
    TagNaming("ORIGINALDATE", "TORY", nil), TagNaming("TRACKNUMBER", "TRCK", "trkn"),
    TagNaming("DISCNUMBER", "TPOS", "disk"), TagNaming("COMPOSER", "TCOM", "©wrt"),
    TagNaming("COMMENT", "COMM:", "©cmt"), TagNaming("LYRICS", "USLT:", "©lyr"),
    TagNaming("GROUPING", "TIT1", "©grp"), TagNaming("SUBTITLE", "TIT3", nil),
    TagNaming("DISCSUBTITLE", "TSST", nil), TagNaming("COPYRIGHT", "TCOP", "cprt"),
    TagNaming("LABEL", "TPUB", nil), TagNaming("ISRC", "TSRC", nil),
    TagNaming("LANGUAGE", "TLAN", nil), TagNaming("LYRICIST", "TEXT", nil),
    TagNaming("CONDUCTOR", "TPE3", nil), TagNaming("REMIXER", "TPE4", nil),
    TagNaming("MOOD", "TMOO", nil), TagNaming("MEDIA", "TMED", nil),
    TagNaming("ENCODEDBY", "TENC", nil), TagNaming("ORIGINALARTIST", "TOPE", nil),
    TagNaming("ORIGINALALBUM", "TOAL", nil), TagNaming("BPM", "TBPM", "tmpo"),
    TagNaming("INITIALKEY", "TKEY", TagFamily.freeform + "initialkey"),
    TagNaming("TITLESORT", "TSOT", "sonm"), TagNaming("ARTISTSORT", "TSOP", "soar"),
    TagNaming("ALBUMARTISTSORT", "TSO2", "soaa"), TagNaming("ALBUMSORT", "TSOA", "soal"),
    TagNaming("COMPOSERSORT", "TSOC", "soco"), TagNaming("COMPILATION", "TCMP", "cpil"),
    TagNaming("MUSICBRAINZ_TRACKID", recordingOwner, TagFamily.freeform + "MusicBrainz Track Id"),
    TagNaming("MUSICBRAINZ_RELEASETRACKID", words: "MusicBrainz Release Track Id"),
    TagNaming("MUSICBRAINZ_ALBUMID", words: "MusicBrainz Album Id"),
    TagNaming("MUSICBRAINZ_ARTISTID", words: "MusicBrainz Artist Id"),
    TagNaming("MUSICBRAINZ_ALBUMARTISTID", words: "MusicBrainz Album Artist Id"),
    TagNaming("MUSICBRAINZ_RELEASEGROUPID", words: "MusicBrainz Release Group Id"),
    TagNaming("MUSICBRAINZ_WORKID", words: "MusicBrainz Work Id"),
    TagNaming("MUSICBRAINZ_DISCID", words: "MusicBrainz Disc Id"),
    TagNaming("MUSICBRAINZ_ORIGINALALBUMID", words: "MusicBrainz Original Album Id"),
    TagNaming("MUSICBRAINZ_ORIGINALARTISTID", words: "MusicBrainz Original Artist Id"),
    TagNaming("RELEASETYPE", words: "MusicBrainz Album Type"),
    TagNaming("RELEASESTATUS", words: "MusicBrainz Album Status"),
    TagNaming("RELEASECOUNTRY", words: "MusicBrainz Album Release Country"),
    TagNaming("ACOUSTID_ID", words: "Acoustid Id"),
    TagNaming("ACOUSTID_FINGERPRINT", words: "Acoustid Fingerprint"),
  ]

  static let byVorbis = Dictionary(all.map { ($0.vorbis, $0) }) { first, _ in first }
  private static let byID3 = Dictionary(
    all.compactMap { row in row.id3.map { ($0.uppercased(), row.vorbis) } }
  ) { first, _ in first }
  private static let byMP4 = Dictionary(
    all.compactMap { row in row.mp4.map { ($0.uppercased(), row.vorbis) } }
  ) { first, _ in first }

  /// Other names in Vorbis comments, APEv2 and FFmpeg's dictionaries.
  private static let aliases = [
    "ALBUM ARTIST": "ALBUMARTIST", "ALBUM_ARTIST": "ALBUMARTIST", "TRACK": "TRACKNUMBER",
    "DISC": "DISCNUMBER", "TOTALTRACKS": "TRACKTOTAL", "TOTALDISCS": "DISCTOTAL",
    "UNSYNCEDLYRICS": "LYRICS", "PUBLISHER": "LABEL", "ENCODED_BY": "ENCODEDBY",
    "TITLE-SORT": "TITLESORT", "ARTIST-SORT": "ARTISTSORT", "ALBUM-SORT": "ALBUMSORT",
    "SORT_NAME": "TITLESORT", "SORT_ARTIST": "ARTISTSORT", "SORT_ALBUM": "ALBUMSORT",
    "SORT_ALBUM_ARTIST": "ALBUMARTISTSORT", "SORT_COMPOSER": "COMPOSERSORT",
    "INITIAL_KEY": "INITIALKEY", "INITIAL KEY": "INITIALKEY",
  ]

  /// The Vorbis comment for a tag of a family; nil for one that is none anywhere else.
  static func vorbis(_ name: String, in family: TagFamily?) -> String? {
    let name = name.uppercased()
    switch family {
    case .id3:
      if let known = byID3[name] { return known }
      if name.hasPrefix("TXXX:") { return vorbis(String(name.dropFirst(5)), in: .vorbis) }
      // Frames of dates are read together; comments with a description are notes of programs.
      let isText = name.hasPrefix("T") && name.utf8.count == 4
      return isText && !["TDAT", "TIME", "TRDA", "TDRC", "TDOR", "TDRL"].contains(name) ? name : nil
    case .mp4:
      if let known = byMP4[name] { return known }
      guard name.hasPrefix("----:") else { return nil }
      return name.split(separator: ":", maxSplits: 2).last.flatMap {
        vorbis(String($0), in: .vorbis)
      }
    // FFmpeg writes comments as descriptions.
    case .vorbis: return name == "DESCRIPTION" ? "COMMENT" : aliases[name] ?? name
    // Dates of any kind are years in APEv2.
    case .ape: return name == "YEAR" ? "DATE" : aliases[name] ?? name
    case nil:
      // FFmpeg knows the names of frames, and leaves those of WMA as they are.
      if name == "YEAR" || name.contains("/") { return nil }
      return aliases[name] ?? byID3[name] ?? byID3["TXXX:" + name] ?? name
    }
  }
}
