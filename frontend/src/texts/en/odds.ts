export const odds = {
  title: "Odds lab",
};
