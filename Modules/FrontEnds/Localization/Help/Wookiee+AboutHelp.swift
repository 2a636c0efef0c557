extension Wookiee {
  public var helpTables: [[String: String]] {
    [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.topicsHelp, Self.explorerHelp]
  }

  /// The help of the program itself, its common options and its exit codes, by English text.
  static let aboutHelp: [String: String] = [
    // The list of commands
    "Holocron: a Star Wars encyclopedia for the terminal": "Holocron: mawrruwruuhn Star Wars haahngrurgh",
    "Usage": "Rroarghrawgh",
    "Explore": "Kraawrr",
    "Run": "Hruuwh",
    "About": "Ramuurgh",
    "Options": "Hawmuurgh",
    "Examples": "Hrawhuuwh",
    "Common options": "Raaaa hawmuurgh",
    "Found on PATH": "PATH",
    "Run the program holocron-NAME": "Huwaaa holocron-NAME",
    "Without a command": "Aarrh kraawr",
    "Run holocron help COMMAND for details; other topics: exit-codes, environment, files.":
      "Aarrragghuuhw: holocron help COMMAND; exit-codes, environment, files.",
    "Usage: holocron COMMAND [OPTIONS]": "Rroarghrawgh: holocron COMMAND [OPTIONS]",
    "For example: holocron show luke": "Hrawhuuwh: holocron show luke",
    "All commands: holocron help": "Raaaa kraawr: holocron help",
    "code": "grawgh",
    "meaning": "rruhhroar",
    "the films in story order": "ruumoahn, ghraaw rroograh",
    "a record by name": "rroo, ruhh",
    "any field, typos allowed": "hroowh muurghhroargh, gruugh",
    "browse in full screen": "kraawrr, raaaa huwhwoogh",
    "Try": "Magh",

    // Common options
    "Set the output format: table (default on a terminal), plain (tab-separated, default in a pipe), json, jsonl, csv or markdown":
      "Wawwhwraarr: table (haahngrurgh), plain (rrakk, haar), json, jsonl, csv wuh markdown",
    "Print JSON (same as --output json), including errors": "JSON (--output json), hroawurr",
    "Print the results of a jq expression for the JSON: strings without quotation marks": "jq, JSON: wuur, aarrh hraahnwuuwh",
    "Use colour: auto, always (also in a pipe) or never; auto respects NO_COLOR and CLICOLOR_FORCE":
      "Hrahnmurgh: auto, always (haar) wuh never; auto: NO_COLOR, CLICOLOR_FORCE",
    "Set the time limit of the command (default 15); for top and watch, of each request": "Hrrm rrawr (15); top, watch: hraaw",
    "Print only errors to standard error, no notes": "Hrawr hroawurr",
    "Don't send long output to a pager": "Aarrh hrahnhaah",
    "Show help for the command, with examples": "Aarrragghuuhw kraawr, hrawhuuwh",
    "Print the name and the version of this program; with --json, also those of libraries": "Ruhh, wruuwrargh; --json: wrawrawr",

    // Common options of all programs
    "Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)":
      "Hrooo ipc:///path wuh tcp://host:port (HOLOCRON_BUS, wuh wruh hrooo)",
    "Don't start holocron-node if nothing is running": "Aarrh huwaaa holocron-node",
    "Set the language: en, es, de, fr, ja, x-wookiee (default: your locale, if available)":
      "Shyriiwook: en, es, de, fr, ja, x-wookiee (rruugruuh)",
    "Set the units: metric (default) or imperial": "Aarrhn: metric (wroahawr) wuh imperial",

    // Exit codes
    "success": "wyaaa",
    "failure not covered by another code": "wuuwaar uugghh",
    "invalid command line or request; nothing was done": "uugghh kraawr wuh hraaw; aarrh wuhnwoohn",
    "no such record, page or name": "aarrh rroo, aarrh rruh, aarrh ruhh",
    "the name matches several records; they are listed": "ruhh woor rroo; rrooarr",
    "no answer available: no bus, no worker, or the origin is down": "aarrh roorrurr: aarrh hrooo, aarrh rrgh, wuh aarrh orrgh",
    "timed out before the answer was complete": "hrrm gaahh, aarrh roorrurr",
    "a limit of a load test or of a comparison was crossed": "grrah rawwh wuh wuurgh, rrawr",
    "interrupted (Ctrl-C)": "hnnn (Ctrl-C)",
    "terminated (SIGTERM)": "raaaah (SIGTERM)",

    // holocron config
    "Show or change the settings and their sources": "Wuuh wuh wuhnwoohn hroowawr, rroahaar",
    """
    Options override the environment, the environment overrides the file of the project, that file overrides the file of the user, that \
    file overrides the file of the system, and all of them override the defaults. path prints where the files are. HOLOCRON_CONFIG names \
    the only file that is read.
    """: """
    Hawmuurgh, gruuhrawrooh, groagh graawrurgh, groagh hrar, groagh mawrruhn, wroahawr: rrruh rrruh. path wuuh groagh. HOLOCRON_CONFIG \
    hrawr groagh.
    """,
    """
    set checks the key and the value, and leaves the rest of the file as it is. Without an option, set, unset and edit change the file of \
    the user. The file of a project is .holocron.json in the working directory or the nearest folder above; it may only set how things are \
    shown. Running services read changed settings after holocron restart.
    """: """
    set wrawmoar hruwh, hrahroorr; wuuwaar hroarraahn. Aarrh hawmuurgh: set, unset, edit groagh hrar. Groagh graawrurgh .holocron.json, \
    rruwhgrawh wuh rruwhgrawh aahn; hrawr wuuh. Rrooarr rowr: holocron restart.
    """,
    "all settings": "raaaa hroowawr",
    "change a setting": "wuhnwoohn hroowawr",
    "a setting of a service": "hroowawr rrooarr",
    "one value": "hrahroorr",
    "back to the default": "wroahawr",
    "for a folder": "rruwhgrawh",
    "With get, also print the source of the value; show always prints it": "get: rroahaar hrahroorr; show hraahroor",

    // holocron config --project, --system
    "Write .holocron.json of this project": "Mugh .holocron.json graawrurgh",
    "Write the file of the system": "Mugh groagh mawrruhn",

    // holocron usage
    "Count the commands you run (kept on this machine)": "Wurr kraawr (woowoohn)",
    """
    The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is \
    recorded, and nothing is ever sent. clear starts again at zero; off removes the counts.
    """: """
    Wurr wuwh; rrruh hrahn. Kraawr wurr ruuh, groagh rruwhgrawh. Aarrh wuuwaar, aarrh maah. clear waahn; off uughgh wurr.
    """,
    "start counting": "huwaaa wurr",
    "how often each command was run": "wurr kraawr",

    // holocron schema
    "Print the JSON Schema of the output of --json": "Wuuh JSON Schema --json",
    """
    Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind. list \
    is the schema of lists, COMMAND that of another command, such as status, and error that of the errors on standard error.
    """: """
    Wuuh JSON Schema (draft 2020-12) rroo --json. Aarrh KIND: raaaa rruh. list rrooarr, COMMAND hrrwaah (status), error \
    hroawurr wawwhwraarr.
    """,
    "for any record": "hroowh rroo",
    "for a person": "rraarrrruurr",
    "for holocron search --json": "holocron search --json",

    // holocron completion
    "Print a completion script for a shell": "Wuuh hoahhoarruugh haagrawgh",
    """
    The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, and names of \
    records if a bus is running. The shell reads it at its start; Scripts/install installs it for all three.
    """: """
    Rooraar kraawr, holocron-NAME PATH, hawmuurgh, hrahroorr, ruhh rroo hrooo. Haagrawgh huwaaa; Scripts/install raaaa wraahruuh.
    """,
    "for ~/.bashrc: source <(holocron completion bash)": "~/.bashrc: source <(holocron completion bash)",
    "for ~/.zshrc, after compinit: source <(holocron completion zsh)": "~/.zshrc, gaahh compinit: source <(holocron completion zsh)",
    "for ~/.config/fish/completions/holocron.fish": "~/.config/fish/completions/holocron.fish",

    // holocron version
    "Print the version": "Wuuh wruuwrargh",
    "as JSON, with the versions of libzmq and Swift": "JSON, wruuwrargh libzmq, Swift",

    // holocron help
    "Show help for a command, or list exit codes, variables or files": "Wuuh aarrragghuuhw kraawr, wuh rrooarr grawgh, huwaa, rroo",
    "help for one command": "aarrragghuuhw kraawr",
    "the exit codes for scripts": "grawgh, hahawgh",
    "the variables that holocron reads": "huwaa holocron",
  ]
}
