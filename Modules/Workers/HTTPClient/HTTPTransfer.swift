import CCurl
import Platform

/// A request on its way: an easy handle of libcurl with the response as far as it has arrived. Used again for later requests, with the
/// connection that the handle used last. Confined to the client's thread.
final class HTTPTransfer {
  private let easy: UnsafeMutableRawPointer
  private let settings: HTTPClient.Settings
  /// libcurl's explanation of a failure.
  private let explanation = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var call: HTTPClientCall?
  private var fields: [HTTPClientField] = []
  private var list: UnsafeMutablePointer<curl_slist>?

  private var head: [UInt8] = []
  private var headSize = 0
  private var isHeadComplete = false
  private var body: [UInt8] = []
  private var bodySize = 0
  /// The reason for which a callback has ended the transfer.
  private var refusal: HTTPClientErrorCode?

  /// Returns `nil` if no memory is left.
  init?(_ settings: HTTPClient.Settings, _ loop: HTTPClientLoop) {
    guard let easy = holocron_curl_easy_init() else { return nil }
    self.easy = easy
    self.settings = settings
    let owner = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_PRIVATE, owner)
    set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(explanation))
    set(CURLOPT_WRITEDATA, owner)
    set(CURLOPT_HEADERDATA, owner)
    holocron_curl_set_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, owner in
      HTTPTransfer.receive(bytes, count, owner) { $0.receiveBody($1) }
    }
    holocron_curl_set_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, owner in
      HTTPTransfer.receive(bytes, count, owner) { $0.receiveHead($1) }
    }
    // The thread of the loop uses the connections, also when it closes them at its end.
    holocron_curl_watch_sockets(
      easy,
      { owner, socket, _ in
        owner.map { Unmanaged<HTTPClientLoop>.fromOpaque($0).takeUnretainedValue().opened(socket) }
        return CURL_SOCKOPT_OK
      },
      { owner, socket in
        owner.map { Unmanaged<HTTPClientLoop>.fromOpaque($0).takeUnretainedValue().close(socket) }
        return 0
      }, Unmanaged.passUnretained(loop).toOpaque())
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    // A request that is cancelled during a slow look-up of its host must not block the thread.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_HTTP_VERSION, settings.allowsHTTP2 ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(settings.connectTimeout))
    if settings.decompresses { set(CURLOPT_ACCEPT_ENCODING, "gzip") }
    // Servers on this machine are asked without a proxy.
    let direct = settings.environment["no_proxy"] ?? settings.environment["NO_PROXY"]
    if direct != "*" { set(CURLOPT_NOPROXY, (direct.map { "\($0)," } ?? "") + "localhost,127.0.0.0/8,::1") }
    // libcurl keeps the certificates in memory only if they come from one file.
    let (file, folder) = (settings.environment["SSL_CERT_FILE"], settings.environment["SSL_CERT_DIR"])
    if file != nil || folder != nil { holocron_curl_set_text(easy, CURLOPT_CAINFO, file) }
    holocron_curl_set_text(easy, CURLOPT_CAPATH, folder)
  }

  deinit {
    holocron_curl_easy_cleanup(easy)
    holocron_curl_slist_free_all(list)
    explanation.deallocate()
  }

  static func of(_ easy: UnsafeMutableRawPointer) -> HTTPTransfer? {
    var owner: UnsafeMutableRawPointer?
    return holocron_curl_owner(easy, &owner) == CURLE_OK ? owner.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() } : nil
  }

  func start(_ call: HTTPClientCall, on multi: UnsafeMutableRawPointer) throws(HTTPClientError) {
    self.call = call
    let request = call.request
    head.removeAll(keepingCapacity: true)
    (headSize, isHeadComplete, body, bodySize, refusal) = (0, false, [], 0, nil)
    explanation[0] = 0
    try setFields(request.fields)
    let timeLeft = request.deadline.map { ContinuousClock.now.duration(to: $0) }
    if let timeLeft, timeLeft <= .zero { throw HTTPClientError(.timedOut, "the deadline passed before the request was sent") }
    set(CURLOPT_TIMEOUT_MS, timeLeft.map(Self.milliseconds) ?? 0)
    set(CURLOPT_HTTPGET, 1)
    holocron_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method == "GET" || request.method == "HEAD" ? nil : request.method)
    if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
    if !request.content.isEmpty {
      holocron_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(request.content.count))
      request.content.withUnsafeBytes { set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress)) }
    }
    set(CURLOPT_CONNECT_ONLY, request.onlyConnects ? 1 : 0)
    holocron_curl_set_size(
      easy, CURLOPT_MAXFILESIZE_LARGE, request.method == "HEAD" || request.maxBodySize == .max ? 0 : Int64(request.maxBodySize))
    guard set(CURLOPT_URL, request.url), holocron_curl_multi_add_handle(multi, easy) == CURLM_OK else {
      throw HTTPClientError(.invalid, "the URL cannot be requested")
    }
  }

  /// Takes the handle away from libcurl, which closes a connection whose response is not complete. Returns the call.
  func stop(on multi: UnsafeMutableRawPointer) -> HTTPClientCall? {
    holocron_curl_multi_remove_handle(multi, easy)
    defer { (call, body) = (nil, []) }
    return call
  }

  /// Returns the outcome after libcurl has finished.
  func result(_ result: CURLcode) -> Result<HTTPClientResponse, HTTPClientError> {
    guard result == CURLE_OK else { return .failure(error(result)) }
    let status = holocron_curl_number(easy, CURLINFO_RESPONSE_CODE)
    let target = (300..<400).contains(status) ? holocron_curl_text(easy, CURLINFO_REDIRECT_URL).map { String(cString: $0) } : nil
    return .success(HTTPClientResponse(status: status, head: head, body: body, redirectURL: target))
  }

  private func error(_ result: CURLcode) -> HTTPClientError {
    let number = ErrorNumber(rawValue: Int32(truncatingIfNeeded: holocron_curl_number(easy, CURLINFO_OS_ERRNO)))
    let wasSent = holocron_curl_size(easy, CURLINFO_PRETRANSFER_TIME_T) > 0
    let text = String(cString: explanation)
    let code = refusal ?? HTTPClientErrorCode(result, error: number, wasSent: wasSent, text: text)
    switch code {
    case .headTooLarge: return HTTPClientError(code, "the header of the response is too large")
    case .tooLarge: return HTTPClientError(code, "the body of the response is too large")
    default: return HTTPClientError(code, text.isEmpty ? String(cString: holocron_curl_easy_strerror(result)) : text)
    }
  }

  /// Replaces the fields of the last request, unless they are the same.
  private func setFields(_ fields: [HTTPClientField]) throws(HTTPClientError) {
    guard fields != self.fields || list == nil else { return }
    var lines: UnsafeMutablePointer<curl_slist>?
    for field in fields {
      guard !"\(field.name)\(field.value)".utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) }) else {
        holocron_curl_slist_free_all(lines)
        throw HTTPClientError(.invalid, "a field has a line break")
      }
      lines = holocron_curl_slist_append(lines, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // A name without a value removes a field that libcurl would add.
    if !fields.contains(where: { $0.name.lowercased() == "accept" }) { lines = holocron_curl_slist_append(lines, "Accept:") }
    set(CURLOPT_HTTPHEADER, lines.map { UnsafeMutableRawPointer($0) })
    holocron_curl_slist_free_all(list)
    (self.fields, list) = (fields, lines)
  }

  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ owner: UnsafeMutableRawPointer?,
    _ receive: (HTTPTransfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let owner else { return 0 }
    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(owner).takeUnretainedValue()
    // Any other number than that of the bytes ends the transfer.
    return receive(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count + 1
  }

  /// Receives one line: of the header, of an interim response before it, or of the trailer, which is ignored.
  private func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
    headSize += line.count
    guard headSize <= settings.maxHeadSize else {
      refusal = .headTooLarge
      return false
    }
    if line.starts(with: "HTTP/".utf8), bodySize == 0 {
      head.removeAll(keepingCapacity: true)
      isHeadComplete = false
    }
    guard !isHeadComplete else { return true }
    head += line
    isHeadComplete = line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n")
    return true
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bodySize += bytes.count
    guard let request = call?.request, bodySize <= request.maxBodySize, request.onBody?(bytes) ?? true else {
      refusal = .tooLarge
      return false
    }
    if request.onBody == nil { body += bytes }
    return true
  }

  @discardableResult private func set(_ option: CURLoption, _ value: String) -> Bool {
    holocron_curl_set_text(easy, option, value) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ value: Int) { holocron_curl_set_number(easy, option, value) }

  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) { holocron_curl_set_pointer(easy, option, value) }

  /// Returns the duration rounded up, since libcurl takes 0 for no limit.
  private static func milliseconds(_ duration: Duration) -> Int {
    Int(min(max(1, (duration / .milliseconds(1)).rounded(.up)), 1e9))
  }
}
