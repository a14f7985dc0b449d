// swift-tools-version: 6.2
import PackageDescription

/// Every one of our own Swift targets is built with these: what they forbid, the compiler finds.
let ours: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// For code that waits for keys, files and other programs: in releases it takes about half the time
/// to build.
let small: SwiftSetting = .unsafeFlags(["-Osize"], .when(configuration: .release))

/// For code of which the tests run much, in debug builds: minutes of sound sample by sample, sorts of
/// thousands of tracks, damaged documents.
let hot: SwiftSetting = .unsafeFlags(["-O"], .when(configuration: .debug))

/// A target of ours with the modules it may import; an import that is not named here is an error.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], _ settings: SwiftSetting...
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: ours + settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: ours)
}

let package = Package(
  name: "tritone",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tritone", targets: ["tritone"])],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .target(name: "CLinux"),
    // Linked through GRDB.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    // FFmpeg's functions under their own names; its libraries are loaded at the first call.
    .target(name: "CFFmpeg", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // libcurl behind functions that Swift can call; it is loaded at the first request.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // libsystemd's client of D-Bus behind functions that Swift can call; loaded at the first call.
    .target(name: "CBus", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // In place of ICU's data, for which nothing of ours has a use.
    .target(name: "CICUData"),
    // libpulse's functions under their own names; it is loaded by the first output that needs it.
    .target(name: "CPulse", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

    module("Music"),
    module("Screen"),
    module("Threads", ["CLinux"]),
    // C++ of ours around TagLib, which has no header of plain C that says enough.
    .target(name: "CTags", linkerSettings: [.linkedLibrary("tag")]),
    module("Log", ["Music", "Threads"], small),
    module("Media", ["CFFmpeg", "CLinux", "CTags", "Music", "Threads"], hot),
    module("Playback", ["CPulse", "Media", "Music", "Threads"]),
    module("Analysis", ["Media", "Music"], hot),
    module(
      "Library",
      [
        "CLinux", "CSQLite", "Catalog", "Media", "Music", "Threads",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    module("Catalog", ["Music"], hot),
    module("Demo", ["Media", "Music"], small),
    module("Builder", ["Music"], hot),
    // The plan of a sync with a device and its merge; devices are behind a protocol.
    module("Sync", ["Music"], hot),
    // Devices: folders, and other Tritones over ssh.
    module("Peers", ["CLinux", "Music", "Sync", "Threads"], small),
    module("JSON", ["Music"], small, hot),
    // The socket of the player, for terminals, sub-commands and scripts.
    module("Control", ["CLinux", "JSON", "Music", "Threads"], small),
    module("Exchange", ["CXML", "JSON", "Music"], small, hot),
    module("HTTP", ["CCurl", "Music", "Threads"], small),
    // Sound of tracks on servers: ranges over HTTP, a cache on disk, downloads.
    module("Streaming", ["CLinux", "HTTP", "Media", "Music", "Threads"], small),
    module("Bus", ["CBus", "CLinux", "Threads"], small),
    module("Secrets", ["Bus", "Music"], small),
    // What the desktop sees of the player: MPRIS, notifications, sleep, real-time scheduling.
    module("Desktop", ["Bus", "Music"], small),
    module("Interface", ["Screen", "Music"], small),
    module("Settings", ["Interface", "Screen"], small),
    module("Curses", ["CNcurses", "Screen"]),
    // Clients of services on the net.
    module("Online", ["HTTP", "Music"], small),
    // Clients of the servers that tracks come from.
    module("Servers", ["HTTP", "JSON", "Music"], small),
    .executableTarget(
      name: "tritone",
      dependencies: [
        "Analysis", "Builder", "Bus", "CICUData", "CLinux", "Control", "Curses", "Demo", "Desktop",
        "Exchange", "HTTP", "Interface", "JSON", "Library", "Log", "Media", "Music", "Online",
        "Peers", "Playback", "Screen", "Secrets", "Servers", "Settings", "Streaming", "Sync",
        "Threads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: ours + [small]),

    // What both benchmarks drive other programs with.
    .target(name: "BenchHarness", path: "Tests/Benchmarks/Harness", swiftSettings: ours),
    // Measures whole programs on large libraries, side by side: `make bench`.
    .executableTarget(
      name: "PlayerBench",
      dependencies: [
        "BenchHarness", "Library", "Media", "Music",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Tests/Benchmarks/Players", swiftSettings: ours),
    // Measures what plays, side by side with other players: `make bench-sound`.
    .target(
      name: "SoundRecorder", dependencies: ["CPulse"], path: "Tests/Benchmarks/SoundRecorder",
      swiftSettings: ours),
    .executableTarget(
      name: "SoundBench",
      dependencies: [
        "BenchHarness", "Media", "Music", "Playback", "SoundRecorder",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Benchmarks/Sound", swiftSettings: ours),
    // Tracks of a catalog that are made up, for tests and benchmarks.
    .target(
      name: "CatalogRows", dependencies: ["Catalog", "Music"], path: "Tests/CatalogRows",
      swiftSettings: ours),
    // Libraries as earlier versions of the program made them.
    .target(name: "OldLibraries", path: "Tests/OldLibraries", swiftSettings: ours),
    // Measures what lists of a large library cost.
    .executableTarget(
      name: "LibraryBench",
      dependencies: [
        "Catalog", "CatalogRows", "Library", "Music",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Benchmarks/Library", swiftSettings: ours),

    // Measures listings of a large server, and sound over a slow network: `make bench-servers`.
    .executableTarget(
      name: "ServerBench",
      dependencies: [
        "BenchHarness", "HTTP", "Library", "Media", "Music", "Playback", "ServerHarness", "Servers",
        "Streaming", "TestServers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Benchmarks/Servers", swiftSettings: ours),

    // Measures what a key costs that is typed into the filter of a large library.
    .executableTarget(
      name: "SearchBench",
      dependencies: [
        "Catalog", "CatalogRows", "Music",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Benchmarks/Search", swiftSettings: ours),

    // Music whose tempo, key and loudness are known, for tests and benchmarks.
    .target(
      name: "MusicCorpus", dependencies: ["BenchHarness", "Music"], path: "Tests/MusicCorpus",
      swiftSettings: ours),
    // Accuracy and speed of the analysis, side by side with other tools: `make bench-analysis`.
    .executableTarget(
      name: "AnalysisBench",
      dependencies: [
        "Analysis", "BenchHarness", "Media", "Music", "MusicCorpus",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Benchmarks/Analysis", swiftSettings: ours),

    tests("MusicTests", ["Music"]),
    tests("ThreadsTests", ["Threads"]),
    tests("LogTests", ["Log", "Music", "Threads"]),
    tests("AnalysisTests", ["Analysis", "Media", "Music", "MusicCorpus"]),
    tests("CatalogTests", ["Catalog", "CatalogRows", "Music"]),
    // Frames as text and as SVG pictures: golden screens, and the pictures of the docs.
    .target(
      name: "ScreenPictures", dependencies: ["Screen"], path: "Tests/ScreenPictures",
      swiftSettings: ours),
    tests("ScreenTests", ["Screen", "ScreenPictures"]),
    tests("ExchangeTests", ["Exchange", "JSON", "Music"]),
    tests("SyncTests", ["Music", "Sync"]),
    tests("PeersTests", ["Music", "Peers", "Sync"]),
    tests("ControlTests", ["CLinux", "Control", "JSON", "Music"]),
    tests("BuilderTests", ["Builder", "Music"], exclude: ["Golden", "reference.py"]),
    // Servers on loopback whose answers a test writes byte by byte.
    .target(
      name: "TestServers", dependencies: ["HTTP", "Music"], path: "Tests/TestServers",
      swiftSettings: ours),
    tests("HTTPTests", ["HTTP", "Music", "TestServers"]),
    tests("OnlineTests", ["HTTP", "Music", "Online", "TestServers"]),
    // A real Subsonic server with a library of its own.
    .target(name: "ServerHarness", path: "Tests/ServerHarness", swiftSettings: ours),
    tests("ServersTests", ["HTTP", "JSON", "Music", "ServerHarness", "Servers", "TestServers"]),
    tests(
      "StreamingTests",
      ["HTTP", "Media", "Music", "Streaming", "TestServers", "Threads"]),
    // A bus of a test's own, and the Secret Service on it.
    .target(
      name: "BusServing", dependencies: ["Bus"], path: "Tests/BusServing", swiftSettings: ours),
    tests("BusTests", ["Bus", "BusServing"]),
    tests("SecretsTests", ["Bus", "BusServing", "Music", "Secrets"]),
    tests("DesktopTests", ["Bus", "BusServing", "Desktop", "Music"]),
    .target(
      name: "AudioServing", dependencies: ["Music"], path: "Tests/AudioServing",
      swiftSettings: ours),
    .target(name: "OtherUser", path: "Tests/OtherUser", swiftSettings: ours),
    tests("MediaTests", ["AudioServing", "Demo", "Media", "Music", "OtherUser"]),
    .target(
      name: "CAllocations", path: "Tests/CAllocations",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    tests(
      "PlaybackTests",
      ["AudioServing", "CAllocations", "Media", "Music", "Playback", "Threads"]),
    // These look into database files with SQLite itself, so as not to believe the library's word.
    tests(
      "LibraryTests",
      [
        "Library", "Media", "Music", "OldLibraries", "OtherUser",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    tests(
      "InterfaceTests", ["Interface", "Music", "Screen", "ScreenPictures", "Settings"],
      exclude: ["Golden"]),
    tests("SettingsTests", ["Interface", "Music", "Screen", "Settings"]),
    tests("CursesTests", ["Curses", "Screen"]),
    tests(
      "TritoneTests",
      [
        "Analysis", "AudioServing", "Bus", "Curses", "Exchange", "HTTP", "Interface", "Library",
        "Log", "Media", "Music", "Online", "Playback", "Screen", "Secrets", "ServerHarness",
        "Servers", "Streaming", "TestServers", "tritone",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "EndToEndTests",
      ["Bus", "BusServing", "Music", "OldLibraries", "Screen", "ServerHarness", "TestServers"]),
  ],
  cxxLanguageStandard: .cxx17
)

// Built by `make fuzz` alone: it links with libFuzzer, of which only that knows.
if Context.environment["TRITONE_FUZZER"] == "1" {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "FormatFuzzer", dependencies: ["CFuzzer", "Media", "Music"],
      path: "Tests/FormatFuzzer", swiftSettings: ours),
  ]
}
