export const sign = {
  title: "Progressive sign",
};
