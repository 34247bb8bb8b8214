export const watch = {
  title: "Surveillance",
};
