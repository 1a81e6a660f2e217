/** Parts of the kit with texts. */
export const kit = {
  discardTitle: "Discard your changes?",
  discardText: "What you entered has not been saved.",
  keepEditing: "Keep editing",
  discard: "Discard",
  chooseDate: "Choose a date",
  dateErrors: {
    invalid: () => "Not a valid date",
    minDate: (day: string) => `Not before ${day}`,
    maxDate: (day: string) => `Not after ${day}`,
  },
  numberFrom: (least: string, most: string) => `Enter a number from ${least} to ${most}.`,
} as const;
