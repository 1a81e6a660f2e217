/** Receipts of figures. */
export const receipts = {
  verify: "Verify",
  about: "A receipt says what the figure is made of, signed by Bond, so that others can check it later.",
  copy: "Copy receipt",
  copyIssued: "Copy issued receipt",
  asking: "The receipt is being made…",
  copied: "Copied: what the figure is made of, signed. Check it with bond verify-receipt.",
  notCopied: "The browser did not copy it. Copy it from here:",
  text: "Receipt",
  check: "Check what you were given",
  failed: "The receipt could not be made. Try again.",
} as const;
