// The page: simcord's own, between what it must find changed and what the local table adds.

import "/table/stock_page.js";
import "/stock_app.js";
import "/table/table.js";
