import Bus
import BusServing
import Desktop
import Foundation
import FoundationXML
import Music
import Testing

@Suite("Introspection")
struct IntrospectionTests {
  @Test("gdbus sees the members of the specification and no others")
  func gdbus() async throws {
    let scene = try await Scene(.playing())
    let end = await scene.run(
      "gdbus", "introspect", "--session", "--xml", "--dest", Scene.name, "--object-path", Scene.path
    )
    #expect(end.code == 0, "\(end.errors)")
    let reader = MemberReader()
    let parser = XMLParser(data: Data(end.output.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    let own = reader.members.filter { $0.hasPrefix("org.mpris.") }
    #expect(own.sorted() == specification.split(separator: "\n").map(String.init).sorted())
    for name in ["Properties", "Introspectable", "Peer"] {
      #expect(reader.members.contains { $0.hasPrefix("org.freedesktop.DBus.\(name) ") })
    }
  }

  @Test("values have the types that introspection tells")
  func types() async throws {
    let scene = try await Scene(.playing())
    for interface in ["", ".Player", ".TrackList", ".Playlists"] {
      let name = "org.mpris.MediaPlayer2" + interface
      let values = try await scene.call(
        "org.freedesktop.DBus.Properties", "GetAll", [.string(name)])
      let all = Scene.dictionary(values.first).map {
        "\(name) property \($0.key) \($0.value.signature)"
      }
      let told = specification.split(separator: "\n").filter { $0.hasPrefix(name + " property ") }
        .map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
      #expect(all.sorted() == told.sorted())
    }
  }

  @Test("busctl sees the object")
  func busctl() async throws {
    let scene = try await Scene(.playing())
    let tree = await scene.run(
      "busctl", "--address=\(scene.server.address)", "tree", "--list", Scene.name)
    #expect(tree.output.split(separator: "\n").contains("/org/mpris/MediaPlayer2"))
    let table = await scene.run(
      "busctl", "--address=\(scene.server.address)", "introspect", Scene.name, Scene.path)
    #expect(table.code == 0)
    #expect(table.output.contains(".PlaybackStatus"))
    #expect(table.output.contains("\"Playing\""))
  }
}

/// The members of MPRIS 2.2, with the types of arguments and what PropertiesChanged says.
private let specification = """
  org.mpris.MediaPlayer2 method Raise
  org.mpris.MediaPlayer2 method Quit
  org.mpris.MediaPlayer2 property CanQuit b read true
  org.mpris.MediaPlayer2 property CanRaise b read true
  org.mpris.MediaPlayer2 property HasTrackList b read true
  org.mpris.MediaPlayer2 property Identity s read true
  org.mpris.MediaPlayer2 property DesktopEntry s read true
  org.mpris.MediaPlayer2 property SupportedUriSchemes as read true
  org.mpris.MediaPlayer2 property SupportedMimeTypes as read true
  org.mpris.MediaPlayer2.Player method Next
  org.mpris.MediaPlayer2.Player method Previous
  org.mpris.MediaPlayer2.Player method Pause
  org.mpris.MediaPlayer2.Player method PlayPause
  org.mpris.MediaPlayer2.Player method Stop
  org.mpris.MediaPlayer2.Player method Play
  org.mpris.MediaPlayer2.Player method Seek in:Offset:x
  org.mpris.MediaPlayer2.Player method SetPosition in:TrackId:o in:Position:x
  org.mpris.MediaPlayer2.Player method OpenUri in:Uri:s
  org.mpris.MediaPlayer2.Player signal Seeked :Position:x
  org.mpris.MediaPlayer2.Player property PlaybackStatus s read true
  org.mpris.MediaPlayer2.Player property LoopStatus s readwrite true
  org.mpris.MediaPlayer2.Player property Rate d readwrite true
  org.mpris.MediaPlayer2.Player property Shuffle b readwrite true
  org.mpris.MediaPlayer2.Player property Metadata a{sv} read true
  org.mpris.MediaPlayer2.Player property Volume d readwrite true
  org.mpris.MediaPlayer2.Player property Position x read false
  org.mpris.MediaPlayer2.Player property MinimumRate d read true
  org.mpris.MediaPlayer2.Player property MaximumRate d read true
  org.mpris.MediaPlayer2.Player property CanGoNext b read true
  org.mpris.MediaPlayer2.Player property CanGoPrevious b read true
  org.mpris.MediaPlayer2.Player property CanPlay b read true
  org.mpris.MediaPlayer2.Player property CanPause b read true
  org.mpris.MediaPlayer2.Player property CanSeek b read true
  org.mpris.MediaPlayer2.Player property CanControl b read false
  org.mpris.MediaPlayer2.TrackList method GetTracksMetadata in:TrackIds:ao out:Metadata:aa{sv}
  org.mpris.MediaPlayer2.TrackList method AddTrack in:Uri:s in:AfterTrack:o in:SetAsCurrent:b
  org.mpris.MediaPlayer2.TrackList method RemoveTrack in:TrackId:o
  org.mpris.MediaPlayer2.TrackList method GoTo in:TrackId:o
  org.mpris.MediaPlayer2.TrackList signal TrackListReplaced :Tracks:ao :CurrentTrack:o
  org.mpris.MediaPlayer2.TrackList signal TrackAdded :Metadata:a{sv} :AfterTrack:o
  org.mpris.MediaPlayer2.TrackList signal TrackRemoved :TrackId:o
  org.mpris.MediaPlayer2.TrackList signal TrackMetadataChanged :TrackId:o :Metadata:a{sv}
  org.mpris.MediaPlayer2.TrackList property Tracks ao read invalidates
  org.mpris.MediaPlayer2.TrackList property CanEditTracks b read true
  org.mpris.MediaPlayer2.Playlists method ActivatePlaylist in:PlaylistId:o
  org.mpris.MediaPlayer2.Playlists method GetPlaylists in:Index:u in:MaxCount:u in:Order:s in:ReverseOrder:b out:Playlists:a(oss)
  org.mpris.MediaPlayer2.Playlists signal PlaylistChanged :Playlist:(oss)
  org.mpris.MediaPlayer2.Playlists property PlaylistCount u read true
  org.mpris.MediaPlayer2.Playlists property Orderings as read true
  org.mpris.MediaPlayer2.Playlists property ActivePlaylist (b(oss)) read true
  """

/// The members of an introspection document in lines like those above.
private final class MemberReader: NSObject, XMLParserDelegate {
  var members: [String] = []
  private var interface = ""
  private var line = ""

  func parser(
    _: XMLParser, didStartElement element: String, namespaceURI _: String?,
    qualifiedName _: String?,
    attributes: [String: String]
  ) {
    let name = attributes["name"] ?? ""
    switch element {
    case "interface": interface = name
    case "method", "signal": line = "\(interface) \(element) \(name)"
    case "property":
      line =
        "\(interface) property \(name) \(attributes["type"] ?? "") \(attributes["access"] ?? "") true"
    case "arg": line += " \(attributes["direction"] ?? ""):\(name):\(attributes["type"] ?? "")"
    case "annotation" where name == "org.freedesktop.DBus.Property.EmitsChangedSignal":
      line =
        line.split(separator: " ").dropLast().joined(separator: " ")
        + " \(attributes["value"] ?? "")"
    default: break
    }
  }

  func parser(
    _: XMLParser, didEndElement element: String, namespaceURI _: String?, qualifiedName _: String?
  ) {
    if ["method", "signal", "property"].contains(element) { members.append(line) }
  }
}
