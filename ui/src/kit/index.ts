// The parts listed here are bundled together into the first load. Parts that only lazily loaded
// screens use are not listed: import them from their own files.
export { Button, buttonClass } from "./Button";
export { classNames } from "./classNames";
export { Dialog } from "./Dialog";
export { ErrorState } from "./ErrorState";
export { IconButton } from "./IconButton";
export { SidePanel } from "./SidePanel";
export { Skeleton } from "./Skeleton";
export { ToastHost } from "./Toast";
export { notify, type ToastStatus } from "./toasts";
