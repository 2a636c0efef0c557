import Client
import Contracts
import Localization
import OrderedJSON
import Presentation

/// JSON Schemas (draft 2020-12) of documents other than records. Members may be added in later versions, so unknown ones are valid.
enum OutputSchema {
  /// `holocron search --json`
  static let search = document(
    "Holocron search", required: ["query", "count", "matches", "coverage"],
    [
      "query": ["type": "string"],
      "correction": ["type": "string", "description": "The query with corrections for words that are not in the catalogue."],
      "count": count("Number of matching records, of which matches are the best."), "matches": list(of: "match"),
      "coverage": object(
        "How much of the catalogue is indexed.", required: ["records", "complete", "asked-origin"],
        [
          "records": count("Number of indexed records."), "of": count("Number of records of the catalogue, once known."),
          "complete": ["type": "boolean"], "asked-origin": ["type": "boolean"], "origin": ["type": "string"], "warning": ["type": "string"],
        ]),
    ], definitions: ["match": match, "measure": measure])

  /// `holocron status --json`
  static let status = document(
    "Holocron status", required: ["endpoint", "broker", "servers", "workers"],
    [
      "endpoint": ["type": "string", "description": "Address of the bus."],
      "broker": object(
        "Statistics of the broker.", required: ["uptime", "requests", "services"],
        [
          "uptime": ["type": "number", "description": "Seconds."], "requests": count("Number of requests since the start."),
          "services": list(of: "service"),
        ]),
      "cache": statistics("all cache workers"), "fetch": statistics("all fetchers"), "search": statistics("all search workers"),
      "servers": ["type": "array", "description": "The servers that fetchers ask.", "items": ["type": "object"]],
      "workers": list(of: "workers"),
      "processes": ["type": "object", "description": "The state of the supervisor, if there is one."],
    ],
    definitions: [
      "service": object(
        "A service and its queue.", required: ["name", "workers"],
        [
          "name": ["type": "string"], "workers": count("Number of workers."), "inFlight": count("Number of requests in progress."),
          "credit": count("Number of requests that the workers accept at once."), "queued": count("Number of waiting requests."),
        ]),
      "timer": object(
        "Durations since the start, in milliseconds; percentiles are those of the slowest worker.", required: ["count"],
        [
          "count": count("Number of durations."), "p50": ["type": "number"], "p90": ["type": "number"], "p99": ["type": "number"],
          "max": ["type": "number"],
          "recent": object(
            "The durations of the last seconds.", required: ["count", "seconds"],
            [
              "count": count("Number of durations."), "seconds": ["type": "number", "description": "Length of the interval."],
              "p50": ["type": "number", "description": "Absent if there are no durations."],
              "p99": ["type": "number", "description": "Absent if there are no durations."],
            ]),
        ]),
      "workers": object(
        "The workers of a service.", required: ["service", "workers", "processes"],
        [
          "service": ["type": "string"], "workers": count("Number of workers."),
          "processes": [
            "type": "array",
            "items": object(
              "A process of this machine.", required: ["pid", "executable"],
              ["pid": ["type": "integer"], "executable": ["type": ["string", "null"]]]),
          ],
        ]),
    ])

  private static let mistakes = UsageMistake.allCases.map(\.rawValue) + SettingMistake.Form.allCases.map(\.rawValue)
  private static let reasons = ProblemReason.allCases.map(\.rawValue) + FrontEndReason.allCases.map(\.rawValue)

