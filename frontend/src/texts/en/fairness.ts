export const fairness = {
  title: "Fairness",
};
