import type { watch as English } from "../en/watch";

export const watch: typeof English = {
  title: "Vigilancia",
};
