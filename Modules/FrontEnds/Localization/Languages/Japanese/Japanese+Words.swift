extension Japanese {
  /// Translations of ``CommonWords``.
  static let words: [String: String] = [
    "female": "女性", "hermaphrodite": "両性", "male": "男性",

    "amber": "琥珀色", "auburn": "赤褐色", "black": "黒", "blond": "金髪", "blonde": "金髪", "blue": "青", "blue-gray": "青灰色",
    "brown": "茶色", "brown mottle": "茶色のまだら", "dark": "濃い色", "fair": "色白", "gold": "金", "golden": "金色", "gray": "灰色",
    "green": "緑", "green-tan": "緑褐色", "grey": "灰色", "hazel": "薄茶色", "indigo": "藍色", "light": "明るい色",
    "magenta": "赤紫", "metal": "金属", "mottled green": "緑のまだら", "orange": "橙色", "pale": "青白い", "pale pink": "薄桃色",
    "peach": "桃の色", "pink": "桃色", "purple": "紫", "red": "赤", "silver": "銀", "tan": "小麦色", "white": "白", "yellow": "黄色",

    "arid": "乾燥", "artic": "極地", "artificial temperate": "人工の温帯", "frigid": "寒冷", "frozen": "氷結", "hot": "高温",
    "humid": "多湿", "moist": "湿潤", "murky": "薄暗い", "polluted": "汚染", "rocky": "岩地", "subartic": "亜寒帯",
    "superheated": "灼熱", "temperate": "温帯", "tropical": "熱帯", "windy": "強風",

    "acid pools": "酸の池", "airless asteroid": "空気のない小惑星", "ash": "灰", "barren": "不毛の地", "bogs": "泥沼",
    "canyons": "峡谷", "caves": "洞窟", "cities": "諸都市", "cityscape": "都市", "cliffs": "断崖", "desert": "砂漠",
    "deserts": "砂漠", "fields": "野原", "forests": "森林", "fungus forests": "菌類の森", "gas giant": "巨大ガス惑星",
    "glaciers": "氷河", "grass": "草地", "grasslands": "草原", "grassy hills": "草の丘", "hills": "丘陵", "ice canyons": "氷の峡谷",
    "ice caves": "氷の洞窟", "islands": "島々", "jungle": "密林", "jungles": "密林", "lakes": "湖", "lava rivers": "溶岩の川",
    "mesas": "台地", "mountain": "山", "mountain ranges": "山脈", "mountains": "山地", "ocean": "大洋", "oceans": "大洋",
    "plains": "平原", "plateaus": "高原", "rainforests": "雨林", "reefs": "礁", "rivers": "川", "rock": "岩",
    "rock arches": "岩のアーチ", "rocky canyons": "岩の峡谷", "rocky deserts": "岩の砂漠", "rocky islands": "岩の島",
    "savanna": "サバンナ", "savannahs": "サバンナ", "savannas": "サバンナ", "scrublands": "低木地", "seas": "海",
    "sinkholes": "陥没穴", "swamp": "沼", "swamps": "沼地", "toxic cloudsea": "有毒な雲海", "tundra": "ツンドラ",
    "urban": "市街地", "valleys": "谷", "verdant": "緑豊か", "vines": "つる草", "volcanoes": "火山",

    "amphibian": "両生類", "artificial": "人工", "gastropod": "腹足類", "insectoid": "昆虫型", "mammal": "哺乳類",
    "mammals": "哺乳類", "reptile": "爬虫類", "reptilian": "爬虫類型", "sentient": "知性体",

    "caucasian": "白人系", "asian": "アジア系", "hispanic": "ヒスパニック系",

    "Armed government transport": "武装政府輸送船", "assault ship": "強襲艦", "Assault Starfighter": "強襲戦闘機", "assault starfighter": "強襲戦闘機",
    "capital ship": "主力艦", "corvette": "コルベット", "cruiser": "巡洋艦", "Deep Space Mobile Battlestation": "深宇宙機動要塞", "Diplomatic barge": "外交艇",
    "Droid control ship": "ドロイド管制船", "Escort ship": "護衛艦", "freighter": "貨物船", "landing craft": "揚陸艇", "Light freighter": "軽貨物船",
    "Medium transport": "中型輸送船", "Patrol craft": "哨戒艇", "Space cruiser": "宇宙巡洋艦", "Space Transport": "宇宙輸送船", "Star Cruiser": "スター・クルーザー",
    "Star Destroyer": "スター・デストロイヤー", "star destroyer": "スター・デストロイヤー", "Star dreadnought": "スター・ドレッドノート", "Starfighter": "宇宙戦闘機",
    "starfighter": "宇宙戦闘機", "transport": "輸送船", "yacht": "ヨット",

    "air speeder": "エアスピーダー", "airspeeder": "エアスピーダー", "assault walker": "強襲ウォーカー", "droid starfighter": "ドロイド戦闘機",
    "droid tank": "ドロイド戦車", "fire suppression ship": "消火艇", "gunship": "ガンシップ", "repulsorcraft": "リパルサークラフト",
    "repulsorcraft cargo skiff": "リパルサー貨物艇", "sail barge": "帆走艇", "space/planetary bomber": "宇宙・惑星爆撃機", "speeder": "スピーダー",
    "submarine": "潜水艇", "walker": "ウォーカー", "wheeled": "車輪式", "wheeled walker": "車輪式ウォーカー",
  ]
}
