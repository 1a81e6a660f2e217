import { flushSync } from "react-dom";
import { create } from "zustand";

/** The forms with changes that are not saved, and the secrets that are shown once and nobody has copied. */
const unsaved = new Set<HTMLElement>();

/** What would lose changes, until the user says whether they may be lost. */
type Question = { readonly forms: readonly HTMLElement[]; readonly then: () => void };

/** The question that is asked; null while none is. */
export const useQuestion = create<{ asked: Question | null }>(() => ({ asked: null }));

/** The browser itself asks before the whole page is left. */
const stay = (event: BeforeUnloadEvent) => hasUnsaved() && event.preventDefault();

/** Whether what would be lost is no form, but a secret. */
export const isSecret = ({ forms }: Question) => !forms.some((form) => form instanceof HTMLFormElement);

/** Notes that a form has changes that are not saved, or that a secret was not copied. */
export function noteUnsaved(form: HTMLElement): void {
  unsaved.add(form);
  window.addEventListener("beforeunload", stay);
}

/** Notes that it has none any more. */
export function noteSaved(form: HTMLElement): void {
  unsaved.delete(form);
  if (unsaved.size === 0) window.removeEventListener("beforeunload", stay);
}

const unsavedIn = (part: Node) => [...unsaved].filter((form) => part.contains(form));

/** Whether a part of the page, or the whole, has changes that are not saved. */
export const hasUnsaved = (part: Node = document) => unsavedIn(part).length > 0;

/** Does what closes a part of the page, or leaves the whole. Where changes would be lost, it asks first, once. */
export function leave(then: () => void, part: Node | null = document): void {
  const forms = part ? unsavedIn(part) : [];
  if (forms.length === 0) then();
  else if (!useQuestion.getState().asked) useQuestion.setState({ asked: { forms, then } });
}

const answered = () => useQuestion.setState({ asked: null });

/** Answers the question: the changes stay. Who pressed beside them goes on in their form. */
export function keepEditing(): void {
  const [form] = useQuestion.getState().asked?.forms ?? [];
  flushSync(answered);
  const isLost = document.activeElement === document.body;
  if (isLost) form?.querySelector<HTMLElement>(":is(input,textarea)")?.focus({ preventScroll: true });
}

/** Answers the question: the changes are lost, and what was asked about is done. */
export function discard(): void {
  const { asked } = useQuestion.getState();
  if (!asked) return;
  // At once: what closes next gives the focus back, which nothing below an open question can take.
  flushSync(answered);
  asked.forms.forEach(noteSaved);
  asked.then();
}
