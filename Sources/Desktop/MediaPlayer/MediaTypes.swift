/// The media types of files that can be played, as in `tritone.desktop`.
enum MediaTypes {
  static let names = [
    "audio/aac", "audio/ac3", "audio/aiff", "audio/x-aiff", "audio/flac", "audio/x-flac",
    "audio/mp4", "audio/x-m4a", "audio/mpeg", "audio/x-mp3", "audio/ogg", "audio/x-vorbis+ogg",
    "audio/opus", "audio/x-opus+ogg", "audio/wav", "audio/x-wav", "audio/vnd.wave",
    "audio/x-wavpack", "audio/x-ape", "audio/x-musepack", "application/x-cue",
  ]
}
