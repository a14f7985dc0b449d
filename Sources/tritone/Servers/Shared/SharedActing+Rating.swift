import Library
import Music
import Servers

// Reactions in one playlist.
extension SharedActing {
  func rate(
    _ track: TrackID, in id: SharedPlaylistID, _ reaction: Reaction
  ) async throws {
    let subject = try await subject(id)
    try requireRating(subject)
    try await rate([try entry(of: track, subject)], subject, reaction)
  }

  /// Rates tracks in one playlist; those that are in the library's alone get the reaction there.
  func rate(
    _ tracks: [TrackID], in id: SharedPlaylistID, _ reaction: Reaction
  ) async throws {
    let subject = try await subject(id)
    try requireRating(subject)
    let entries = Dictionary(
      subject.contents.entries.map { ($0.track, $0) }, uniquingKeysWith: { first, _ in first })
    try await rate(tracks.compactMap { entries[$0] }, subject, reaction)
    let others = tracks.filter { entries[$0] == nil }
    if !others.isEmpty { try await library.setReaction(reaction, for: others) }
  }

  private func requireRating(_ subject: Subject) throws {
    guard subject.contents.playlist.rights.canRate else {
      throw Failure(reason: "\(subject.contents.playlist.name) is shared with you without rating")
    }
  }

  private func rate(
    _ entries: [SharedEntry], _ subject: Subject, _ reaction: Reaction
  ) async throws {
    try await subject.shared.add(
      entries.map { CoretetChange.rate($0.serverTrack, in: subject.id, reaction) },
      about: entries.map {
        SharedQueue.Subject(playlist: subject.id, track: $0.serverTrack, isRating: true)
      },
      own: entries.map {
        OwnSharedReaction(track: $0.serverTrack, playlist: subject.id, reaction: reaction)
      })
  }
}
