import type { law as English } from "../en/law";

export const law: typeof English = {
  title: "Reglamentos",
};
