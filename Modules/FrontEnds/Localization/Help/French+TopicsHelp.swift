extension French {
  /// The variables and files in `holocron help`, by English text.
  static let topicsHelp: [String: String] = [
    "Connect to the bus at this endpoint, as with --bus": "Se connecter au bus à cette adresse, comme avec --bus",
    "Connect workers to the bus at this endpoint": "Connecter les agents au bus à cette adresse",
    "Receive the events of the bus at this endpoint": "Recevoir les événements du bus à cette adresse",
    "Read this configuration file and no other": "Lire ce fichier de configuration et aucun autre",
    "Set the theme of colours, as with --theme": "Choisir le thème de couleurs, comme avec --theme",
    "Set the language, as with --lang": "Choisir la langue, comme avec --lang",
    "Set the units of measurement, as with --units": "Choisir les unités de mesure, comme avec --units",
    "Turn the mouse and the animations of the explorer on or off":
      "Activer ou désactiver la souris et les animations de l’explorateur (on, off)",
    "Set a setting of a service, such as HOLOCRON_CACHE_STORE; holocron config show lists all":
      "Définir un réglage d’un service, par exemple HOLOCRON_CACHE_STORE ; holocron config show les liste tous",
    "Show long output with this pager instead of less; cat or an empty value for none":
      "Afficher les longues sorties avec ce programme au lieu de less ; cat ou une valeur vide pour aucun",
    "Set the options of less; by default FRX and utf-8": "Définir les options de less ; par défaut FRX et utf-8",
    "Use the language of this locale, unless another is set":
      "Utiliser la langue de ces paramètres régionaux, sauf si une autre est choisie",
    "Tell the character encoding of the terminal, unless LC_ALL does; holocron doctor checks that it is UTF-8":
      "Indiquer l’encodage des caractères du terminal, si LC_ALL n’est pas défini ; holocron doctor vérifie que c’est UTF-8",
    "Use no colour, if the value is not empty": "Ne pas utiliser de couleurs, si la valeur n’est pas vide",
    "Use colour in pipes and files, too, if the value is neither empty nor 0":
      "Utiliser des couleurs aussi dans les tubes et les fichiers, si la valeur n’est ni vide ni 0",
    "Tell the type, the colours and the background of the terminal": "Indiquer le type, les couleurs et le fond du terminal",
    "Set the width of the output on a terminal": "Définir la largeur de la sortie sur un terminal",
    "Wait this many milliseconds for the rest of a key after Esc in the explorer":
      "Attendre ce nombre de millisecondes la suite d’une touche après Esc dans l’explorateur",
    "Edit with this program in holocron config edit": "Éditer avec ce programme : holocron config edit",
    "Open pages with this browser in holocron open, or with xdg-open in a graphical session":
      "Ouvrir les pages avec ce navigateur, ou avec xdg-open dans une session graphique : holocron open",
    "Find the programs holocron-NAME here, after the folder of holocron itself":
      "Chercher ici les programmes holocron-NAME, après le dossier de holocron lui-même",
    "Use this home folder for the folders that no variable below sets":
      "Utiliser ce dossier personnel pour les dossiers qu’aucune variable ci-dessous ne définit",
    "Keep your configuration here instead of in ~/.config": "Garder votre configuration ici au lieu de ~/.config",
    "Look for the configuration of the system here instead of in /etc": "Chercher la configuration du système ici au lieu de /etc",
    "Keep the cache and the search index here instead of in ~/.cache": "Garder le cache et l’index de recherche ici au lieu de ~/.cache",
    "Keep favourites and histories here instead of in ~/.local/share":
      "Garder les favoris et les historiques ici au lieu de ~/.local/share",
    "Keep logs and reports of crashes here instead of in ~/.local/state":
      "Garder les journaux et les rapports de plantage ici au lieu de ~/.local/state",
    "Keep sockets and locks here instead of in /tmp": "Garder les sockets et les verrous ici au lieu de /tmp",
    "Your configuration": "Votre configuration",
    "The configuration of the system": "La configuration du système",
    "Display settings of a project, in the working directory or a folder above":
      "Les réglages d’affichage d’un projet, dans le dossier de travail ou au-dessus",
    "The cache and the search index, which can be rebuilt": "Le cache et l’index de recherche, qui peuvent être reconstruits",
    "The search history, favourites and the score of the quiz": "L’historique des recherches, les favoris et le score du quiz",
    "Logs, reports of crashes and the counters of holocron usage":
      "Les journaux, les rapports de plantage et les compteurs de holocron usage",
    "Sockets, locks and the state of running processes": "Les sockets, les verrous et l’état des processus en cours",
  ]
}
