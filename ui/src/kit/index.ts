// A listed part is bundled with all the others, into what every visit loads first. What only lazily loaded
// screens use is not listed: it is imported from its own file.
export { Button, buttonClass } from "./Button";
export { classNames } from "./classNames";
export { Dialog } from "./Dialog";
export { ErrorState } from "./ErrorState";
export { IconButton } from "./IconButton";
export { SidePanel } from "./SidePanel";
export { Skeleton } from "./Skeleton";
export { ToastHost } from "./Toast";
export { notify } from "./toasts";
