extension Wookiee {
  /// The help of the commands that explore the catalogue, by English text.
  static let catalogueHelp: [String: String] = [
    // films, people, planets, species, vehicles, starships
    "List films": "Rrooarr ruumoahn",
    "List people": "Rrooarr rruurruuwh",
    "List planets": "Rrooarr grahaar",
    "List species": "Rrooarr moowhhraahn",
    "List vehicles": "Rrooarr hraahuh",
    "List starships": "Rrooarr hawghgrarrrroarr",
    "List the records of a kind": "Rrooarr rroo rruh",
    """
    Lists ten records per page, sorted by the first key of --sort unless another is chosen. Records without a value for the sort key \
    come last. With --fields, JSON and CSV also have the kind and the ID. With --all, the exit code is 1 if the list is incomplete.
    """: """
    Rrooarr rragh rroo rruh, ghraaw --sort rrruh hruwh, wuh wuuwaar hruwh. Rroo aarrh hrahroorr: gaahh. --fields: JSON, CSV, rruh, ID. --all: \
    muawa huh, 1.
    """,
    "Keys": "Hruwh",
    "all records": "raaaa rroo",
    "the number of records": "wurr rroo",
    "in another order": "wuuwaar ghraaw",
    "names, by an expression of jq": "ruhh, jq",
    "Sort by this field": "Ghraaw muurghhroargh",
    "Reverse the order": "Waarhg",
    "Show page N, from 1": "Rruh N, rrruh 1",
    "Show all pages": "Raaaa rruh",
    "Show only records whose name contains these words": "Hrawr rroo, ruhh ruhh",

    // holocron show
    "Show one record, by reference or by name": "Wuuh rroo, gruroaghwur wuh ruhh",
    """
    Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a name \
    with these words, or a name that contains it. If several records match, they are listed and the exit code is 4.
    """: """
    Hrrwaah ruhh raaaa rruh, aarrh hrurroagh, aarrh woawuuhaarr: hroarraahn ruhh, wuh rrruh, wuh ruhh, wuh groahn. Woor rroo: rrooarr, \
    grawgh 4.
    """,
    "by reference": "gruroaghwur",
    "by name": "ruhh",
    "a planet, as JSON": "haarrawhn, JSON",
    "only some fields": "hrawr rrar muurghhroargh",
    "one value, by an expression of jq": "hrahroorr, jq",
    "as a SWAPI server sends it": "ughuu SWAPI",
    "with the server that sent it": "ughuu wuuh",
    "Print the record's server and the copy's age to standard error": "Wuuh ughuu rroo, raah hnngh, hroawurr wawwhwraarr",

    // holocron search
    "Find records of all kinds by name or by any field": "Hrrwaah rroo raaaa rruh, ruhh wuh hroowh muurghhroargh",
    """
    Matches in names rank above matches in other fields; case, accents and small typos are ignored. With --sort, records without a value \
    come last.
    """: """
    Ruhh rrruh, muurghhroargh gaahh; aarrh graawh, aarrh hrurroagh, wraawuwh gruugh. --sort: aarrh hrahroorr, gaahh.
    """,
    """
    Filters narrow a search. FIELD:WORD finds records whose field contains the word: homeworld:tatooine. FIELD=VALUE compares the whole \
    value: gender=male. FIELD>NUMBER, >=, < and <= compare numbers and dates: 'mass>100'; a list such as films is compared by its length: \
    'films>=3'. kind:people,planets chooses kinds. A dash before a word or a filter excludes what it finds: 'luke -droid', 'skywalker \
    -gender:male'. "death star" is a phrase. Quote a search that has a dash, <, > or double quotes.
    """: """
    Aargh wraawuwh hrrwaah. FIELD:WORD muurghhroargh ruhh: homeworld:tatooine. FIELD=VALUE hroarraahn hrahroorr: gender=male. FIELD>NUMBER, \
    >=, <, <= wuurgh roorrraawh, rroawh: 'mass>100'; rrooarr films wuurgh ruuhnrruugh: 'films>=3'. kind:people,planets rruh. Hrarr ruhh wuh \
    aargh aarrh: 'luke -droid', 'skywalker -gender:male'. "death star" hroamaawh. Hrarrawrr hrrwaah hrarr, <, >, hraahnwuuwh.
    """,
    "Searches are saved for holocron history, unless --no-remember is given.": "Hrrwaah mugh: holocron history; aarrh: --no-remember.",
    "Tatooine and its people": "Tatooine, rruurruuwh",
    "with a filter": "aargh",
    "only filters": "hrawr aargh",
    "the heaviest first": "hruuwroorgh rrruh",
    "Skywalkers who are not men": "Skywalker aarrh wroahn",
    "a phrase, but no films": "hroamaawh, aarrh ruumoahn",
    "Show only records of this kind": "Hrawr rroo rruh",
    "Sort by this field instead of by relevance: name, or a sort key of a kind, such as mass":
      "Ghraaw muurghhroargh aarrh wrarrumarr: name, wuh ghraaw hruwh rruh, mass",
    "Reverse the order of --sort": "Waarhg --sort",
    "Show at most N records (default 20)": "Rroo rrawr N (20)",
    "Don't save the search to the history": "Aarrh mugh hrrwaah",

    // holocron suggest
    "Complete text to names of records": "Rooraar ruhh rroo",
    "For completion in shells and editors. Without TEXT, recommends records; the recommendations change once a day.":
      "Rooraar haagrawgh, hrawhgrurr. Aarrh TEXT: wyaaaaaa rroo, wuuwaar wrawwhrrurr raagh.",
    "names that start with mil": "ruhh mil",
    "today's recommendations": "wyaaaaaa ruhaarr",
    "only the references": "hrawr gruroaghwur",
    "Suggest only records of this kind": "Hrawr rroo rruh wyaaaaaa",
    "Show at most N names (default 8)": "Ruhh rrawr N (8)",

    // holocron history
    "Show or clear the search history": "Wuuh wuh awwgh hrrwaah raaaahhgh",
    """
    Lists each search once, newest first, from all front-ends. remove deletes one search; clear deletes all: on a terminal it asks for \
    confirmation, otherwise it needs --yes.
    """: """
    Rrooarr hrrwaah, mawwh rrruh, raaaa haahngrurgh. remove hrrwaah; clear raaaa: haahngrurgh rrurghhoagh, wuh --yes.
    """,
    "recent searches": "hrrwaah raaaahhgh",
    "delete one search": "uughgh hrrwaah",
    "delete all searches": "uughgh raaaa hrrwaah",
    "Show at most N searches (default 1000)": "Hrrwaah rrawr N (1000)",
    "Clear without confirmation": "Awwgh, aarrh rrurghhoagh",

    // holocron favourites
    "Show, add or remove favourites": "Wuuh, muaa wuh uughgh muaarga",
    """
    Lists the favourites in the order in which they were added. The explorer shows the same list. It is kept in holocron/favourites.json in \
    XDG_DATA_HOME (~/.local/share), with at most 1000 records.
    """: """
    Rrooarr muaarga, rrruh rrruh. Kraawrr hroarraahn rrooarr. Mugh holocron/favourites.json XDG_DATA_HOME (~/.local/share), rrawr 1000 rroo.
    """,
    "all favourites": "raaaa muaarga",
    "two records": "hoargh rroo",

    // holocron compare
    "Show two to six records side by side": "Wuurgh hoargh, wroorgh rroo",
    """
    Each argument is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. Fields \
    with the same name in different kinds share a row.
    """: """
    Gruroaghwur wuh ruhh, holocron show; hrarrawrr ruhh woor ruhh. Rrakk ruurr ≠. Muurghhroargh hroarraahn ruhh: hroarraahn ruurr.
    """,
    "two people": "hoargh rruurruuwh",
    "only what differs": "hrawr rrakk",
    "as JSON": "JSON",
    "Show only the rows that differ": "Hrawr ruurr rrakk",

    // holocron path
    "Show the shortest chain of references between two records": "Wuuh raaawr gruroaghwur hoargh rroo",
    """
    A and B are references or names, as for holocron show. Quote names of several words, or put 'to' between the two. References count in \
    both directions: a down arrow marks a field of the record above, an up arrow a field of the record in the same row.
    """: """
    A, B gruroaghwur wuh ruhh, holocron show. Hrarrawrr ruhh woor ruhh, wuh 'to'. Gruroaghwur roargh: huurh rrawhmur muurghhroargh rroo \
    rrruh, aahn rrawhmur muurghhroargh rroo ruurr.
    """,
    "names of several words": "ruhh woor ruhh",

    // holocron random
    "Show a random record": "Wuuh huurgh-aah rroo",
    "Every record is equally likely. Requests only the first page of each list and the page of the chosen record.":
      "Raaaa rroo hroarraahn. Hraaw hrawr rrruh rruh rrooarr, rruh rroo.",
    "any record": "hroowh rroo",
    "a species": "moowhhraahn",

    // holocron open
    "Open the origin's page of a record in a browser": "Ahwaa rroo rrawr",
    """
    Uses BROWSER, or else xdg-open. Without a graphical session, in a pipe and with --print, the URL is printed. The embedded catalogue has \
    no web pages.
    """: """
    BROWSER, wuh xdg-open. Aarrh grawhraagh, haar, --print: wuuh URL. Ruhh wuuh aarrh hrawwh.
    """,
    "in a browser": "rrawr",
    "only the URL": "hrawr URL",
    "Print the URL without opening it": "Wuuh URL, aarrh ahwaa",

    // holocron crawl
    "Show the opening crawl of a film": "Wuuh wwaaah wrar",
    """
    EPISODE is a number (4), a Roman numeral (IV) or a part of the title (empire). On a terminal the text scrolls as in the cinema: space \
    pauses, q or Ctrl-C quits. With --still, the text is printed at once. In a pipe, each paragraph is one line.
    """: """
    EPISODE roorrraawh (4), moagruuh (IV) wuh groahn mooruurr (empire). Haahngrurgh wwaaah waarmuurgh: rroarroahn hnnn, q wuh Ctrl-C \
    wuh-uuh. --still raaaa wuur. Haar: ruwaawrawh wrrh.
    """,
    "The embedded catalogue has crawls of its own, not the texts of the films. Other origins show theirs.":
      "Wuuh ruhh wuur; aarrh rroo. Hrooo huuh.",
    "scrolling, as in the cinema": "wwaaah, waarmuurgh",
    "as text": "wuur",
    "Print the text at once instead of scrolling": "Raaaa wuur, aarrh wwaaah",

    // holocron quiz
    "Answer questions about the catalogue": "Rrurghhoagh wuuh",
    """
    Each question has four choices: type a letter or a number, then Enter. An empty line skips the question, Ctrl-D or q ends the quiz. The \
    score is kept in holocron/quiz.json in XDG_DATA_HOME (~/.local/share). With --json, prints the questions with their answers.
    """: """
    Rrurghhoagh hruhn roorrurr: mawwroawh wuh roorrraawh, Enter. Aarrh ruhh: moowh rrurghhoagh, Ctrl-D wuh q wuh-uuh. Mugh rrawrrrar \
    holocron/quiz.json XDG_DATA_HOME (~/.local/share). --json: rrurghhoagh, roorrurr.
    """,
    "ten questions": "rragh rrurghhoagh",
    "three about starships": "wraahruuh hawghgrarrrroarr",
    "Set the number of questions (default 10)": "Rrurghhoagh N (10)",

    // holocron explore
    "Browse the catalogue in a full-screen explorer": "Kraawrr wuuh raaaa huwhwoogh",
    "Runs holocron-tui with all arguments that follow, including --help. In the explorer, press ? for help and q to quit.":
      "Huwaaa holocron-tui raaaa hawmuurgh, --help. Kraawrr: ? aarrragghuuhw, q wuh-uuh.",
    "start the explorer": "huwaaa kraawrr",
    "the options of the explorer": "hawmuurgh kraawrr",

    // --fields
    "Show only these fields, in this order, such as name,films": "Hrawr muurghhroargh, ghraaw, name,films",

    // --wire, --dialect
    "Print records as a SWAPI server sends them": "Rroo ughuu SWAPI",
    "With --wire, print records as servers of this dialect do: swapi, swapi-info, swapi-tech":
      "--wire: rroo ughuu huhawh: swapi, swapi-info, swapi-tech",

    // Options of the explorer
    "Open the results of a search": "Ahwaa hrrwaah",
    "Open the bus status: services, workers, queues, rates": "Ahwaa huwaa hrooo: rrooarr, rrgh, hoorr, huurr",
    "Set the theme: auto, dark, light, high-contrast, none (default: auto; respects NO_COLOR)":
      "Rrruuh: auto, dark, light, high-contrast, none (auto; NO_COLOR)",
    "Don't capture the mouse": "Aarrh skrrk",
    "Disable animations": "Aarrh wruumawwh",
    "Print plain lines of text, for screen readers and pipes": "Wuur wrrh, huwhwoogh grahoahn, haar",
    "Use the embedded catalogue without a bus; searches by name only": "Ruhh wuuh, aarrh hrooo; hrrwaah hrawr ruhh",
  ]
}
