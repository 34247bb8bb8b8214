import type { fairness as English } from "../en/fairness";

export const fairness: typeof English = {
  title: "Juego limpio",
};
