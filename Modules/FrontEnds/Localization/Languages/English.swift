/// English. The texts in Models are English, so no vocabulary is needed.
public struct English: Language {
  public init() {}
  public let code = "en"
  public let name = "English"
  public let plurals = PluralRule.one
  public var vocabulary: Vocabulary { Vocabulary() }

  public let figures = NumberFormat(
    grouping: ",", decimal: ".",
    dates: DateFormat(
      [.day, " ", .month, " ", .year],
      months: [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
      ]))

  public let answers = AnswerWords(yes: "y", "yes", no: "n")
  public var texts: [String: String] { [:] }
}
