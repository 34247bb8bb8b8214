import type { floor as English } from "../en/floor";

export const floor: typeof English = {
  title: "Sala",
};
