export const law = {
  title: "Law",
};
