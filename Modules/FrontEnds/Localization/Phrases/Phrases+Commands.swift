/// Tables of records, searches and favourites.
extension Phrase {
  public static var hitRatio: Phrase { "Hit ratio" }
  public static var removed: Phrase { "Removed" }
  public static var address: Phrase { "Address" }
  public static func entries(_ count: Int) -> Phrase { Phrase("{count} {count:entry|entries}", .number(count)) }
  public static func searches(_ count: Int) -> Phrase { Phrase("{count} {count:search|searches}", .number(count)) }
  public static var time: Phrase { "When" }
  public static var record: Phrase { "Record" }
  public static var recordName: Phrase { "Name" }
  public static var field: Phrase { "Field" }
  public static var relation: Phrase { "Via" }
}

/// Notes of commands, and questions.
extension Phrase {
  /// Number of results shown, of all results, and the option that shows more.
  public static func bestOnly(_ shown: Int, of all: Int, option: String) -> Phrase {
    Phrase("the best {shown} of {all} results; for more, use {option}", .number(shown), .number(all), .text(option))
  }
  /// Numbers of indexed records, and of all.
  public static func indexIncomplete(_ count: Int, of all: Int?) -> Phrase {
    Phrase("{index}; run `holocron cache warm` to fetch the rest.", .phrase(indexSize(count, of: all)))
  }
  public static func originSearched(_ count: Int, of all: Int?) -> Phrase {
    Phrase("{index}; the origin's own search was used, too.", .phrase(indexSize(count, of: all)))
  }
  private static func indexSize(_ count: Int, of all: Int?) -> Phrase {
    guard let all else { return Phrase("The index has {count} {count:record|records}", .number(count)) }
    return Phrase("The index has {count} of {all} {all:record|records}", .number(count), .number(all))
  }
  public static func opening(_ address: String) -> Phrase { Phrase("Opening {address}", .text(address)) }
  /// A record, its source, and the age of the copy in seconds.
  public static func recordSource(_ record: String, source: Phrase, age: Int?) -> Phrase {
    guard let age else { return Phrase("{record} is from {source}", .text(record), .phrase(source)) }
    return Phrase("{record} is from {source}, {age} old", .text(record), .phrase(source), .duration(age))
  }
  public static func purgeKind(_ kind: String) -> Phrase { Phrase("Purge all {kind}?", .text(kind)) }
}

/// Notes beside records and lists, and advice beside errors.
extension Phrase {
  /// Page number, number of pages, number of records with their noun, and the next page if there is one.
  public static func page(_ page: Int, of pages: Int, records: String, next: Int?) -> Phrase {
    guard let next else { return Phrase("Page {page} of {pages}, {records}", .number(page), .number(pages), .text(records)) }
    return Phrase(
      "Page {page} of {pages}, {records}; next page: --page {next}, all pages: --all", .number(page), .number(pages), .text(records),
      .number(next))
  }
  /// There are no records of the kind with this title.
  public static func noRecords(_ kind: String) -> Phrase { Phrase("There are no {kind:lower}.", .text(kind)) }
  /// No record of the kind with this title, or of any kind, has a name with these words.
  public static func noNames(_ kind: String?, _ text: String) -> Phrase {
    guard let kind else { return Phrase("No names match '{text}'.", .text(text)) }
    return Phrase("No {kind:lower} match '{text}'.", .text(kind), .text(text))
  }
  /// The text of a search that found nothing.
  public static func nothingFound(_ text: String) -> Phrase { Phrase("No results for '{text}'.", .text(text)) }
  /// Age of the records that are shown because the origin failed, and the status that it answered with; `nil` if they are unknown.
  public static func servedStale(age: Int?, status: Int?) -> Phrase {
    let reason = status.map { Phrase("the origin answered {status}", .number($0)) } ?? "no usable answer from the origin"
    guard let age else { return Phrase("{reason}; showing older data", .phrase(reason)) }
    return Phrase("{reason}; showing data from {age} ago", .phrase(reason), .age(age))
  }
  /// What may have been meant.
  public static func didYouMean(_ choices: [String]) -> Phrase { Phrase("Did you mean {choices}?", .choice(choices)) }
  public static func listWorkers(_ command: String) -> Phrase { Phrase("List the attached workers with: {command}", .text(command)) }
  /// A process listens on the endpoint of the bus but does not respond like a bus.
  public static var checkAddress: Phrase {
    "Check the address (--bus, HOLOCRON_BUS). If it is right, continue or restart the broker there."
  }
  public static func retryIn(seconds: Int) -> Phrase { Phrase("Try again in {seconds}.", .duration(seconds)) }
}

/// The quiz.
extension Phrase {
  /// The title of a kind, and the label of a field whose greatest value wins.
  public static func greatest(_ kind: String, _ field: String) -> Phrase {
    Phrase("Which of these {kind:lower} has the greatest {field:lower}?", .text(kind), .text(field))
  }
  /// The title of a kind. The labels of these fields do not fit into a sentence.
  public static func bornLast(_ kind: String) -> Phrase { Phrase("Which of these {kind:lower} was born last?", .text(kind)) }
  public static func longestSupplies(_ kind: String) -> Phrase {
    Phrase("Which of these {kind:lower} has supplies for the longest time?", .text(kind))
  }
  public static func mostPassengers(_ kind: String) -> Phrase {
    Phrase("Which of these {kind:lower} carries the most passengers?", .text(kind))
  }
  public static func largestCrew(_ kind: String) -> Phrase { Phrase("Which of these {kind:lower} has the largest crew?", .text(kind)) }
  public static func longestRotation(_ kind: String) -> Phrase {
    Phrase("Which of these {kind:lower} has the longest rotation period?", .text(kind))
  }
  public static func longestOrbit(_ kind: String) -> Phrase {
    Phrase("Which of these {kind:lower} has the longest orbital period?", .text(kind))
  }
  /// The label of a field that has one record, or several; and the name of the record that has the field.
  public static func single(_ field: String, of name: String) -> Phrase {
    Phrase("What is the {field:lower} of {name}?", .text(field), .text(name))
  }
  /// Number of a question, and of all.
  public static func number(_ question: Int, of questions: Int) -> Phrase {
    Phrase("{question} of {questions}", .number(question), .number(questions))
  }
  /// The right answer, and the command that shows the record.
  public static func wrong(_ answer: String, command: String) -> Phrase {
    Phrase("No: {answer} (see {command}).", .text(answer), .text(command))
  }
  /// The last letter that can be typed.
  public static func prompt(last: String) -> Phrase {
    Phrase("Type a letter from a to {last}, nothing to skip, or q to stop.", .text(last))
  }
  /// Numbers of right answers, and of questions.
  public static func score(_ right: Int, of count: Int) -> Phrase { Phrase("{right} of {count} right", .number(right), .number(count)) }
}

/// What a command is doing.
extension Phrase {
  /// A kind of records, or a record: `people`, `people/1`.
  public static func reading(_ name: String) -> Phrase { Phrase("reading {name}", .text(name)) }
  /// The time left in numbers: `2:05`, or seconds with their unit.
  public static func timeLeft(_ time: String) -> Phrase { Phrase("{time} left", .text(time)) }
  /// An amount in every second: `33/s`.
  public static func perSecond(_ amount: String) -> Phrase { Phrase("{amount}/s", .text(amount)) }
}
