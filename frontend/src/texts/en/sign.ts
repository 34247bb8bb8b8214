export const sign = {
  title: "Progressive sign",
  about: "Choose a meter to show on a wall, as large as the screen. It updates by itself, and celebrates each win.",
  meters: { progressive: "Progressive", primary: "Primary jackpot", secondary: "Secondary jackpot" } as Record<string, string>,
  none: "No table of this house has a meter.",
  noMeter: "There is no such meter.",
  hit: (amount: string, table: string, seat: number) => `${amount} won at ${table}, seat ${seat}`,
  goesOn: (amount: string) => `The meter is now ${amount}`,
  all: "All meters",
  full: "Full screen",
};
