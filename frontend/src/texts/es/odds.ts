import type { odds as English } from "../en/odds";

export const odds: typeof English = {
  title: "Laboratorio de probabilidades",
};
