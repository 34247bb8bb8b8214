import { account } from "./account";
import { dealer } from "./dealer";
import { fairness } from "./fairness";
import { floor } from "./floor";
import { law } from "./law";
import { odds } from "./odds";
import { sign } from "./sign";
import { table } from "./table";
import { trade } from "./trade";
import { watch } from "./watch";

/** Everything that the page says: the table and what all rooms share by name, the other rooms under theirs. */
export const en = { ...table, account, dealer, fairness, floor, law, odds, sign, trade, watch };
export type Texts = typeof en;
