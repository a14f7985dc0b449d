import ArgumentParser

/// The sub-commands, as the program's help groups them.
enum CommandGroups {
  static let all = [
    CommandGroup(
      name: "Library",
      subcommands: [
        ScanCommand.self, AddCommand.self, SearchCommand.self, SetCommand.self,
        CommentCommand.self, AnalyzeCommand.self, UnreadableCommand.self,
        DuplicatesCommand.self, RelocateCommand.self, ForgetCommand.self, RootsCommand.self,
        HistoryCommand.self, StatsCommand.self, LyricsCommand.self,
        ScrobbleCommand.self, BookCommand.self, BookmarkCommand.self,
        ServerCommand.self, SharedCommand.self, DownloadCommand.self,
      ]),
    CommandGroup(
      name: "Playlist and mix",
      subcommands: [
        PlaylistCommand.self, BuildCommand.self, SpotifyCommand.self, MixCommand.self,
        FitsCommand.self, CuesCommand.self,
        DeviceCommand.self, SyncCommand.self,
        ImportCommand.self, ExportCommand.self, RenderCommand.self,
      ]),
    CommandGroup(
      name: "File", subcommands: [TagsCommand.self, ChaptersCommand.self, DemoCommand.self]),
    CommandGroup(
      name: "Player",
      subcommands: [
        PlayNowCommand.self, PauseCommand.self, ToggleCommand.self, StopCommand.self,
        NextCommand.self, PreviousCommand.self, SeekCommand.self, VolumeCommand.self,
        MuteCommand.self, ShuffleCommand.self, RepeatCommand.self, SpeedCommand.self,
        SleepCommand.self, PlayerQueueCommand.self, RateCommand.self, LikeCommand.self,
        LoveCommand.self, OutputCommand.self, ChangeSkinCommand.self, StatusCommand.self,
        EventsCommand.self, LineCommand.self, AttachCommand.self, HostCommand.self,
        QuitCommand.self,
      ]),
    CommandGroup(
      name: "Care",
      subcommands: [
        BackupCommand.self, RestoreCommand.self, ResetCommand.self, StorageCommand.self,
        DoctorCommand.self, LogCommand.self,
        ConfigCommand.self, ThemesCommand.self, KeysCommand.self,
      ]),
  ]
}