  /// Errors with `--json`: problem documents (RFC 9457).
  static let error = document(
    "Holocron error", required: ["type", "title", "status"],
    [
      "type": ["type": "string", "description": "What happened, as a URN: urn:holocron:not-found."], "title": ["type": "string"],
      "status": ["type": "integer", "minimum": 400, "description": "Status as in HTTP."], "detail": ["type": "string"],
      "field": ["type": "string", "description": "The invalid argument or setting."],
      "service": ["type": "string", "description": "The service without a worker."],
      "mistake": ["enum": .array(mistakes.map { .string($0) })],
      "value": ["type": "string", "description": "The mistaken word, or the invalid value of an option or a setting."],
      "source": ["type": ["string", "object", "array"], "description": "The source of an invalid setting."],
      "words": ["type": "array", "items": ["type": "string"], "description": "Other words that the detail names."],
      "choices": ["type": "array", "items": ["type": "string"], "description": "The words or values to choose from."],
      "minimum": ["type": "number", "description": "The least valid value of an option."],
      "maximum": ["type": "number", "description": "The greatest valid value of an option, if there is one."],
      "exclusiveMinimum": ["type": "number", "description": "The value that a valid one of an option is greater than."],
      "minLength": ["type": "integer", "description": "The minimum length of an option that takes any text, in characters."],
      "unit": ["const": "s", "description": "The unit of the value of an option, if it has one."],
      "usage": ["type": "array", "items": ["type": "string"], "description": "The forms of the command line."],
      "example": ["type": "string", "description": "A command line for text that begins with a dash."],
      "instead": ["type": "string", "description": "What to write in a query instead."],
      "reason": [
        "enum": .array(reasons.map { .string($0) }), "description": "Why the problem occurred.",
      ],
      "subject": ["type": "string", "description": "What was requested: people/1, people or kinds."],
      "origin": ["type": "string", "description": "The origin that failed, or that the running fleet uses."],
      "origin-status": ["type": "integer", "description": "The status of its response."],
      "name": ["type": "string", "description": "The name that no record has, or the mistaken name in a query."],
      "endpoint": ["type": "string", "description": "The endpoint of the bus."],
      "suggestions": ["type": "array", "items": ["type": "string"]], "candidates": list(of: "candidate"),
      "pid": ["type": "integer", "description": "The ID of the process that the detail names."],
      "program": ["type": "string", "description": "Its program, or the editor."],
      "process": ["type": "string", "description": "Its name in the fleet."],
      "processes": ["description": "The processes that the detail names."],
      "services": ["type": "array", "items": ["type": "string"], "description": "The services that have not started."],
      "log": ["type": "string", "description": "The log to look at."],
      "logs": ["type": "string", "description": "The folder of the logs."],
      "cause": ["type": "string", "description": "What a process has written last, or why a file cannot be written."],
      "command": ["type": "string", "description": "The command that helps, or that cannot be carried out."],
      "options": ["type": "string", "description": "The options for another fleet."],
      "file": ["type": "string", "description": "The file to import or to change."],
      "kinds": ["type": "array", "items": ["type": "string"], "description": "The kinds that have the field."],
      "folder": ["type": "string", "description": "The folder that does not exist."],
      "limit": ["type": "integer", "description": "The maximum size of the file in bytes, or the time of a request in milliseconds."],
      "matches": count("Number of candidates, of which the first are listed."),
    ],
    definitions: [
      "candidate": object(
        "A record with the ambiguous name.", required: ["kind", "id", "name"],
        ["kind": ["type": "string"], "id": id, "name": ["type": "string"]])
    ])

  private static let id: JSON = ["type": "integer", "minimum": 1]

  private static let match = object(
    "A record that matches.", required: ["kind", "id", "name", "marks"],
    [
      "kind": ["type": "string"], "id": id, "name": ["type": "string"],
      "field": ["type": "string", "description": "Key of the matching field, or of the field by which the matches are sorted."],
      "excerpt": ["type": "string", "description": "The matching part of the field."],
      "marks": [
        "type": "array", "description": "First character and the one after the last of each match in the excerpt, or in the name.",
        "items": ["type": "array", "items": ["type": "integer", "minimum": 0]],
      ],
      "quantity": list(of: "measure"),
    ])

  private static let measure = object(
    "An amount or a range.", required: ["value"],
    ["value": ["type": "number"], "upTo": ["type": "number"], "unit": ["type": "string"], "place": ["type": "string"]])

  private static func count(_ description: String) -> JSON {
    ["type": "integer", "minimum": 0, "description": .string(description)]
  }

  private static func list(of definition: String) -> JSON { ["type": "array", "items": ["$ref": .string("#/$defs/\(definition)")]] }

  private static func statistics(_ worker: String) -> JSON {
    object(
      "Statistics of \(worker).", required: [],
      [
        "counters": ["type": "object"], "gauges": ["type": "object"], "uptime": ["type": "number"],
        "timers": [
          "type": "object", "description": "Durations of operations: answer, fetch and others.",
          "properties": ["answer": ["$ref": "#/$defs/timer"], "fetch": ["$ref": "#/$defs/timer"]],
        ],
      ])
  }

  private static func object(_ description: String, required: [String], _ properties: JSON.Object) -> JSON {
    [
      "type": "object", "description": .string(description), "properties": .object(properties),
      "required": .array(required.map(JSON.string)),
    ]
  }

  private static func document(_ title: String, required: [String], _ properties: JSON.Object, definitions: JSON.Object) -> JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title), "type": "object",
      "properties": .object(properties), "required": .array(required.map(JSON.string)), "$defs": .object(definitions),
    ]
  }
}
