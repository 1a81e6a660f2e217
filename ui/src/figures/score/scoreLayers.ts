import { create } from "zustand";

/** Which layers of the score are open. */
type ScoreLayers = { panel: boolean; detail: boolean };

/** Whether the score's breakdown panel and its detail view are open. */
export const useScoreLayers = create<ScoreLayers>(() => ({ panel: false, detail: false }));

/** Closes both. */
export function closeScore(): void {
  useScoreLayers.setState({ panel: false, detail: false });
}

/** Opens or closes the breakdown panel. */
export function setPanel(panel: boolean): void {
  useScoreLayers.setState({ panel });
}

/** Opens or closes the detail view. */
export function setDetail(detail: boolean): void {
  useScoreLayers.setState({ detail });
}
