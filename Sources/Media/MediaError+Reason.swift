import CFFmpeg
import Glibc
internal import Music

extension MediaError {
  /// The reason in a few words, without the file's name.
  package var reason: String {
    switch self {
    case .unreadable(_, let code): Self.text(errno: code)
    case .notAFile: "not a file but a folder, a pipe or a device"
    case .empty: "an empty file"
    case .noAudio: "not an audio file"
    case .noDecoder(_, let codec): "no decoder for \(codec)"
    case .undecodable: "damaged: no sound can be read from it"
    case .soundless: "there is no sound in it"
    case .cutOff(_, let whole):
      "cut off: next to nothing of its \(whole.clockText) is there"
    case .unplayableRate(_, let hertz): "a sampling rate of \(hertz) Hz, which cannot be played"
    case .timedOut(let source):
      source.file == nil ? "the server does not answer" : "the disk does not answer"
    case .cancelled: "cancelled"
    case .unwritable(_, let code): "cannot be written: \(Self.text(errno: code))"
    case .unreachable(_, let code): Self.text(network: code)
    case .httpStatus(_, let status): Self.text(status: status)
    case .insecure: "no secure connection: the server's certificate is not trusted"
    case .server(_, let fault): fault.reason
    case .noLibraries(let reason):
      "FFmpeg's libraries cannot be loaded, install them again (\(reason))"
    case .notSeekable: "a live stream, which has no other places to go to"
    }
  }

  private static func text(network code: Int32) -> String {
    switch code {
    case ECONNREFUSED: "the server refuses the connection"
    case ECONNRESET, EPIPE: "the server has ended the connection"
    case EACCES: "the server leads to an address that it may not lead to"
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN: "there is no way to the server"
    default: "the server cannot be reached"
    }
  }

  private static func text(status: Int) -> String {
    switch status {
    case 401: "the server wants a password (401)"
    case 403: "the server does not allow it (403)"
    case 404: "the server has no such stream (404)"
    case 500...: "the server has a fault of its own (5xx)"
    default: "the server refuses the request (4xx)"
    }
  }

  fileprivate static func text(errno code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "no such file"
    case EEXIST: "another file of that name is there"
    case EACCES, EPERM: "no permission to read it"
    case EIO: "the disk reports an error"
    case ENAMETOOLONG: "the name is too long"
    default: String(cString: strerror(code)).lowercased()
    }
  }
}

extension RemoteFault {
  /// The reason in a few words, without the server's name.
  package var reason: String {
    switch self {
    case .unknownServer: "the library has no such server any more"
    case .unreachable: "the server cannot be reached"
    case .signInAgain: "the server wants a sign-in: sign in again"
    case .noSecret: "the store of secrets does not give the password: unlock it, then try again"
    case .forbidden: "the server does not allow it"
    case .missing: "not on the server any more"
    case .changed: "the file has changed on the server: play it again"
    case .busy: "the server has had too many requests: wait a while"
    case .failed(let status): "the server has a fault of its own (\(status))"
    case .noSound: "the server sends something else than sound"
    case .cutShort: "the server sends less than it announced"
    case .insecure: "no secure connection: the server's certificate is not trusted"
    case .redirected: "the server sends to another address: check the server's address"
    case .disk(let code): "its download: " + MediaError.text(errno: code)
    }
  }
}
