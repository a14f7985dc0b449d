/// What anybody is told of the server.
struct StatusAnswer: Decodable {
  var app: LooseText?
  var serverVersion: LooseText?
  var isInit: LooseFlag?
  var authMethods: LooseList<LooseText>?
}

/// The answer to a sign-in and to a renewal.
struct LoginAnswer: Decodable {
  struct Settings: Decodable { var version: LooseText? }
  var user: UserAnswer
  var serverSettings: Settings?
}

struct UserAnswer: Decodable {
  struct Permissions: Decodable { var download: LooseFlag? }
  var id: LooseText?
  var username: LooseText?
  /// The one without an end, which servers give beside the pair.
  var token: LooseText?
  var accessToken: LooseText?
  var refreshToken: LooseText?
  var permissions: Permissions?
  var mediaProgress: LooseList<ProgressAnswer>?
  var bookmarks: LooseList<BookmarkAnswer>?
}

struct ProgressAnswer: Decodable {
  var libraryItemId: LooseText?
  var episodeId: LooseText?
  var duration: LooseNumber?
  var currentTime: LooseNumber?
  var isFinished: LooseFlag?
  var hideFromContinueListening: LooseFlag?
  var lastUpdate: LooseNumber?
  var startedAt: LooseNumber?
  var finishedAt: LooseNumber?
}

struct BookmarkAnswer: Decodable {
  var libraryItemId: LooseText?
  var time: LooseNumber?
  var title: LooseText?
  var createdAt: LooseNumber?
}

struct SessionAnswer: Decodable {
  var id: LooseText?
  var currentTime: LooseNumber?
}

struct LocalResultsAnswer: Decodable {
  struct Result: Decodable {
    var id: LooseText?
    var success: LooseFlag?
  }
  var results: LooseList<Result>
}
