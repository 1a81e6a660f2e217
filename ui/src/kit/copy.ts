/** Parts of the kit with texts. */
export const kit = {
  chooseDate: "Choose a date",
  dateErrors: {
    invalid: () => "Not a valid date",
    minDate: (day: string) => `Not before ${day}`,
    maxDate: (day: string) => `Not after ${day}`,
  },
  numberFrom: (least: string, most: string) => `Enter a number from ${least} to ${most}.`,
} as const;
