import type { sign as English } from "../en/sign";

export const sign: typeof English = {
  title: "Letrero del progresivo",
  about: "Elige un contador para mostrarlo en una pared, tan grande como la pantalla. Se actualiza por sí solo y celebra cada premio.",
  meters: { progressive: "Progresivo", primary: "Bote primario", secondary: "Bote secundario" },
  none: "Ninguna mesa de esta casa tiene contador.",
  noMeter: "No existe ese contador.",
  hit: (amount, table, seat) => `${amount} ganados en ${table}, puesto ${seat}`,
  goesOn: (amount) => `El contador está ahora en ${amount}`,
  all: "Todos los contadores",
  full: "Pantalla completa",
};
