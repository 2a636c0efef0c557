extension French {
  public var helpTables: [[String: String]] {
    [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.topicsHelp, Self.explorerHelp]
  }

  /// The frame of the help, the common options, the exit codes, and the help of the commands about Holocron itself, by English text.
  static let aboutHelp: [String: String] = [
    "Holocron: a Star Wars encyclopedia for the terminal": "Holocron : une encyclopédie Star Wars pour le terminal",
    "Usage": "Syntaxe",
    "Explore": "Explorer",
    "Run": "Faire fonctionner",
    "About": "À propos",
    "Found on PATH": "Trouvés dans PATH",
    "Run the program holocron-NAME": "Lancer le programme holocron-NAME",
    "Options": "Options",
    "Common options": "Options communes",
    "Without a command": "Sans commande",
    "Examples": "Exemples",
    "Run holocron help COMMAND for details; other topics: exit-codes, environment, files.":
      "Pour plus de détails : holocron help COMMAND ; autres sujets : exit-codes, environment, files.",
    "Usage: holocron COMMAND [OPTIONS]": "Syntaxe : holocron COMMAND [OPTIONS]",
    "For example: holocron show luke": "Par exemple : holocron show luke",
    "All commands: holocron help": "Toutes les commandes : holocron help",
    "the films in story order": "les films dans l’ordre de l’histoire",
    "a record by name": "une fiche par son nom",
    "any field, typos allowed": "n’importe quel champ, fautes de frappe admises",
    "browse in full screen": "parcourir en plein écran",
    "Try": "À essayer",
    "Set the output format: table (default on a terminal), plain (tab-separated, default in a pipe), json, jsonl, csv or markdown": """
    Choisir le format de sortie : table (par défaut sur un terminal), plain (séparé par des tabulations, par défaut dans un tube), json, \
    jsonl, csv ou markdown
    """,
    "Print JSON (same as --output json), including errors": "Afficher du JSON (comme --output json), même pour les erreurs",
    "Print the results of a jq expression for the JSON: strings without quotation marks":
      "Afficher les résultats d’une expression jq appliquée au JSON : les textes sans guillemets",
    "Use colour: auto, always (also in a pipe) or never; auto respects NO_COLOR and CLICOLOR_FORCE":
      "Utiliser des couleurs : auto, always (même dans un tube) ou never ; auto respecte NO_COLOR et CLICOLOR_FORCE",
    "Set the time limit of the command (default 15); for top and watch, of each request":
      "Fixer la limite de temps de la commande (15 par défaut) ; pour top et watch, de chaque requête",
    "Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)":
      "Se connecter à ipc:///path ou tcp://host:port (par défaut : HOLOCRON_BUS, sinon votre propre bus)",
    "Don't start holocron-node if nothing is running": "Ne pas démarrer holocron-node si rien n’est en marche",
    "Set the language: en, es, de, fr, ja, x-wookiee (default: your locale, if available)":
      "Choisir la langue : en, es, de, fr, ja, x-wookiee (par défaut : celle de votre système, si disponible)",
    "Set the units: metric (default) or imperial": "Choisir les unités : metric (par défaut) ou imperial",
    "Print only errors to standard error, no notes": "N’écrire que les erreurs sur la sortie d’erreur, pas de remarques",
    "Don't send long output to a pager": "Ne pas envoyer les longues sorties à un pageur",
    "Show help for the command, with examples": "Afficher l’aide de la commande, avec des exemples",
    "Print the name and the version of this program; with --json, also those of libraries":
      "Afficher le nom et la version de ce programme ; avec --json, aussi les versions des bibliothèques",
    "code": "code",
    "meaning": "signification",
    "success": "succès",
    "failure not covered by another code": "échec sans code particulier",
    "invalid command line or request; nothing was done": "ligne de commande ou requête non valide ; rien n’a été fait",
    "no such record, page or name": "fiche, page ou nom introuvable",
    "the name matches several records; they are listed": "le nom correspond à plusieurs fiches ; elles sont listées",
    "no answer available: no bus, no worker, or the origin is down": "aucune réponse : pas de bus, pas d’agent, ou l’origine est en panne",
    "timed out before the answer was complete": "délai écoulé avant que la réponse soit complète",
    "a limit of a load test or of a comparison was crossed": "une limite d’un test de charge ou d’une comparaison a été franchie",
    "interrupted (Ctrl-C)": "interrompu (Ctrl-C)",
    "terminated (SIGTERM)": "terminé (SIGTERM)",
    "Show or change the settings and their sources": "Afficher ou modifier les réglages et leurs sources",
    """
    Options override the environment, the environment overrides the file of the project, that file overrides the file of the user, that \
    file overrides the file of the system, and all of them override the defaults. path prints where the files are. HOLOCRON_CONFIG \
    names the only file that is read.
    """: """
    Les options ont priorité sur l’environnement, l’environnement sur le fichier du projet, celui-ci sur le fichier de l’utilisateur, \
    celui-ci sur le fichier du système, et tous sur les valeurs par défaut. path affiche l’emplacement des fichiers. HOLOCRON_CONFIG \
    désigne le seul fichier lu.
    """,
    """
    set checks the key and the value, and leaves the rest of the file as it is. Without an option, set, unset and edit change the file \
    of the user. The file of a project is .holocron.json in the working directory or the nearest folder above; it may only set how \
    things are shown. Running services read changed settings after holocron restart.
    """: """
    set vérifie la clé et la valeur, et laisse le reste du fichier tel quel. Sans option, set, unset et edit modifient le fichier de \
    l’utilisateur. Le fichier d’un projet est .holocron.json, dans le dossier de travail ou le plus proche au-dessus ; il ne peut \
    régler que l’affichage. Les services en marche lisent les réglages modifiés après holocron restart.
    """,
    "all settings": "tous les réglages",
    "change a setting": "modifier un réglage",
    "a setting of a service": "un réglage d’un service",
    "one value": "une valeur",
    "back to the default": "revenir à la valeur par défaut",
    "for a folder": "pour un dossier",
    "With get, also print the source of the value; show always prints it":
      "Avec get, afficher aussi la source de la valeur ; show l’affiche toujours",
    "Write .holocron.json of this project": "Écrire dans le fichier .holocron.json de ce projet",
    "Write the file of the system": "Écrire dans le fichier du système",
    "Count the commands you run (kept on this machine)": "Compter les commandes lancées (sur cette machine seulement)",
    """
    The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is \
    recorded, and nothing is ever sent. clear starts again at zero; off removes the counts.
    """: """
    Les compteurs sont désactivés jusqu’à ce que vous les activiez. Ensuite, chaque commande compte ses appels dans un fichier du \
    dossier d’état. Rien d’autre n’est enregistré, et rien n’est jamais envoyé. clear recommence à zéro ; off supprime les comptes.
    """,
    "start counting": "commencer à compter",
    "how often each command was run": "combien de fois chaque commande a été lancée",
    "Print the JSON Schema of the output of --json": "Afficher le schéma JSON de la sortie de --json",
    """
    Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind. list \
    is the schema of lists, COMMAND that of another command, such as status, and error that of the errors on standard error.
    """: """
    Affiche le schéma JSON (brouillon 2020-12) d’une fiche telle que --json l’affiche. Sans KIND, le schéma accepte les fiches de tous \
    les types. list est le schéma des listes, COMMAND celui d’une autre commande, comme status, et error celui des erreurs \
    sur la sortie d’erreur.
    """,
    "for any record": "pour toute fiche",
    "for a person": "pour un personnage",
    "for holocron search --json": "pour holocron search --json",
    "Print a completion script for a shell": "Afficher un script de complétion pour un shell",
    """
    The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, and names of \
    records if a bus is running. The shell reads it at its start; Scripts/install installs it for all three.
    """: """
    Le script complète les commandes, y compris les programmes holocron-NAME dans PATH, les sous-commandes, les options, leurs valeurs \
    et, si un bus est en marche, les noms des fiches. Le shell le lit à son démarrage ; Scripts/install l’installe pour les trois.
    """,
    "for ~/.bashrc: source <(holocron completion bash)": "pour ~/.bashrc : source <(holocron completion bash)",
    "for ~/.zshrc, after compinit: source <(holocron completion zsh)": "pour ~/.zshrc, après compinit : source <(holocron completion zsh)",
    "for ~/.config/fish/completions/holocron.fish": "pour ~/.config/fish/completions/holocron.fish",
    "Print the version": "Afficher la version",
    "as JSON, with the versions of libzmq and Swift": "en JSON, avec les versions de libzmq et de Swift",
    "Show help for a command, or list exit codes, variables or files":
      "Afficher l’aide d’une commande, ou lister les codes de retour, les variables ou les fichiers",
    "help for one command": "l’aide d’une commande",
    "the exit codes for scripts": "les codes de retour, pour les scripts",
    "the variables that holocron reads": "les variables que lit holocron",
  ]
}
