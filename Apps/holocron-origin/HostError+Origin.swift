import Hosting
import Origin

extension HostError {
  /// An error of the origin server as an error of the process.
  init(_ error: OriginServerError) {
    let code: HostErrorCode =
      switch error.code {
      case .invalidAddress, .invalidRule, .invalidURL: .usage
      default: .unavailable
      }
    self.init(code, error.message, cause: error)
  }
}
