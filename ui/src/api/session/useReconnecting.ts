import { create } from "zustand";

/** Whether the request for the user is being retried, because the server did not answer. */
export const useReconnecting = create<{ on: boolean }>(() => ({ on: false }));

/** Sets whether the request is being retried. */
export function setReconnecting(on: boolean): void {
  if (useReconnecting.getState().on !== on) useReconnecting.setState({ on });
}
