extension Track {
  /// The track as it shows where it stands in a playlist: called as the entry calls it, and as long
  /// as the part that is played there.
  package func resolved(as sound: EntryPlayback, title: String? = nil, artist: String? = nil)
    -> Track
  {
    var track = self
    track.tags.title = title ?? tags.title
    track.tags.artist = artist ?? tags.artist
    // A stream has no parts.
    if !isStream { track.audio.duration = audio.duration.map(sound.length) }
    return track
  }
}
