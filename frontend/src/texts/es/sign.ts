import type { sign as English } from "../en/sign";

export const sign: typeof English = {
  title: "Letrero del progresivo",
};
