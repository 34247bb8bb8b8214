export const dealer = {
  title: "Dealer's console",
};
