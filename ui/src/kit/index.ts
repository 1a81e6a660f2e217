// A listed part is bundled with all the others, into what every visit loads first. What only lazily loaded
// screens use is not listed: it is imported from its own file.
export { Button, type ButtonProps, buttonClass } from "./Button";
export { classNames } from "./classNames";
export { Dialog, type DialogProps } from "./Dialog";
export { ErrorState } from "./ErrorState";
export { IconButton, type IconButtonProps } from "./IconButton";
export { Popover, type PopoverProps } from "./Popover";
export { SidePanel, type SidePanelProps } from "./SidePanel";
export { Skeleton } from "./Skeleton";
export { ToastHost } from "./Toast";
export { Tooltip, type TooltipProps } from "./Tooltip";
export { type Notification, notify } from "./toasts";
