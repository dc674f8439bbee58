/** What stands for messages that are no text. */
export const contentStrings = {
  products: (count: number) => (count === 1 ? '1 producto' : `${count} productos`),
};
