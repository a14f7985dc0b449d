// The interfaces of MPRIS 2.2 (specifications.freedesktop.org/mpris), and those of D-Bus that the
// object has beside them.

extension BusInterface {
  static let root = BusInterface(
    name: "org.mpris.MediaPlayer2",
    methods: [Method(name: "Raise"), Method(name: "Quit")],
    properties: [
      Property(name: "CanQuit", type: "b"), Property(name: "CanRaise", type: "b"),
      Property(name: "HasTrackList", type: "b"), Property(name: "Identity", type: "s"),
      Property(name: "DesktopEntry", type: "s"), Property(name: "SupportedUriSchemes", type: "as"),
      Property(name: "SupportedMimeTypes", type: "as"),
    ])

  static let player = BusInterface(
    name: "org.mpris.MediaPlayer2.Player",
    methods: [
      Method(name: "Next"), Method(name: "Previous"), Method(name: "Pause"),
      Method(name: "PlayPause"), Method(name: "Stop"), Method(name: "Play"),
      Method(name: "Seek", takes: [Argument("Offset", "x")]),
      Method(name: "SetPosition", takes: [Argument("TrackId", "o"), Argument("Position", "x")]),
      Method(name: "OpenUri", takes: [Argument("Uri", "s")]),
    ],
    signals: [Signal(name: "Seeked", arguments: [Argument("Position", "x")])],
    properties: [
      Property(name: "PlaybackStatus", type: "s"),
      Property(name: "LoopStatus", type: "s", isWritable: true),
      Property(name: "Rate", type: "d", isWritable: true),
      Property(name: "Shuffle", type: "b", isWritable: true),
      Property(name: "Metadata", type: "a{sv}"),
      Property(name: "Volume", type: "d", isWritable: true),
      Property(name: "Position", type: "x", announcement: .nothing),
      Property(name: "MinimumRate", type: "d"), Property(name: "MaximumRate", type: "d"),
      Property(name: "CanGoNext", type: "b"), Property(name: "CanGoPrevious", type: "b"),
      Property(name: "CanPlay", type: "b"), Property(name: "CanPause", type: "b"),
      Property(name: "CanSeek", type: "b"),
      Property(name: "CanControl", type: "b", announcement: .nothing),
    ])

  static let trackList = BusInterface(
    name: "org.mpris.MediaPlayer2.TrackList",
    methods: [
      Method(
        name: "GetTracksMetadata", takes: [Argument("TrackIds", "ao")],
        returns: [Argument("Metadata", "aa{sv}")]),
      Method(
        name: "AddTrack",
        takes: [Argument("Uri", "s"), Argument("AfterTrack", "o"), Argument("SetAsCurrent", "b")]),
      Method(name: "RemoveTrack", takes: [Argument("TrackId", "o")]),
      Method(name: "GoTo", takes: [Argument("TrackId", "o")]),
    ],
    signals: [
      Signal(
        name: "TrackListReplaced",
        arguments: [Argument("Tracks", "ao"), Argument("CurrentTrack", "o")]),
      Signal(
        name: "TrackAdded", arguments: [Argument("Metadata", "a{sv}"), Argument("AfterTrack", "o")]),
      Signal(name: "TrackRemoved", arguments: [Argument("TrackId", "o")]),
      Signal(
        name: "TrackMetadataChanged",
        arguments: [Argument("TrackId", "o"), Argument("Metadata", "a{sv}")]),
    ],
    properties: [
      Property(name: "Tracks", type: "ao", announcement: .invalidation),
      Property(name: "CanEditTracks", type: "b"),
    ])

  static let playlists = BusInterface(
    name: "org.mpris.MediaPlayer2.Playlists",
    methods: [
      Method(name: "ActivatePlaylist", takes: [Argument("PlaylistId", "o")]),
      Method(
        name: "GetPlaylists",
        takes: [
          Argument("Index", "u"), Argument("MaxCount", "u"), Argument("Order", "s"),
          Argument("ReverseOrder", "b"),
        ],
        returns: [Argument("Playlists", "a(oss)")]),
    ],
    signals: [Signal(name: "PlaylistChanged", arguments: [Argument("Playlist", "(oss)")])],
    properties: [
      Property(name: "PlaylistCount", type: "u"), Property(name: "Orderings", type: "as"),
      Property(name: "ActivePlaylist", type: "(b(oss))"),
    ])

  static let standard = [
    BusInterface(
      name: "org.freedesktop.DBus.Properties",
      methods: [
        Method(
          name: "Get", takes: [Argument("interface_name", "s"), Argument("property_name", "s")],
          returns: [Argument("value", "v")]),
        Method(
          name: "Set",
          takes: [
            Argument("interface_name", "s"), Argument("property_name", "s"), Argument("value", "v"),
          ]),
        Method(
          name: "GetAll", takes: [Argument("interface_name", "s")],
          returns: [Argument("properties", "a{sv}")]),
      ],
      signals: [
        Signal(
          name: "PropertiesChanged",
          arguments: [
            Argument("interface_name", "s"), Argument("changed_properties", "a{sv}"),
            Argument("invalidated_properties", "as"),
          ])
      ]),
    BusInterface(
      name: "org.freedesktop.DBus.Introspectable",
      methods: [Method(name: "Introspect", returns: [Argument("xml_data", "s")])]),
    BusInterface(
      name: "org.freedesktop.DBus.Peer",
      methods: [
        Method(name: "Ping"),
        Method(name: "GetMachineId", returns: [Argument("machine_uuid", "s")]),
      ]),
  ]
}
