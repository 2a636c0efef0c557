import FoundationEssentials
import HTTPClient
import HTTPTypes
import NIOCore
import OrderedJSON
import Synchronization

/// What a server answered: a file of JSON Lines, that is a JSON document in each line.
///
/// The first line describes the recording:
///
/// ```json
/// {"format":"holocron-recording","version":2,"server":"https://swapi.dev","base":"/api","started":"2026-11-23T12:00:00Z"}
/// ```
///
/// Each other line is a request and its response, in the order in which the responses ended:
///
/// ```json
/// {"method":"GET","target":"/api/people/1/","status":200,"fields":[["Content-Type","application/json"]],"after":34.2,"body":"eyJuYW1lIjoiTHVr"}
/// ```
///
/// `after` is the time from the request to the end of the response in milliseconds, and `body` is in base64. Readers ignore unknown members.
public struct Recording: Sendable {
  static let format = "holocron-recording"
  static let version = 2
  /// The maximum size of a file in bytes.
  static let maxSize = 256 << 20

  /// Scheme and authority of the server: `https://swapi.dev`.
  let server: String
  /// The path of the API root, without a slash at the end: `/api`.
  let base: String
  /// When the recording started, as RFC 3339 writes it.
  let started: String
  var exchanges: [RecordedExchange] = []

  var headerLine: JSON {
    [
      "format": .string(Self.format), "version": .number(Self.version), "server": .string(server), "base": .string(base),
      "started": .string(started),
    ]
  }

  init(server: String, base: String, started: String) {
    (self.server, self.base, self.started) = (server, base, started)
  }

  /// Reads a file of at most 256 MiB. Throws ``OriginServerErrorCode/unreadableFile``, or ``OriginServerErrorCode/damagedRecording`` with a
  /// message that names the line.
  public init(file path: String) throws(OriginServerError) {
    try self.init(try OriginServerError.read(path, upTo: Self.maxSize), name: path)
  }

  init(_ bytes: [UInt8], name: String) throws(OriginServerError) {
    func damaged(_ line: Int, _ reason: String) -> OriginServerError {
      OriginServerError(.damagedRecording, "\(name), line \(line): \(reason)")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, let header = try? JSON(parsing: first), header["format"]?.string == Self.format else {
      throw damaged(1, "not a recording of holocron-origin, whose first line has \"format\":\"\(Self.format)\"")
    }
    guard header["version"]?.int == Self.version else {
      throw damaged(1, "this version of the format is unknown; this program reads version \(Self.version)")
    }
    self.init(
      server: header["server"]?.string ?? "", base: header["base"]?.string ?? "/api", started: header["started"]?.string ?? "")
    guard base.isEmpty || base.hasPrefix("/") else { throw damaged(1, "'base' must be a path") }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      guard let json = try? JSON(parsing: line) else {
        let isCut = index == lines.count - 1
        throw damaged(index + 1, isCut ? "the file ends in the middle of the line; remove the line to use the rest" : "not valid JSON")
      }
      do throws(OriginServerError) { exchanges.append(try RecordedExchange(json)) } catch {
        throw damaged(index + 1, error.message)
      }
    }
  }
}

/// A request, and what a server answered.
struct RecordedExchange: Sendable, Hashable {
  /// `GET` or `HEAD`
  var method: String
  /// Path and query: `/api/people/1/`.
  var target: String
  var status: Int
  /// The fields in their order, with names as the server wrote them. Some names may appear more than once.
  var fields: [HTTPClientField]
  /// The time from the request to the end of the response.
  var after: Duration
  var body: [UInt8]

  /// The response as a plan.
  var plan: ResponsePlan {
    var plan = ResponsePlan(status)
    for field in fields {
      if let name = HTTPField.Name(field.name) { plan.fields.append(HTTPField(name: name, value: field.value)) }
    }
    plan.body.writeBytes(body)
    plan.isVerbatim = true
    return plan
  }

