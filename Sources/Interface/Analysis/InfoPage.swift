import Music

/// The text of a track's info window, section by section; unknown facts are left out.
struct InfoPage {
  typealias Fact = (name: String, value: String)

  private let info: TrackInfo
  private let text: FindingsText
  private let notation: KeyNotation
  private let playKey: String
  private let server: String?
  private var track: Track { info.track }
  private var findings: TrackFindings { info.track.findings }

  /// - Parameters:
  ///   - playKey: The key that plays the track.
  ///   - server: Where it lives, for a track of a server.
  init(_ info: TrackInfo, notation: KeyNotation, playKey: String, server: String? = nil) {
    self.server = server
    self.playKey = playKey
    self.info = info
    self.notation = notation
    text = FindingsText(track: info.track, notation: notation)
  }

  var sections: [(heading: String, facts: [Fact])] {
    [
      ("Problems", problems), ("Tags", tags), ("Sound", sound), ("Mixing", mixing),
      ("File", file), ("History", history),
    ].filter { !$0.facts.isEmpty }
  }

  private func facts(_ facts: [(String, String?)]) -> [Fact] {
    facts.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : (name, $0) }
    }
  }

  // MARK: Faults

  private var problems: [Fact] {
    facts([
      (
        "Missing",
        track.isMissing
          ? server == nil
            ? "its file is gone; :relocate looks for it"
            : "its server does not list it any more"
          : nil
      ),
      (
        "Offline",
        track.isOffline ? "its drive or folder is not there; it comes back with it" : nil
      ),
      ("Playing", track.fault.map { "\($0); \(playKey) tries again" }),
      (
        "Analysis",
        findings.fault.map { "\($0); it is tried again when the file changes, or with :analyze" }
      ),
    ])
  }

  // MARK: Format and tags

  private var tags: [Fact] {
    let tags = track.tags
    func several(_ all: [String], _ first: String?) -> String? {
      all.count > 1 ? all.joined(separator: "; ") : first
    }
    func numbered(_ number: Int?, of total: Int?) -> String? {
      number.map { "\($0)" + (total.map { " of \($0)" } ?? "") }
    }
    return facts([
      ("Title", tags.title), ("Artist", several(tags.artists, tags.artist)),
      ("Album artist", tags.albumArtist), ("Album", tags.album),
      ("Genre", several(tags.genres, tags.genre)), ("Date", tags.date),
      ("First released", tags.originalDate),
      ("Track", numbered(tags.trackNumber, of: tags.trackTotal)),
      ("Disc", numbered(tags.discNumber, of: tags.discTotal)),
      ("Compilation", tags.isCompilation ? "yes" : nil),
      ("Tempo", tags.bpm.map { "\($0.shortText) BPM" }), ("Key", tags.key),
      ("ReplayGain", replayGain),
    ])
  }

  private var replayGain: String? {
    let gain = track.tags.replayGain
    let parts = [
      gain.trackGain.map { "track \($0.decibels)" }, gain.albumGain.map { "album \($0.decibels)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ").nonEmpty
  }

  // MARK: Sound

  private var sound: [Fact] {
    facts([
      ("Tempo", tempo), ("Tempo found", foundTempo), ("Beats", beats),
      ("Key", key), ("Key found", foundKey), ("Tuning", tuning),
      ("Loudness", findings.loudness.map { "\($0.tenths) LUFS" }),
      ("Loudness range", findings.loudnessRange.map { "\($0.tenths) LU" }),
      ("True peak", findings.truePeak.map { "\($0.tenths) dBTP" }),
      ("Energy", findings.energy.map { "\($0) of 10" }), ("Edges", edges), ("Fades", fade),
    ])
  }

  private static func origin(_ source: TrackFindings.Source?) -> String {
    switch source {
    case .user: " (set by you; off goes back)"
    case .tag: " (tag)"
    case .analysis: " (found)"
    case nil: ""
    }
  }

  private static func sure(_ confidence: Double?) -> String {
    confidence.map { ", \(Int((max(0, min(1, $0)) * 100).rounded())) % sure" } ?? ""
  }

  private var tempo: String? {
    text.bpm.map { "\($0.shortText) BPM" + InfoPage.origin(findings.bpmSource) }
  }

  private var foundTempo: String? {
    findings.foundBPM.map {
      "\($0.shortText) BPM" + InfoPage.sure(findings.bpmConfidence)
        + (findings.alternativeBPM.map { ", or else \($0.shortText)" } ?? "")
    }
  }

  private var beats: String? {
    guard let tempo = info.analysis?.tempo else {
      return findings.isConstant.map { $0 ? "one tempo throughout" : "the tempo varies" }
    }
    switch tempo.grid {
    case .constant(let anchor, let period):
      guard period > 0.01, anchor.isFinite else { return nil }
      let first = anchor - (anchor / period).rounded(.down) * period
      return "one tempo throughout, the first beat at \(Duration.seconds(first).precise)"
    case .beats(let beats): return "the tempo varies; \(beats.count.grouped) beats"
    }
  }

  private var key: String? {
    guard let key = text.key else { return nil }
    return KeyNotation.both.text(key) + InfoPage.origin(findings.keySource)
  }

  private var foundKey: String? {
    findings.foundKey.map {
      KeyNotation.both.text($0) + InfoPage.sure(findings.keyConfidence)
        + (findings.alternativeKey.map { ", or else \(KeyNotation.both.text($0))" } ?? "")
    }
  }

  private var tuning: String? {
    guard let cents = findings.tuning, cents.isFinite, cents.magnitude <= 100 else { return nil }
    let name = text.tuning ?? "A=440"
    let sign = cents > 0 ? "+" : cents < 0 ? "−" : ""
    return "\(name) (\(sign)\(Int(cents.rounded().magnitude)) cents)"
  }

  private var edges: String? {
    info.analysis?.edges.map { "sound from \($0.start.precise) to \($0.end.precise)" }
  }

  private var fade: String? { info.analysis?.edges?.fadeOut.map { "out from \($0.precise) on" } }

  // MARK: Mixing

  private var mixing: [Fact] {
    let open = Cue.mixProposals(info.analysis?.mixIn, info.analysis?.mixOut, besides: info.cues)
    let proposed = open.map { "\($0.kind.title) at \($0.time.precise)" }.joined(separator: ", ")
    let cues = info.cues.map { "\($0.title) \($0.time.clockText)" }
    let shown = cues.prefix(12).joined(separator: ", ")
    let rest = cues.count > 12 ? ", and \(cues.count - 12) more" : ""
    return facts([
      ("Cues", shown + rest),
      ("Proposed", proposed.isEmpty ? nil : "\(proposed); :mix-points sets them"),
    ])
  }

  // MARK: Path and history

  private var file: [Fact] {
    facts([
      ("Path", server == nil ? track.source.text : nil), ("Lives", server),
      ("Format", NowPlayingText.format(track.audio)),
      ("Length", track.audio.duration?.precise),
      ("Bit rate", track.audio.bitRate.map { "\($0 / 1000) kbit/s" }),
      ("Size", track.file.size > 0 ? "\(Int(track.file.size).grouped) bytes" : nil),
      ("Changed", info.modified), ("Picture", track.audio.hasArt ? "yes" : nil),
    ])
  }

  private var variations: String? {
    switch track.variation {
    case nil: nil
    case .primary(let count): "\(count), for which this one stands"
    case .variation: "one of several"
    }
  }

  private var history: [Fact] {
    let plays =
      track.plays == 0 ? "never" : track.plays == 1 ? "once" : "\(track.plays.grouped) times"
    return facts([
      ("Added", info.added),
      ("Played", plays + (info.lastPlayed.map { ", last \($0)" } ?? "")),
      ("Rating", String(repeating: "★", count: track.rating.stars)),
      ("Reaction", track.reaction == .none ? nil : "\(track.reaction)"),
      ("Colour", track.color), ("Note", track.notes),
      ("Category", track.labels.category?.title),
      ("Own tags", track.labels.tags.joined(separator: ", ")),
      ("Collection", track.labels.collection), ("Mood", track.labels.mood),
      ("Signature", track.labels.timeSignature), ("Variations", variations),
    ])
  }
}

extension Duration {
  /// "1:23.456".
  fileprivate var precise: String { clockText(decimals: 3) }
}
