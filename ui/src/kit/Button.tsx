import type { ComponentProps, ReactNode } from "react";
import classes from "./Button.module.css";
import { classNames } from "./classNames";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: "primary" | "secondary" | "danger" | "ghost";
  size?: "sm" | "md" | "lg";
  /** Shown before the text; decorative. */
  icon?: ReactNode;
  /** Takes the whole width of its container. */
  wide?: boolean;
};

/** The class of a button, for a link that looks like one. */
export function buttonClass({
  variant = "secondary",
  size = "md",
  wide = false,
}: Pick<ButtonProps, "variant" | "size" | "wide">): string {
  return classNames(classes.button, classes[variant], classes[size], wide && classes.wide);
}

/** A button with text. By default it does not submit a form. */
export function Button({ variant, size, icon, wide, className, children, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      className={classNames(buttonClass({ variant, size, wide }), className)}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}
