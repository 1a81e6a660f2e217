import type { ReactNode } from "react";
import { classNames } from "./classNames";
import css from "./RadioList.module.css";
import { type Option, Radios } from "./Radios";

/** A value to choose, its text, and a detail. */
type RadioOption<V extends string> = Option<V> & { detail?: ReactNode };

type RadioListProps<V extends string> = {
  label: string;
  options: readonly RadioOption<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice among a few options with long names, one below the other. */
export function RadioList<V extends string>(props: RadioListProps<V>) {
  return (
    <Radios
      {...props}
      classes={{ group: classNames(css.group), legend: css.legend, option: css.option, input: css.input }}
      detail={({ detail }: RadioOption<V>) => detail && <span className={css.detail}>{detail}</span>}
    />
  );
}
