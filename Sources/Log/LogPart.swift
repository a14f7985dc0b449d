/// A part of the program, as the log names it.
package enum LogPart: String, Sendable {
  case program, terminal, sound, playback, stream, library, scan, watch, media
  case analysis, tags, exchange, render
  case cover, lyrics, scrobble, skin, edit, http, log, build
}
