// Loads simcord's stock page. The modules before it patch the browser for it; those after it add the local table.

import "/table/stock_page.js";
import "/stock_app.js";
import "/table/table.js";
