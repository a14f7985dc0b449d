import Interface
import Library
import Music

/// Finds the files in which a cover is looked for, and has them read on the thread of covers.
///
/// A track without a cover of its own takes one of its album: of a box of discs only the first may
/// have one.
struct CoverReading: Sendable {
  let library: Library
  let mailbox: Mailbox
  let covers: NewestFirst
  let images: CoverImages
  var servers: PlayerServers?

  func load(_ request: CoverRequest) async {
    switch request.subject {
    case .album(let album):
      let files = await library.coverFiles(of: album)
      guard files.isEmpty, let (track, address) = await library.serverTrack(of: album) else {
        return read(files, request)
      }
      fetch(track, address, request)
    case .track(let id):
      // A library that cannot be read has reported that elsewhere.
      guard let track = try? await library.tracks([id]).first else {
        return mailbox.post(.track(.coverLoaded(request, nil)))
      }
      switch track.source {
      case .file(let path):
        let album = AlbumKey(track)
        read([path], request, else: album.name.isEmpty ? nil : album)
      case .server(let address): fetch(id, address, request)
      case .stream: mailbox.post(.track(.coverLoaded(request, nil)))
      }
    }
  }

  /// Asks a server for a cover, once covers are read at all: none is asked for before the first rows
  /// are on the screen.
  private func fetch(
    _ track: TrackID, _ address: ServerTrackAddress, _ request: CoverRequest
  ) {
    covers.add { isDropped in
      if isDropped { return mailbox.post(.track(.coverDropped(request))) }
      Task.detached {
        let file: FilePath
        switch await servers?.covers.file(of: track, address) {
        case .file(let found)?: file = found
        case .dropped?: return mailbox.post(.track(.coverDropped(request)))
        case .nothing?, nil:
          return mailbox.post(.track(.coverLoaded(request, nil)))
        }
        covers.add { isDropped in
          if isDropped { return mailbox.post(.track(.coverDropped(request))) }
          mailbox.post(.track(.coverLoaded(request, images.cover(inPicture: file, request))))
        }
      }
    }
  }

  /// Reads the first cover in these files, or in those of an album.
  private func read(_ files: [FilePath], _ request: CoverRequest, else album: AlbumKey? = nil) {
    covers.add { isDropped in
      if isDropped { return mailbox.post(.track(.coverDropped(request))) }
      let cover = images.cover(of: files, request)
      guard cover == nil, let album else {
        return mailbox.post(.track(.coverLoaded(request, cover)))
      }
      Task.detached { read(await library.coverFiles(of: album), request) }
    }
  }
}

extension Library {
  /// The tracks of an album whose files are considered, from its beginning.
  private static let albumTracks = 100
  /// The files of an album that are read at most.
  private static let albumFiles = 4

  /// The first track of an album that is on a server.
  fileprivate func serverTrack(of album: AlbumKey) async -> (TrackID, ServerTrackAddress)? {
    guard
      let rows = try? await window(
        ListQuery(.album(album)), range: 0..<Library.albumTracks, anchor: nil, keepsList: false
      ).rows
    else { return nil }
    for row in rows {
      if let track = row.track, case .server(let address) = track.source {
        return (track.id, address)
      }
    }
    return nil
  }

  /// The first files of an album, one of each folder.
  fileprivate func coverFiles(of album: AlbumKey) async -> [FilePath] {
    let tracks = 0..<Library.albumTracks
    let query = ListQuery(.album(album))
    // The lists that are kept open are those of panes.
    guard
      let rows = try? await window(query, range: tracks, anchor: nil, keepsList: false).rows
    else { return [] }
    var folders: Set<FilePath?> = []
    let files = rows.compactMap { row -> FilePath? in
      guard let track = row.track, !track.isMissing, !track.isOffline,
        case .file(let path) = track.source
      else { return nil }
      return folders.insert(path.parent).inserted ? path : nil
    }
    return Array(files.prefix(Library.albumFiles))
  }
}
