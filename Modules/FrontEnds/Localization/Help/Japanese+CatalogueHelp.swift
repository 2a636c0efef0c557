extension Japanese {
  /// The help of the commands that explore the catalogue, by English text.
  static let catalogueHelp: [String: String] = [
    // films, people, planets, species, vehicles, starships
    "List films": "映画の一覧を表示する",
    "List people": "人物の一覧を表示する",
    "List planets": "惑星の一覧を表示する",
    "List species": "種族の一覧を表示する",
    "List vehicles": "乗り物の一覧を表示する",
    "List starships": "宇宙船の一覧を表示する",
    "List the records of a kind": "種類ごとの記録の一覧を表示する",
    """
    Lists ten records per page, sorted by the first key of --sort unless another is chosen. Records without a value for the sort key \
    come last. With --fields, JSON and CSV also have the kind and the ID. With --all, the exit code is 1 if the list is incomplete.
    """: """
    1ページに10件ずつ表示する。ほかのキーを選ばなければ、--sort の最初のキーの順に並べる。並べ替えのキーに値がない記録は最後になる。\
    --fields を指定すると、JSON と CSV には種類と ID も含まれる。--all を指定した一覧が不完全なら、終了コードは1になる。
    """,
    "Keys": "キー",
    "all records": "すべての記録",
    "the number of records": "記録の件数",
    "in another order": "別の順序で",
    "names, by an expression of jq": "jq の式で名前を取り出す",
    "Sort by this field": "この項目で並べ替える",
    "Reverse the order": "逆順にする",
    "Show page N, from 1": "Nページ目を表示する（1 から）",
    "Show all pages": "すべてのページを表示する",
    "Show only records whose name contains these words": "名前にこれらの語を含む記録だけを表示する",

    // holocron show
    "Show one record, by reference or by name": "参照または名前で1件の記録を表示する",
    """
    Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a name \
    with these words, or a name that contains it. If several records match, they are listed and the exit code is 4.
    """: """
    すべての種類から名前を探す。大文字と小文字、アクセント記号、句読点は区別しない。完全に一致する名前、なければその語で始まる名前、\
    それらの語を含む名前、その文字列を含む名前の順に探す。複数の記録が一致した場合は一覧を表示し、終了コードは 4 になる。
    """,
    "by reference": "参照で",
    "by name": "名前で",
    "a planet, as JSON": "惑星を JSON で",
    "only some fields": "一部の項目だけ",
    "one value, by an expression of jq": "jq の式で値を1つ取り出す",
    "as a SWAPI server sends it": "SWAPI サーバーが送る形式で",
    "with the server that sent it": "送信元のサーバーも表示",
    "Print the record's server and the copy's age to standard error": "記録のサーバーとコピーの経過時間を標準エラー出力に表示する",

    // holocron search
    "Find records of all kinds by name or by any field": "すべての種類の記録を名前または任意の項目で検索する",
    """
    Matches in names rank above matches in other fields; case, accents and small typos are ignored. With --sort, records without a value \
    come last.
    """: """
    名前での一致は他の項目での一致より上位になる。大文字と小文字、アクセント記号、小さな打ち間違いは無視する。--sort を指定すると、\
    値がない記録は最後になる。
    """,
    """
    Filters narrow a search. FIELD:WORD finds records whose field contains the word: homeworld:tatooine. FIELD=VALUE compares the whole \
    value: gender=male. FIELD>NUMBER, >=, < and <= compare numbers and dates: 'mass>100'; a list such as films is compared by its length: \
    'films>=3'. kind:people,planets chooses kinds. A dash before a word or a filter excludes what it finds: 'luke -droid', 'skywalker \
    -gender:male'. "death star" is a phrase. Quote a search that has a dash, <, > or double quotes.
    """: """
    フィルターで検索を絞り込む。FIELD:WORD は項目に語を含む記録を探す: homeworld:tatooine。FIELD=VALUE は値全体を比べる: gender=male。\
    FIELD>NUMBER、>=、<、<= は数値と日付を比べる: 'mass>100'。films のようなリストは長さで比べる: 'films>=3'。kind:people,planets \
    は種類を選ぶ。語やフィルターの前のハイフンは、それに一致するものを除外する: 'luke -droid'、'skywalker -gender:male'。"death star" \
    はフレーズになる。ハイフン、<、>、二重引用符を含む検索は引用符で囲む。
    """,
    "Searches are saved for holocron history, unless --no-remember is given.": "--no-remember を指定しなければ、検索は holocron history の履歴に保存される。",
    "Tatooine and its people": "タトゥイーンとその住民",
    "with a filter": "フィルターを併用",
    "only filters": "フィルターだけ",
    "the heaviest first": "重い順に",
    "Skywalkers who are not men": "男性以外のスカイウォーカー",
    "a phrase, but no films": "フレーズ、ただし映画を除く",
    "Show only records of this kind": "この種類の記録だけを表示する",
    "Sort by this field instead of by relevance: name, or a sort key of a kind, such as mass":
      "関連度ではなくこの項目で並べ替える: name、または mass のような種類ごとの並べ替えのキー",
    "Reverse the order of --sort": "--sort の順序を逆にする",
    "Show at most N records (default 20)": "最大N件の記録を表示する（既定値 20）",
    "Don't save the search to the history": "検索を履歴に保存しない",

    // holocron suggest
    "Complete text to names of records": "文字列を記録の名前に補完する",
    "For completion in shells and editors. Without TEXT, recommends records; the recommendations change once a day.":
      "シェルやエディターでの補完に使う。TEXT を省略するとおすすめの記録を表示する。おすすめは1日ごとに変わる。",
    "names that start with mil": "mil で始まる名前",
    "today's recommendations": "今日のおすすめ",
    "only the references": "参照だけ",
    "Suggest only records of this kind": "この種類の記録だけを候補にする",
    "Show at most N names (default 8)": "最大N件の名前を表示する（既定値 8）",

    // holocron history
    "Show or clear the search history": "検索履歴を表示または消去する",
    """
    Lists each search once, newest first, from all front-ends. remove deletes one search; clear deletes all: on a terminal it asks for \
    confirmation, otherwise it needs --yes.
    """: """
    すべてのフロントエンドの検索を、重複なしで新しい順に表示する。remove は検索を1件削除する。clear はすべて削除する。端末では確認を求め、\
    それ以外では --yes が必要になる。
    """,
    "recent searches": "最近の検索",
    "delete one search": "検索を1件削除",
    "delete all searches": "すべての検索を削除",
    "Show at most N searches (default 1000)": "最大N件の検索を表示する（既定値 1000）",
    "Clear without confirmation": "確認せずに消去する",

    // holocron favourites
    "Show, add or remove favourites": "お気に入りを表示、追加、削除する",
    """
    Lists the favourites in the order in which they were added. The explorer shows the same list. It is kept in holocron/favourites.json in \
    XDG_DATA_HOME (~/.local/share), with at most 1000 records.
    """: """
    お気に入りを追加した順に表示する。エクスプローラーでも同じ一覧を表示する。一覧は XDG_DATA_HOME（~/.local/share）の \
    holocron/favourites.json に保存され、最大1000件である。
    """,
    "all favourites": "すべてのお気に入り",
    "two records": "2件の記録",

    // holocron compare
    "Show two to six records side by side": "2～6件の記録を並べて表示する",
    """
    Each argument is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. Fields \
    with the same name in different kinds share a row.
    """: """
    各引数は holocron show と同じく参照または名前である。複数の語からなる名前は引用符で囲む。異なる行には ≠ を付ける。種類が違っても、\
    同じ名前の項目は同じ行に並べる。
    """,
    "two people": "人物2人",
    "only what differs": "異なる行だけ",
    "as JSON": "JSON で",
    "Show only the rows that differ": "異なる行だけを表示する",

    // holocron path
    "Show the shortest chain of references between two records": "2件の記録を結ぶ参照の最短経路を表示する",
    """
    A and B are references or names, as for holocron show. Quote names of several words, or put 'to' between the two. References count in \
    both directions: a down arrow marks a field of the record above, an up arrow a field of the record in the same row.
    """: """
    A と B は holocron show と同じく参照または名前である。複数の語からなる名前は引用符で囲むか、2つの間に 'to' を置く。\
    参照は両方向にたどる。下向きの矢印は上の行の記録の項目を、上向きの矢印は同じ行の記録の項目を示す。
    """,
    "names of several words": "複数の語からなる名前",

    // holocron random
    "Show a random record": "ランダムに選んだ記録を表示する",
    "Every record is equally likely. Requests only the first page of each list and the page of the chosen record.":
      "どの記録も同じ確率で選ばれる。リクエストするのは、各一覧の最初のページと、選ばれた記録のページだけである。",
    "any record": "任意の記録",
    "a species": "種族を1件",

    // holocron open
    "Open the origin's page of a record in a browser": "提供元にある記録のページをブラウザで開く",
    """
    Uses BROWSER, or else xdg-open. Without a graphical session, in a pipe and with --print, the URL is printed. The embedded catalogue has \
    no web pages.
    """: """
    BROWSER、なければ xdg-open を使う。グラフィカルなセッションがない場合、パイプの場合、--print を指定した場合は URL を表示する。\
    内蔵カタログにはウェブページがない。
    """,
    "in a browser": "ブラウザで",
    "only the URL": "URL だけ",
    "Print the URL without opening it": "開かずに URL を表示する",

    // holocron crawl
    "Show the opening crawl of a film": "映画のオープニングを表示する",
    """
    EPISODE is a number (4), a Roman numeral (IV) or a part of the title (empire). On a terminal the text scrolls as in the cinema: space \
    pauses, q or Ctrl-C quits. With --still, the text is printed at once. In a pipe, each paragraph is one line.
    """: """
    EPISODE は数字（4）、ローマ数字（IV）、または題名の一部（empire）である。端末では映画のように文字が流れる。スペースキーで一時停止し、q \
    または Ctrl-C で終了する。--still を指定すると、全文を一度に表示する。パイプでは1段落を1行で出力する。
    """,
    "The embedded catalogue has crawls of its own, not the texts of the films. Other origins show theirs.":
      "内蔵カタログのオープニングは映画の文章ではなく、独自のものである。ほかの提供元は自身の文章を表示する。",
    "scrolling, as in the cinema": "映画のように流す",
    "as text": "テキストで",
    "Print the text at once instead of scrolling": "流さずに全文を一度に表示する",

    // holocron quiz
    "Answer questions about the catalogue": "カタログについてのクイズに答える",
    """
    Each question has four choices: type a letter or a number, then Enter. An empty line skips the question, Ctrl-D or q ends the quiz. The \
    score is kept in holocron/quiz.json in XDG_DATA_HOME (~/.local/share). With --json, prints the questions with their answers.
    """: """
    各問題には4つの選択肢がある。文字または数字を入力して Enter を押す。空行で問題を飛ばし、Ctrl-D または q でクイズを終える。成績は \
    XDG_DATA_HOME（~/.local/share）の holocron/quiz.json に保存される。--json を指定すると、問題と答えを出力する。
    """,
    "ten questions": "10問",
    "three about starships": "宇宙船について3問",
    "Set the number of questions (default 10)": "問題の数を指定する（既定値 10）",

    // holocron explore
    "Browse the catalogue in a full-screen explorer": "全画面のエクスプローラーでカタログを閲覧する",
    "Runs holocron-tui with all arguments that follow, including --help. In the explorer, press ? for help and q to quit.":
      "--help を含め、後に続くすべての引数を渡して holocron-tui を実行する。エクスプローラーでは ? でヘルプを表示し、q で終了する。",
    "start the explorer": "エクスプローラーを起動",
    "the options of the explorer": "エクスプローラーのオプション",

    // --fields
    "Show only these fields, in this order, such as name,films": "これらの項目だけをこの順序で表示する（例: name,films）",

    // --wire, --dialect
    "Print records as a SWAPI server sends them": "SWAPI サーバーが送る形式で記録を出力する",
    "With --wire, print records as servers of this dialect do: swapi, swapi-info, swapi-tech":
      "--wire と併用し、この方言のサーバーの形式で記録を出力する: swapi, swapi-info, swapi-tech",

    // Options of the explorer
    "Open the results of a search": "検索結果を開く",
    "Open the bus status: services, workers, queues, rates": "バスの状態を開く: サービス、ワーカー、キュー、頻度",
    "Set the theme: auto, dark, light, high-contrast, none (default: auto; respects NO_COLOR)":
      "テーマを指定する: auto, dark, light, high-contrast, none（既定: auto、NO_COLOR に従う）",
    "Don't capture the mouse": "マウスを使わない",
    "Disable animations": "アニメーションを無効にする",
    "Print plain lines of text, for screen readers and pipes": "スクリーンリーダーやパイプ向けに、装飾のないテキスト行を出力する",
    "Use the embedded catalogue without a bus; searches by name only": "バスなしで内蔵カタログを使う。検索は名前だけが対象になる",
  ]
}
