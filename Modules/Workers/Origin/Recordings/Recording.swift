import OrderedJSON
import Platform

/// What a server answered: a file of JSON Lines, that is a JSON document in each line.
///
/// The first line describes the recording:
///
/// ```json
/// {"format":"holocron-recording","version":1,"server":"https://swapi.dev","base":"/api","started":"2026-11-23T12:00:00Z"}
/// ```
///
/// Each other line is a request and its response, in the order in which the responses ended:
///
/// ```json
/// {"method":"GET","target":"/api/people/1/","at":12.5,"status":200,"reason":"OK","fields":[["Content-Type","application/json"]],
///  "head_after":34.2,"body":[[0.1,"eyJuYW1lIjoiTHVr"],[1.2,"ZSJ9"]]}
/// ```
///
/// `at` is the time of the request since the start, `head_after` the time from the request to the head of the response. `body` has the parts of
/// the body as they arrived, each with the time since the head or the part before, in base64. Times are milliseconds. `reason` is the usual
/// phrase of the status (RFC 9110 section 15): the HTTP library neither reads nor writes another one. Readers ignore unknown members.
public struct Recording: Sendable {
  static let format = "holocron-recording"
  static let version = 1
  /// The maximum size of a file in bytes.
  static let maxSize = 256 << 20

  /// Scheme and authority of the server: `https://swapi.dev`.
  public let server: String
  /// The path of the API root, without a slash at the end: `/api`.
  public let base: String
  /// When the recording started, as RFC 3339 writes it.
  public let started: String
  var exchanges: [RecordedExchange] = []

  var headerLine: JSON {
    [
      "format": .string(Self.format), "version": .number(Self.version), "server": .string(server), "base": .string(base),
      "started": .string(started),
    ]
  }

  init(server: String, base: String, started: String) {
    self.server = server
    self.base = base
    self.started = started
  }

  /// Reads a file of at most 256 MiB. Throws ``OriginServerErrorCode/unreadableFile``, or ``OriginServerErrorCode/damagedRecording`` with a
  /// message that names the line.
  public init(file path: String) throws(OriginServerError) {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: Self.maxSize) } catch {
      throw OriginServerError(.unreadableFile, "cannot read \(path): \(error.reason)", cause: error)
    }
    try self.init(bytes, name: path)
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
      do {
        exchanges.append(try RecordedExchange(try JSON(parsing: line)))
      } catch let error as RecordedExchange.FormatError {
        throw damaged(index + 1, error.reason)
      } catch {
        let isCut = index == lines.count - 1
        throw damaged(index + 1, isCut ? "the file ends in the middle of the line; remove the line to use the rest" : "\(error)")
      }
    }
  }
}
