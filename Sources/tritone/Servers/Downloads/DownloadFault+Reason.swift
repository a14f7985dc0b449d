import Glibc
import Media
import Streaming

extension DownloadFault {
  /// Why a track was not downloaded, and what to do next.
  var reason: String {
    switch self {
    case .server(let fault): fault.reason
    case .disk(code: ENOSPC), .disk(code: EDQUOT): "the disk is full: make room, then try again"
    case .disk(let code):
      code == 0
        ? "the folder of downloads cannot be written"
        : "the folder of downloads: \(String(cString: strerror(code)).lowercased())"
    case .length(let expected, let got):
      "\(got) bytes came, and the server listed \(expected): list the server again"
    }
  }
}
