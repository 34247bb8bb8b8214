import type { dealer as English } from "../en/dealer";

export const dealer: typeof English = {
  title: "Consola del crupier",
};
