import { create } from "zustand";

/** Whether the server is being asked again for the user, because it did not answer. */
export const useReconnecting = create<{ on: boolean }>(() => ({ on: false }));

/** Says that the server is being asked again, or that it has answered. */
export function setReconnecting(on: boolean): void {
  if (useReconnecting.getState().on !== on) useReconnecting.setState({ on });
}
