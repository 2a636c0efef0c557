import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Synchronization
import Text

/// The results of a jq expression (`--jq`): the program jq gets the JSON that `--json` prints. Strings are printed as they are.
final class JQFormat: OutputFormat {
  private let expression: String
  /// Whether jq gets the records of a list one after the other instead of the whole document.
  private let isLineByLine: Bool
  /// How long jq may take for a document.
  private let timeout: Duration
  private let firstFailure = Mutex<Problem?>(nil)
  /// Maximum size of the results for a document in bytes.
  private static let maxSize = 512 << 20
  /// The start of jq counts as well.
  private static let minCompilationTime = Duration.seconds(10)

  /// Throws a 400 with jq's message if the expression is not valid, and a 500 if jq is not installed.
  init(_ expression: String, isLineByLine: Bool, timeout: Duration) throws(Problem) {
    (self.expression, self.isLineByLine, self.timeout) = (expression, isLineByLine, timeout)
    // Without a value, jq only compiles the expression.
    let compiled = try run([], within: max(timeout, Self.minCompilationTime))
    guard compiled.ending == .exited(0) else { throw .usage("--jq: \(compiled.message)", field: "--jq") }
  }

  var name: String { isLineByLine ? "jsonl" : "json" }
  /// The problem of the first document that the expression does not fit; `nil` if there is none.
  var failure: Problem? { firstFailure.withLock(\.self) }

  func render(_ document: any Document, on surface: Surface) -> SafeText {
    text(of: isLineByLine ? document.lines : [document.json], on: surface)
  }