  var json: JSON {
    [
      "method": .string(method), "target": .string(target), "status": .number(status),
      "fields": .array(fields.map { [.string($0.name), .string($0.value)] }),
      "after": .number((after / .microseconds(1)).rounded() / 1_000), "body": .string(Data(body).base64EncodedString()),
    ]
  }

  /// Whether ``init(_:)`` accepts the fields. Some servers send what HTTP does not allow, and one such line would make the recording useless.
  var isReadable: Bool { fields.allSatisfy { HTTPField.Name($0.name) != nil && HTTPField.isValidValue($0.value) } }
}

extension RecordedExchange {
  /// Throws ``OriginServerErrorCode/damagedRecording`` with the reason for which a line is not an exchange.
  init(_ json: JSON) throws(OriginServerError) {
    func require<Value>(_ value: Value?, _ reason: String) throws(OriginServerError) -> Value {
      guard let value else { throw OriginServerError(.damagedRecording, reason) }
      return value
    }
    _ = try require(json.object, "the line is not a JSON object")
    let (methods, statuses) = (["GET", "HEAD"], 200...599)
    method = try require(json["method"]?.string.flatMap { methods.contains($0) ? $0 : nil }, "'method' must be GET or HEAD")
    target = try require(json["target"]?.string.flatMap { $0.hasPrefix("/") ? $0 : nil }, "'target' must start with a slash")
    status = try require(json["status"]?.int.flatMap { statuses.contains($0) ? $0 : nil }, "'status' must be a number from 200 to 599")
    fields = []
    for field in try require(json["fields"]?.array, "'fields' must be an array of names and values") {
      guard let pair = field.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        throw OriginServerError(.damagedRecording, "each of 'fields' must be a name and a value")
      }
      fields.append(HTTPClientField(name, value))
    }
    // At most an hour, as for other delays.
    let after = try require(
      json["after"]?.double.flatMap { (0...3_600_000).contains($0) ? $0 : nil }, "'after' must be a number of milliseconds")
    self.after = .microseconds(Int64((after * 1_000).rounded()))
    body = Array(try require(json["body"]?.string.flatMap { Data(base64Encoded: $0) }, "'body' must be base64"))
    guard isReadable else { throw OriginServerError(.damagedRecording, "'fields' has a name or value that HTTP does not allow") }
  }
}

/// Answers as a recorded server did: with the same status, fields and bytes.
///
/// A target that was recorded several times gets its answers in their order, and the last one from then on. The items of a query may have
/// another order. HEAD gets the head of the answer to GET if only that was recorded. Other requests get 404.
public final class ReplaySource: AnswerSource {
  private struct Key: Hashable {
    let method: String
    /// The path, and the items of the query in alphabetical order: clients send them in any order.
    let target: [Substring]

    init(_ method: String, _ target: String) {
      self.method = method
      let path = target.prefix { $0 != "?" }
      self.target = [path] + target[path.endIndex...].dropFirst().split(separator: "&").sorted()
    }
  }

  public let basePath: String
  /// Made once, so that concurrent responses share the bytes of a body.
  private let plans: [Key: [ResponsePlan]]
  private let served = Mutex<[Key: Int]>([:])

  /// - Parameter keepsTiming: whether responses come after the times that were recorded, or at once.
  public init(_ recording: Recording, keepsTiming: Bool) {
    basePath = recording.base
    plans = Dictionary(grouping: recording.exchanges) { Key($0.method, $0.target) }.mapValues { exchanges in
      exchanges.map { exchange in
        var plan = exchange.plan
        if keepsTiming { plan.delay = exchange.after }
        return plan
      }
    }
  }

  public func answer(_ request: SWAPIRequest, localAuthority: String) async -> ResponsePlan {
    let target = request.target
    let keys = [Key(request.method, target)] + (request.method == "HEAD" ? [Key("GET", target)] : [])
    guard let key = keys.first(where: { plans[$0] != nil }), let answers = plans[key] else {
      return ResponsePlan(error: 404, "This request is not in the recording")
    }
    let index = served.withLock { served in
      let index = served[key, default: 0]
      served[key] = min(index + 1, answers.count - 1)
      return index
    }
    return answers[index]
  }
}
