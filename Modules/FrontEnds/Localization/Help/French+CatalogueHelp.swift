extension French {
  /// The help of the commands that explore the catalogue, by English text.
  static let catalogueHelp: [String: String] = [
    "List films": "Lister les films",
    "List people": "Lister les personnages",
    "List planets": "Lister les planètes",
    "List species": "Lister les espèces",
    "List vehicles": "Lister les véhicules",
    "List starships": "Lister les vaisseaux",
    "List the records of a kind": "Lister les fiches d’un type",
    """
    Lists ten records per page, sorted by the first key of --sort unless another is chosen. Records without a value for the sort key \
    come last. With --fields, JSON and CSV also have the kind and the ID. With --all, the exit code is 1 if the list is incomplete.
    """: """
    Affiche dix fiches par page, triées par la première clé de --sort si aucune autre n’est choisie. Les fiches sans valeur pour la clé \
    de tri sont à la fin. Avec --fields, JSON et CSV ont aussi le type et l’ID. Avec --all, le code de sortie est 1 si la liste \
    est incomplète.
    """,
    "Keys": "Clés",
    "all records": "toutes les fiches",
    "in another order": "dans un autre ordre",
    "the number of records": "le nombre de fiches",
    "names, by an expression of jq": "des noms, par une expression de jq",
    "Sort by this field": "Trier par ce champ",
    "Reverse the order": "Inverser l’ordre",
    "Show page N, from 1": "Afficher la page N, à partir de 1",
    "Show all pages": "Afficher toutes les pages",
    "Show only records whose name contains these words": "N’afficher que les fiches dont le nom contient ces mots",
    "Show only these fields, in this order, such as name,films": "N’afficher que ces champs, dans cet ordre, par exemple name,films",
    "Print records as a SWAPI server sends them": "Afficher les fiches telles qu’un serveur SWAPI les envoie",
    "With --wire, print records as servers of this dialect do: swapi, swapi-info, swapi-tech":
      "Avec --wire, afficher les fiches comme les serveurs de ce dialecte : swapi, swapi-info, swapi-tech",
    "Show one record, by reference or by name": "Afficher une fiche, par sa référence ou son nom",
    """
    Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a \
    name with these words, or a name that contains it. If several records match, they are listed and the exit code is 4.
    """: """
    Cherche le nom dans tous les types, sans tenir compte de la casse, des accents ni de la ponctuation : un nom égal, sinon un nom qui \
    commence ainsi, un nom qui a ces mots ou un nom qui contient le texte. Si plusieurs fiches correspondent, elles sont listées et le \
    code de retour est 4.
    """,
    "by reference": "par référence",
    "by name": "par nom",
    "a planet, as JSON": "une planète, en JSON",
    "only some fields": "quelques champs seulement",
    "one value, by an expression of jq": "une valeur, par une expression de jq",
    "as a SWAPI server sends it": "telle qu’un serveur SWAPI l’envoie",
    "with the server that sent it": "avec le serveur qui l’a envoyée",
    "Print the record's server and the copy's age to standard error":
      "Écrire sur la sortie d’erreur le serveur de la fiche et l’âge de la copie",
    "Find records of all kinds by name or by any field": "Chercher des fiches de tous les types par nom ou par champ",
    """
    Matches in names rank above matches in other fields; case, accents and small typos are ignored. With --sort, records without a \
    value come last.
    """: """
    Les résultats trouvés dans les noms précèdent ceux des autres champs ; la casse, les accents et les petites fautes de frappe sont \
    ignorés. Avec --sort, les fiches sans valeur sont à la fin.
    """,
    """
    Filters narrow a search. FIELD:WORD finds records whose field contains the word: homeworld:tatooine. FIELD=VALUE compares the whole \
    value: gender=male. FIELD>NUMBER, >=, < and <= compare numbers and dates: 'mass>100'; a list such as films is compared by its \
    length: 'films>=3'. kind:people,planets chooses kinds. A dash before a word or a filter excludes what it finds: 'luke -droid', \
    'skywalker -gender:male'. "death star" is a phrase. Quote a search that has a dash, <, > or double quotes.
    """: """
    Les filtres restreignent une recherche. FIELD:WORD trouve les fiches dont le champ contient le mot : homeworld:tatooine. \
    FIELD=VALUE compare la valeur entière : gender=male. FIELD>NUMBER, >=, < et <= comparent des nombres et des dates : 'mass>100' ; \
    une liste comme films est comparée par sa longueur : 'films>=3'. kind:people,planets choisit des types. Un tiret devant un mot ou \
    un filtre exclut ce qu’il trouve : 'luke -droid', 'skywalker -gender:male'. "death star" est une suite de mots. Une recherche avec \
    un tiret, <, > ou des guillemets doubles se met entre guillemets.
    """,
    "Searches are saved for holocron history, unless --no-remember is given.":
      "Les recherches sont enregistrées pour holocron history, sauf avec --no-remember.",
    "Tatooine and its people": "Tatooine et ses habitants",
    "with a filter": "avec un filtre",
    "only filters": "des filtres seulement",
    "the heaviest first": "les plus lourds d’abord",
    "Skywalkers who are not men": "les Skywalker qui ne sont pas des hommes",
    "a phrase, but no films": "une suite de mots, mais pas de films",
    "Show only records of this kind": "N’afficher que les fiches de ce type",
    "Sort by this field instead of by relevance: name, or a sort key of a kind, such as mass":
      "Trier par ce champ au lieu de la pertinence : name, ou une clé de tri d’un type, par exemple mass",
    "Reverse the order of --sort": "Inverser l’ordre de --sort",
    "Show at most N records (default 20)": "Afficher au plus N fiches (20 par défaut)",
    "Don't save the search to the history": "Ne pas enregistrer la recherche dans l’historique",
    "Complete text to names of records": "Compléter un texte par des noms de fiches",
    "For completion in shells and editors. Without TEXT, recommends records; the recommendations change once a day.":
      "Pour la complétion dans les shells et les éditeurs. Sans TEXT, recommande des fiches ; les recommandations changent chaque jour.",
    "names that start with mil": "les noms qui commencent par mil",
    "today's recommendations": "les recommandations du jour",
    "only the references": "les références seulement",
    "Suggest only records of this kind": "Ne proposer que des fiches de ce type",
    "Show at most N names (default 8)": "Afficher au plus N noms (8 par défaut)",
    "Show or clear the search history": "Afficher ou vider l’historique des recherches",
    """
    Lists each search once, newest first, from all front-ends. remove deletes one search; clear deletes all: on a terminal it asks for \
    confirmation, otherwise it needs --yes.
    """: """
    Affiche chaque recherche une fois, la plus récente d’abord, de tous les clients. remove supprime une recherche ; clear les supprime \
    toutes : sur un terminal, il demande confirmation, sinon il faut --yes.
    """,
    "recent searches": "les recherches récentes",
    "delete one search": "supprimer une recherche",
    "delete all searches": "supprimer toutes les recherches",
    "Show at most N searches (default 1000)": "Afficher au plus N recherches (1000 par défaut)",
    "Clear without confirmation": "Vider sans demander confirmation",
    "Show, add or remove favourites": "Afficher, ajouter ou retirer des favoris",
    """
    Lists the favourites in the order in which they were added. The explorer shows the same list. It is kept in \
    holocron/favourites.json in XDG_DATA_HOME (~/.local/share), with at most 1000 records.
    """: """
    Affiche les favoris dans l’ordre où ils ont été ajoutés. L’explorateur affiche la même liste. Elle est conservée dans \
    holocron/favourites.json, dans XDG_DATA_HOME (~/.local/share), avec 1000 fiches au plus.
    """,
    "all favourites": "tous les favoris",
    "two records": "deux fiches",
    "Show two to six records side by side": "Afficher de deux à six fiches côte à côte",
    """
    Each argument is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. \
    Fields with the same name in different kinds share a row.
    """: """
    Chaque argument est une référence ou un nom, comme pour holocron show ; les noms de plusieurs mots se mettent entre guillemets. Les \
    lignes qui diffèrent sont marquées par ≠. Les champs de même nom de types différents partagent une ligne.
    """,
    "two people": "deux personnages",
    "only what differs": "les différences seulement",
    "as JSON": "en JSON",
    "Show only the rows that differ": "N’afficher que les lignes qui diffèrent",
    "Show the shortest chain of references between two records": "Afficher la plus courte chaîne de références entre deux fiches",
    """
    A and B are references or names, as for holocron show. Quote names of several words, or put 'to' between the two. References count \
    in both directions: a down arrow marks a field of the record above, an up arrow a field of the record in the same row.
    """: """
    A et B sont des références ou des noms, comme pour holocron show. Les noms de plusieurs mots se mettent entre guillemets, ou 'to' \
    sépare les deux. Les références comptent dans les deux sens : une flèche vers le bas indique un champ de la fiche du dessus, une \
    flèche vers le haut un champ de la fiche de la même ligne.
    """,
    "names of several words": "des noms de plusieurs mots",
    "Show a random record": "Afficher une fiche au hasard",
    "Every record is equally likely. Requests only the first page of each list and the page of the chosen record.":
      "Chaque fiche a la même probabilité. Ne demande que la première page de chaque liste et la page de la fiche choisie.",
    "any record": "n’importe quelle fiche",
    "a species": "une espèce",
    "Open the origin's page of a record in a browser": "Ouvrir dans un navigateur la page d’une fiche à l’origine",
    """
    Uses BROWSER, or else xdg-open. Without a graphical session, in a pipe and with --print, the URL is printed. The embedded catalogue \
    has no web pages.
    """: """
    Utilise BROWSER, sinon xdg-open. Sans session graphique, dans un tube et avec --print, affiche l’URL. Le catalogue intégré n’a pas \
    de pages web.
    """,
    "in a browser": "dans un navigateur",
    "only the URL": "l’URL seulement",
    "Print the URL without opening it": "Afficher l’URL sans l’ouvrir",
    "Show the opening crawl of a film": "Afficher le texte déroulant d’un film",
    """
    EPISODE is a number (4), a Roman numeral (IV) or a part of the title (empire). On a terminal the text scrolls as in the cinema: \
    space pauses, q or Ctrl-C quits. With --still, the text is printed at once. In a pipe, each paragraph is one line.
    """: """
    EPISODE est un nombre (4), un chiffre romain (IV) ou une partie du titre (empire). Sur un terminal, le texte défile comme au cinéma \
    : la barre d’espace l’arrête, q ou Ctrl-C quitte. Avec --still, le texte est affiché d’un coup. Dans un tube, chaque paragraphe est \
    une ligne.
    """,
    "The embedded catalogue has crawls of its own, not the texts of the films. Other origins show theirs.":
      "Le catalogue intégré a ses propres textes, qui ne sont pas ceux des films. Les autres origines affichent les leurs.",
    "scrolling, as in the cinema": "défilant, comme au cinéma",
    "as text": "en texte",
    "Print the text at once instead of scrolling": "Afficher le texte d’un coup au lieu de le faire défiler",
    "Answer questions about the catalogue": "Répondre à des questions sur le catalogue",
    """
    Each question has four choices: type a letter or a number, then Enter. An empty line skips the question, Ctrl-D or q ends the quiz. \
    The score is kept in holocron/quiz.json in XDG_DATA_HOME (~/.local/share). With --json, prints the questions with their answers.
    """: """
    Chaque question a quatre réponses possibles : tapez une lettre ou un nombre, puis Entrée. Une ligne vide passe la question, Ctrl-D \
    ou q termine le quiz. Le score est conservé dans holocron/quiz.json, dans XDG_DATA_HOME (~/.local/share). Avec --json, affiche les \
    questions et leurs réponses.
    """,
    "ten questions": "dix questions",
    "three about starships": "trois sur les vaisseaux",
    "Set the number of questions (default 10)": "Choisir le nombre de questions (10 par défaut)",
    "Browse the catalogue in a full-screen explorer": "Parcourir le catalogue dans un explorateur plein écran",
    "Runs holocron-tui with all arguments that follow, including --help. In the explorer, press ? for help and q to quit.":
      "Lance holocron-tui avec tous les arguments qui suivent, même --help. Dans l’explorateur, ? affiche l’aide et q quitte.",
    "start the explorer": "lancer l’explorateur",
    "the options of the explorer": "les options de l’explorateur",
    "Open the results of a search": "Ouvrir les résultats d’une recherche",
    "Open the bus status: services, workers, queues, rates": "Ouvrir l’état du bus : services, agents, files d’attente, débits",
    "Set the theme: auto, dark, light, high-contrast, none (default: auto; respects NO_COLOR)":
      "Choisir le thème : auto, dark, light, high-contrast, none (auto par défaut ; respecte NO_COLOR)",
    "Don't capture the mouse": "Laisser la souris au terminal",
    "Disable animations": "Désactiver les animations",
    "Print plain lines of text, for screen readers and pipes":
      "Afficher de simples lignes de texte, pour les lecteurs d’écran et les tubes",
    "Use the embedded catalogue without a bus; searches by name only":
      "Utiliser le catalogue intégré, sans bus ; la recherche ne porte que sur les noms",
  ]
}
