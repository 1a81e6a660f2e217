// DropdownMenu is not listed: it is large, used in one lazily loaded place, and a listed part is bundled
// with all the others.
export { Button, type ButtonProps, buttonClass } from "./Button";
export { Checkbox, type CheckboxProps } from "./Checkbox";
export { classNames } from "./classNames";
export { DatePicker, type DatePickerProps } from "./DatePicker";
export { Dialog, type DialogProps } from "./Dialog";
export { type DateError, dateError } from "./dates";
export { EmptyState } from "./EmptyState";
export { ErrorState } from "./ErrorState";
export { IconButton, type IconButtonProps } from "./IconButton";
export { Popover, type PopoverProps } from "./Popover";
export { type Option, SegmentedControl, type SegmentedControlProps } from "./SegmentedControl";
export { Select, type SelectProps } from "./Select";
export { Skeleton } from "./Skeleton";
export { ToastHost } from "./Toast";
export { Tooltip, type TooltipProps } from "./Tooltip";
export { type Notification, notify } from "./toasts";
