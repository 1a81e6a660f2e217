import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./classNames";
import classes from "./IconButton.module.css";
import { Tooltip } from "./Tooltip";

export type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** What it does: its name for screen readers and its tooltip. */
  label: string;
  icon: ReactNode;
  /** Without the tooltip, where the label is already seen. */
  bare?: boolean;
};

/** A button that is an icon; its label shows as a tooltip. */
export function IconButton({ label, icon, bare = false, className, type, ...rest }: IconButtonProps) {
  const button = (
    <button
      type={type ?? "button"}
      aria-label={label}
      className={classNames(classes.button, className)}
      {...rest}
    >
      {icon}
    </button>
  );
  return bare ? button : <Tooltip text={label}>{button}</Tooltip>;
}
