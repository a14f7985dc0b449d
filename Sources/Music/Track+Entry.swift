extension Track {
  /// The track as a playlist entry shows it: with the entry's title, and the length of the played
  /// part.
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
