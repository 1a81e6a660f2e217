import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./classNames";
import classes from "./IconButton.module.css";
import { Tooltip } from "./Tooltip";

export type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** The action: its name for screen readers and its tooltip. */
  label: string;
  icon: ReactNode;
  /** Omits the tooltip, for a label that is already visible. */
  noTooltip?: boolean;
};

/** A button that is an icon; its label shows as a tooltip. */
export function IconButton({ label, icon, noTooltip = false, className, type, ...rest }: IconButtonProps) {
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
  return noTooltip ? button : <Tooltip text={label}>{button}</Tooltip>;
}

type IconLinkProps = Pick<IconButtonProps, "label" | "icon"> & { readonly href: string };

/** A link that is an icon, to a page in a tab of its own. */
export function IconLink({ label, icon, href }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <a href={href} target="_blank" rel="noreferrer" aria-label={label} className={classes.button}>
        {icon}
      </a>
    </Tooltip>
  );
}
