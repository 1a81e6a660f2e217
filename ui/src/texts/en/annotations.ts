/** The texts of annotations. */

/** A load that corrected days, which are already formatted. */
type Corrected = { readonly load: number; readonly isUndo: boolean };

export const annotations = {
  title: (block: string) => `Annotations: ${block}`,
  tool: "Annotate",
  toolOf: (block: string) => `Annotate: ${block}`,
  starts: "From",
  ends: "To",
  text: "Text",
  of: "Shown in",
  ofFigure: (label: string) => `charts of ${label}`,
  ofAll: "all charts",
  share: "Share with everybody who can see it",
  save: "Save",
  saved: "The annotation is saved.",
  datesWrong: "Choose a first day, and a last day that is not before it.",
  own: "private",
  shared: "shared",
  sharedBy: (login: string) => `shared by ${login}`,
  corrected: ({ load, isUndo }: Corrected) =>
    isUndo ? `load ${load} undid an earlier load of these days` : `load ${load} corrected these days`,
  remove: "Delete",
  removeOf: (text: string) => `Delete the annotation: ${text}`,
  question: "Delete it?",
  cancel: "Cancel",
  removed: "The annotation is deleted.",
  failedToRemove: "The annotation could not be deleted.",
  more: (count: number) => (count === 1 ? "1 earlier annotation" : `${count} earlier annotations`),
  /** For screen readers, after what the chart shows. */
  spoken: (marks: readonly string[]) => `Annotations: ${marks.join("; ")}.`,
  mark: (days: string, text: string) => `${days}: ${text}`,
} as const;
