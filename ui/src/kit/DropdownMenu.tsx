import * as Radix from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import classes from "./DropdownMenu.module.css";

export type DropdownMenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  /** Whether the menu is open at first. */
  startsOpen?: boolean;
  children: ReactNode;
};

/**
 * A menu of commands under a button. Not modal, for the reason given at Popover; drawn without a portal, so
 * that it stays in the landmark of its button.
 */
export function DropdownMenu({ trigger, align = "end", startsOpen = false, children }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={startsOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content className={classes.content} align={align} sideOffset={8} collisionPadding={8}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** A command of the menu. */
export function DropdownMenuItem({
  icon,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Radix.Item className={classes.item} onSelect={onSelect}>
      <span className={classes.mark}>{icon}</span>
      {children}
    </Radix.Item>
  );
}

/** A link to another page, opened in a new tab. */
export function DropdownMenuLink({
  icon,
  href,
  children,
}: {
  icon?: ReactNode;
  href: string;
  children: ReactNode;
}) {
  return (
    <Radix.Item className={classes.item} asChild>
      <a href={href} target="_blank" rel="noreferrer">
        <span className={classes.mark}>{icon}</span>
        {children}
      </a>
    </Radix.Item>
  );
}

/** A switch in the menu; the menu stays open. */
export function DropdownMenuCheckboxItem({
  checked,
  onChange,
  hint,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <Radix.CheckboxItem
      className={classes.item}
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={classes.mark} data-box="" data-checked={checked || undefined}>
        {checked && <Check aria-hidden="true" strokeWidth={3} />}
      </span>
      <span>
        {children}
        {hint && <span className={classes.hint}>{hint}</span>}
      </span>
    </Radix.CheckboxItem>
  );
}

/** Text in the menu. */
export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className={classes.label}>{children}</Radix.Label>;
}

/** A line between groups of commands. */
export function DropdownMenuSeparator() {
  return <Radix.Separator className={classes.separator} />;
}