  /// Returns the results for the values, each with a line break, without those of a value after an error.
  func text(of values: [JSON], on surface: Surface) -> SafeText {
    do throws(Problem) {
      let jq = try run(Array(values.map { $0.bytes() }.joined(separator: [UInt8(ascii: "\n")])), within: timeout)
      if jq.ending != .exited(0) { fail(.jqFailed(jq.message)) }
      return jq.output.split(separator: UInt8(ascii: "\n")).map { line in
        guard let result = try? JSON(parsing: Array(line)) else {
          fail(.jqFailed("a result is nested too deep"))
          return ""
        }
        guard let text = result.string else { return SafeText(result, isLineByLine ? .compact : surface.jsonLayout, on: surface) }
        guard surface.isTerminal else { return SafeText(checked: text + "\n") }
        return SafeText(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      }.joined()
    } catch {
      fail(error)
      return ""
    }
  }

  private func fail(_ problem: Problem) { firstFailure.withLock { $0 = $0 ?? problem } }

  private func run(_ input: [UInt8], within timeout: Duration) throws(Problem) -> (output: [UInt8], message: String, ending: ProcessEnding)
  {
    guard let (process, streams) = try? start(input, within: timeout) else { throw .jqFailed("it cannot be started") }
    var texts: [[UInt8]] = [[], []]
    var open = [0, 1]
    while !open.isEmpty, texts[0].count <= Self.maxSize {
      for (index, readiness) in zip(open, Polling.wait(for: open.map { streams[$0].number }, within: nil)) where !readiness.isEmpty {
        let part = (try? streams[index].read(upTo: 1 << 16)) ?? []
        // Of the messages, the first is shown.
        if index == 0 || texts[1].isEmpty { texts[index] += part }
        if part.isEmpty { open.removeAll { $0 == index } }
      }
    }
    guard open.isEmpty else {
      process.reapInBackground()
      throw .jqFailed("the expression has too many results")
    }
    let ending = process.wait()
    if ending == .exited(127) { throw .jqFailed("--jq needs the program jq on PATH; install it") }
    if ending == .exited(124) {
      throw Problem(504, "the deadline passed", detail: "the expression takes too long; see --timeout", type: ProblemType.deadline)
    }
    // jq names itself and the place first, and repeats the expression on further lines.
    let line = String(decoding: texts[1], as: UTF8.self).split(separator: "\n").first ?? "it gave no reason"
    let message = line.firstRange(of: line.hasPrefix("jq: error (") ? "): " : "jq: error: ").map { line[$0.upperBound...] } ?? line
    return (texts[0], String(message), ending)
  }

  /// Starts jq, which reads the input to its end, and the program timeout, which ends it. Returns its standard output and standard error.
  private func start(_ input: [UInt8], within timeout: Duration) throws -> (SpawnedProcess, [Descriptor]) {
    let (values, results, messages) = (try Pipe(), try Pipe(), try Pipe())
    // The space keeps an expression that begins with a dash from being an option.
    var spawn = Spawn("timeout", ["--foreground", "\(timeout / .seconds(1))", "jq", "-c", " \(expression)"])
    (spawn.input, spawn.output) = (.descriptor(values.readEnd), .descriptor(results.writeEnd))
    spawn.errors = .descriptor(messages.writeEnd)
    // jq may end before it has read everything.
    Signal.brokenPipe.ignore()
    let (process, writeEnd) = (try spawn.start(), values.writeEnd)
    try BackgroundThread.start { try? writeEnd.write(input) }
    return (process, [results.readEnd, messages.readEnd])
  }
}

extension Problem {
  fileprivate static func jqFailed(_ reason: String) -> Problem { Problem(500, "jq failed", detail: reason) }
}

/// JSON Schemas (draft 2020-12) of documents other than records. Members may be added in later versions, so unknown ones are valid.
enum OutputSchema {
  /// The schemas by command, and that of errors on standard error.
  static let documents: [(name: String, schema: JSON)] = [
    ("search", list("Holocron search: the best matches", of: match)), ("suggest", list("Holocron suggest", of: match)),
    ("path", document("Holocron path", "from:stop steps:[step] alternative:integer? alternatives:integer?")),
    ("compare", document("Holocron compare: whole records, and their fields", "records:[object] fields:[field]")),
    ("crawl", document("Holocron crawl: the paragraphs", "kind id:integer episode:integer|null title crawl:[string]")),
    ("open", document("Holocron open", "kind id:integer url")),
    ("favourites", list("Holocron favourites", of: object("kind id:integer name?"))),
    ("history", union("Holocron history", [array(of: object("text time:time")), object("forgotten:integer")])),
    ("quiz", list("Holocron quiz: answer is an index of choices", of: object("question choices:[string] answer:integer record:object"))),
    ("status", document("Holocron status", report + " workers:[workers] supervisor:object?")),
    (
      "top",
      document(
        "Holocron top: rates are per second, load is the share of one processor",
        "time:time seconds:number rate:number hitRatio:number|null recentHitRatio:number|null " + report)
    ), ("doctor", list("Holocron doctor", of: object("check state message remedy:string|null"))),
    ("logs", document("Holocron logs: one line", "process time:time? level? message fields:object")),
    (
      "watch",
      document("Holocron watch: one line; a gap has an event instead of a topic", "topic? event? time:time fields:object? content:any?")
    ),
    (
      "cache",
      union(
        "Holocron cache: stats, warm, purge, verify, export, import",
        [
          object(statistics), object("records:integer bytes:integer seconds:number failed:[string]"), object("purged:integer"),
          object("checked:integer damaged:integer entries:[string] removed:integer incomplete:integer"),
          object("exported:integer bytes:integer omitted:integer file"),
          object("imported:integer skipped:integer evicted:integer rejected:integer lines:[object]"),
        ])
    ),
    (
      "config",
      union("Holocron config: show, get, path", [array(of: setting), setting, array(of: object("scope path state"))])
    ), ("usage", union("Holocron usage", [object("since:time commands:object"), ["type": "null"]])),
    ("version", document("Holocron version", "name version libzmq swift")),
    (
      "help",
      union("Holocron help: exit-codes and other lists", [array(of: object("code:integer meaning")), array(of: object("name meaning"))])
    ),
    ("error", error),
  ]

  private static let setting = object("name value source")
  private static let match = object(
    "kind id:integer name field? excerpt? marks:[mark] quantity:[measure]?",
    "field is the key of the matching field, or of the one by which the matches are sorted. marks are in the excerpt, or else in the name.")

  /// The members that the status of the bus has in every report.
  private static let report =
    "endpoint broker:broker cache:statistics? fetch:statistics? search:statistics? servers:[server] processes:[process]?"
  private static let statistics = "counters:object gauges:object? timers:timers? uptime:number?"

