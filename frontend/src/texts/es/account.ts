import type { account as English } from "../en/account";

export const account: typeof English = {
  title: "Mi cuenta",
};
