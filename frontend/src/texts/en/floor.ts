export const floor = {
  title: "Floor",
};
