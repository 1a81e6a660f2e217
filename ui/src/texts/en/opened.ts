/** The texts of the page that `bond demo --open` opens. */
export const openedCopy = {
  gone: "This link was used already or is too old. Start Bond again: it opens the page with another link.",
} as const;
