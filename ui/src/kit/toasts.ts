import { create } from "zustand";

export type ToastStatus = "error" | "warning" | "info" | "success";

/** The content of a notification. */
export type Notification = {
  status: ToastStatus;
  message: string;
  /** The lines of the title, above the message. */
  additional?: readonly string[];
  /** Where the reader may want to go from here. */
  action?: ToastAction;
};

export type ToastAction = { readonly label: string; readonly to: string };

/** A displayed notification: it enters, is shown, and leaves. */
export type Toast = {
  id: number;
  status: ToastStatus;
  title: string;
  message: string;
  action: ToastAction | undefined;
  state: "inactive" | "active" | "removed";
};

/** How long a toast is shown. */
const TOAST_TIMEOUT_MS = 5000;
/** How long it is shown with something to choose. */
const TOAST_WITH_ACTION_MS = 12_000;
/** How long it is shown after the pointer or the focus has left it. */
const TOAST_EXTENDED_MS = 1000;
/** How long it takes to enter and to leave. */
const TOAST_EASE_MS = 300;

/** The toasts, newest first. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** Callbacks of {@link notify}: exactly one of them runs, by the status. */
export type NotifyCallbacks = { onDone?: () => void; onError?: () => void };

/** Shows a notification and removes the earlier ones. */
export function notify(notification: Notification, callbacks: NotifyCallbacks = {}): void {
  dismissToasts();
  lastId += 1;
  const id = lastId;
  const toast: Toast = {
    id,
    status: notification.status,
    title: (notification.additional ?? []).join("\n"),
    message: notification.message,
    action: notification.action,
    state: "inactive",
  };
  useToasts.setState(({ toasts }) => ({ toasts: [toast, ...toasts] }));
  if (notification.status === "error") callbacks.onError?.();
  else callbacks.onDone?.();
}

/** Marks a toast as shown and starts its timer. The host calls this once the toast is on the page. */
export function activateToast(id: number): void {
  if (stateOf(id) !== "inactive") return;
  setState(id, "active");
  startTimer(id, toastOf(id)?.action ? TOAST_WITH_ACTION_MS : TOAST_TIMEOUT_MS);
}

/** Stops the timer of a toast while it is being read. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
}

/** Removes a held toast after the extended time. */
export function releaseToast(id: number): void {
  if (stateOf(id) === "active") startTimer(id, TOAST_EXTENDED_MS);
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  const state = stateOf(id);
  if (state === undefined || state === "removed") return;
  setState(id, "removed");
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => {
      timers.delete(id);
      useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
    }, TOAST_EASE_MS),
  );
}

/** Removes all toasts, such as those about what has succeeded since. */
export function dismissToasts(): void {
  for (const { id } of useToasts.getState().toasts) dismissToast(id);
}

function toastOf(id: number): Toast | undefined {
  return useToasts.getState().toasts.find((toast) => toast.id === id);
}

function stateOf(id: number): Toast["state"] | undefined {
  return toastOf(id)?.state;
}

function setState(id: number, state: Toast["state"]): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((toast) => (toast.id === id ? { ...toast, state } : toast)),
  }));
}

function startTimer(id: number, ms: number): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismissToast(id), ms),
  );
}
