import Music

@testable import Interface

extension Crate {
  /// Labels, comments and variations.
  static func work(on stage: inout Stage, _ scene: Scene) {
    switch scene {
    case .labelForm:
      stage.labels = [
        .tag: ["needs bass", "needs drums", "rough"].map { LabelValue(name: $0, tracks: 1) }
      ]
      stage.press("v", "v")
      stage.run("labels")
      var tracks = Array(stage.library.prefix(2))
      tracks[0].labels = TrackLabels(category: .demos, tags: ["rough", "live"], mood: "calm")
      tracks[1].labels = TrackLabels(category: .ideas, tags: ["rough"], mood: "calm")
      stage.send(.labels(.tracksLoaded(tracks)))
      stage.press("Tab")
      stage.type(", ne")
    case .commentList:
      let track = stage.app.playing.track?.id ?? TrackID(1)
      let texts: [(Int?, String?, String)] = [
        (nil, "Mira", "Best one of the tape so far."),
        (21, nil, "The hi-hat comes in a beat late, and stays there until the break"),
        (78, "Mira", "Lovely turn!\nKeep it."), (152, nil, "needs bass"),
      ]
      stage.comments = texts.enumerated().map { index, text in
        TrackComment(
          id: CommentID(rawValue: "\(index)"), track: track, place: text.0.map { .seconds($0) },
          author: text.1, text: text.2, created: 1_700_000_000_000,
          edited: index == 1 ? 1_700_090_000_000 : nil)
      }
      stage.send(.library(.changed))
      stage.run("comments")
      stage.press("j")
    case .variations:
      let primary = stage.library[1].id
      var tracks = stage.library
      for index in [0, 2] { tracks[index].variation = .variation(of: primary) }
      tracks[1].variation = .primary(count: 3)
      let rows = [tracks[1], tracks[0]] + tracks[2...]
      stage.rows[ListQuery(.songs)] = rows.map { .track($0, slots: []) }
      stage.send(.library(.changed))
      stage.press("g", "y")
    default: break
    }
  }
}
