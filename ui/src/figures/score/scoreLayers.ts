import { create } from "zustand";

/** Whether the score's breakdown panel is open. */
export const useScoreLayers = create<{ panel: boolean }>(() => ({ panel: false }));

/** Opens or closes the breakdown panel. */
export function setPanel(panel: boolean): void {
  useScoreLayers.setState({ panel });
}
