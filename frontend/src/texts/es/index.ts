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
import type { Texts } from "../en";

export const es: Texts = { ...table, account, dealer, fairness, floor, law, odds, sign, trade, watch };
