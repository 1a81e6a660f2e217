/** Parts of the kit with texts. */
export const kit = {
  changes: {
    title: "Discard your changes?",
    text: "What you entered has not been saved.",
    keep: "Keep editing",
    discard: "Discard",
  },
  secret: {
    title: "Close without copying?",
    text: "It is shown only here and only now, and has not been copied.",
    keep: "Go back",
    discard: "Close",
  },
  chooseDate: "Choose a date",
  dateErrors: {
    invalid: () => "Not a valid date",
    minDate: (day: string) => `Not before ${day}`,
    maxDate: (day: string) => `Not after ${day}`,
  },
  numberFrom: (least: string, most: string) => `Enter a number from ${least} to ${most}.`,
} as const;