  private static let definitions: JSON.Object = [
    "reason": ["enum": .array(ProblemReason.allCases.map { .string($0.rawValue) })],
    "candidate": object("kind id:integer name", "A record with the ambiguous name."),
    "mark": ["type": "array", "items": ["type": "integer"], "description": "First character of a match, and the one after its last."],
    "measure": object("value:number upTo:number? unit? place?"), "stop": object("kind id:integer name"),
    "step": object("kind id:integer name relation reversed:boolean"), "field": object("key differs:boolean"),
    "broker": object(
      "uptime:number requests:integer services:[service] workers:[object] clients:[object]? slow:[object]?", "uptime is in seconds."),
    "service": object(
      "name workers:integer inFlight:integer? credit:integer? queued:integer?",
      "credit is the number of requests that the workers accept at once, queued that of waiting requests."),
    "statistics": object(
      statistics + " answered:integer? rates:object?", "Sums over the workers of a service. top adds the number that answered, and rates."),
    "timers": object("answer:timer? fetch:timer?", "Durations of operations: answer, fetch and others."),
    "timer": object(
      "count:integer p50:number? p90:number? p99:number? max:number? recent:recent?",
      "Durations since the start, in milliseconds; percentiles are those of the slowest worker."),
    "recent": object("count:integer seconds:number p50:number? p99:number?", "Durations of the last seconds."),
    "server": object(
      "origin circuit failingSince:time? retryAfter:integer? reason? inFlight:integer limit:integer queued:integer rate:number pid:integer?",
      "A server that a fetcher asks. retryAfter is in seconds."),
    "workers": object("service workers:integer processes:[worker]"), "worker": object("pid:integer executable:string|null"),
    "process": object(
      "name state pid:integer|null restarts:integer? since:time? age:number? cpu:number? load:number?", "Times are in seconds."),
  ]

  /// Errors with `--json`: problem documents (RFC 9457).
  private static let error = document(
    "Holocron error",
    object(
      """
      type title status:integer detail? reason:reason? field? source:string|object? subject? service? origin? \
      originStatus:integer? originDetail? failingSince:time? name? kinds:[string]? instead? endpoint? example? suggestions:[string]? \
      candidates:[candidate]? matches:integer? program? limit:integer?
      """,
      """
      A problem document (RFC 9457). type says what happened, as a URN: urn:holocron:not-found. field is the invalid argument or setting, and \
      source that of a setting. candidates are the first of the matches of an ambiguous name. limit is the time of a request in \
      milliseconds. origin and originStatus say which origin failed, and how it answered.
      """))

  /// Returns the schema of an object with `members`, such as `name pid:integer|null time:time? marks:[mark]`: each has its type, that of text by
  /// default, and a question mark if it may be missing.
  private static func object(_ members: String, _ description: String? = nil) -> JSON {
    var (properties, required): (JSON.Object, [JSON]) = ([:], [])
    for word in members.split(separator: " ") {
      let halves = word.split(separator: ":").map { String($0.hasSuffix("?") ? $0.dropLast() : $0) }
      properties[halves[0]] = type(halves.count > 1 ? halves[1] : "string")
      if !word.hasSuffix("?") { required.append(.string(halves[0])) }
    }
    var schema: JSON.Object = ["type": "object", "properties": .object(properties), "required": .array(required)]
    schema["description"] = description.map { .string($0) }
    return .object(schema)
  }

  private static func type(_ word: String) -> JSON {
    if word.hasPrefix("[") { return array(of: type(String(word.dropFirst().dropLast()))) }
    switch word {
    case "any": return [:]
    case "time": return ["type": "string", "format": "date-time"]
    case "string", "integer", "number", "boolean", "object": return ["type": .string(word)]
    default:
      let choices = word.split(separator: "|").map { JSON.string(String($0)) }
      return choices.count > 1 ? ["type": .array(choices)] : ["$ref": .string("#/$defs/\(word)")]
    }
  }

  private static func array(of items: JSON) -> JSON { ["type": "array", "items": items] }

  private static func list(_ title: String, of items: JSON) -> JSON { document(title, array(of: items)) }
  private static func union(_ title: String, _ choices: [JSON]) -> JSON { document(title, ["anyOf": .array(choices)]) }
  private static func document(_ title: String, _ members: String) -> JSON { document(title, object(members)) }

  /// Returns a schema with those of `definitions` that it refers to.
  private static func document(_ title: String, _ body: JSON) -> JSON {
    var schema: JSON.Object = ["$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title)]
    for member in body.object ?? [:] { schema[member.name] = member.value }
    var (needed, texts): (JSON.Object, [String]) = ([:], [body.text()])
    while let text = texts.popLast() {
      for member in definitions where needed[member.name] == nil && text.contains("\"#/$defs/\(member.name)\"") {
        needed[member.name] = member.value
        texts.append(member.value.text())
      }
    }
    if !needed.isEmpty { schema["$defs"] = .object(needed) }
    return .object(schema)
  }
}
