/** The texts of a screen that a link shows. */
export const shared = {
  by: (firstName: string) => `Shared by ${firstName}`,
  until: (time: string) => `until ${time}`,
  through: (day: string) => `Data through ${day}`,
  chosen: (title: string, names: string) => `${title}: ${names}`,
  chosenCount: (title: string, count: number) => `${title}: ${count} chosen`,
  demo: "The data are made up.",
  details: "What is shown",
  locked: "This screen is protected",
  asks: "Enter the password that came with the link.",
  password: "Password",
  show: "Show the screen",
  required: "The password is required",
  wrong: "The password is wrong.",
  blocked: "Too many wrong passwords. Please try again in a few minutes.",
  gone: "This link is no longer available.",
  failed: "The screen could not be loaded.",
} as const;
